//! Systems of linear equations whose matrix is symmetric and positive definite, which those of
//! statistics are.

/// A matrix as the product of a lower triangular one and its mirror image (Golub and Van Loan,
/// "Matrix computations", section 4.2).
pub(crate) struct Cholesky {
    size: usize,
    /// The lower triangle, row by row.
    lower: Vec<f64>,
}

impl Cholesky {
    /// Takes a matrix apart that is given row by row; `None` if it is not positive definite.
    pub(crate) fn of(matrix: &[f64], size: usize) -> Option<Cholesky> {
        let mut lower = vec![0.0; size * size];
        for row in 0..size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|place| lower[row * size + place] * lower[column * size + place]).sum();
                let rest = matrix[row * size + column] - known;
                lower[row * size + column] = if row > column {
                    rest / lower[column * size + column]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Cholesky { size, lower })
    }

    /// Returns the vector that the matrix makes this one of.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let at = |row: usize, column: usize| self.lower[row * self.size + column];
        let mut solved = right.to_vec();
        for row in 0..self.size {
            let known: f64 = (0..row).map(|place| at(row, place) * solved[place]).sum();
            solved[row] = (solved[row] - known) / at(row, row);
        }
        for row in (0..self.size).rev() {
            let known: f64 = (row + 1..self.size).map(|place| at(place, row) * solved[place]).sum();
            solved[row] = (solved[row] - known) / at(row, row);
        }
        solved
    }

    /// Returns the inverse matrix, row by row.
    pub(crate) fn inverse(&self) -> Vec<f64> {
        let unit = |place| (0..self.size).map(|other| f64::from(u8::from(other == place))).collect::<Vec<_>>();
        // It is symmetric: its rows are its columns.
        (0..self.size).flat_map(|place| self.solve(&unit(place))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        // By hand: 4x + 2y = 10 and 2x + 5y = 17 give x = 1, y = 3; the determinant is 16.
        let matrix = Cholesky::of(&[4.0, 2.0, 2.0, 5.0], 2).expect("it is positive definite");
        let close = |own: &[f64], known: &[f64]| own.iter().zip(known).all(|(own, known)| (own - known).abs() < 1e-12);
        assert!(close(&matrix.solve(&[10.0, 17.0]), &[1.0, 3.0]));
        assert!(close(&matrix.inverse(), &[5.0 / 16.0, -2.0 / 16.0, -2.0 / 16.0, 4.0 / 16.0]));
        assert!(Cholesky::of(&[1.0, 2.0, 2.0, 1.0], 2).is_none());
        assert!(Cholesky::of(&[], 0).is_some_and(|empty| empty.inverse().is_empty()));
    }
}
