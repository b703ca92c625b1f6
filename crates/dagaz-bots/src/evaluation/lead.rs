//! Lead: a material advantage counts more when less material is left.
//!
//! Two extra pieces are little of twelve and nearly all of three. Where material decides, the side
//! ahead should exchange. An evaluation of the difference alone does not reward this, and wins are
//! not converted.

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    /// Value of having all remaining material, in addition to the difference, in hundredths.
    pub(crate) all: i32,
}

impl Lead {
    /// Additional value of a lead, given the material of the two sides.
    #[inline]
    pub(super) fn worth(self, [mine, theirs]: [i32; 2]) -> i32 {
        let (mine, theirs) = (i64::from(mine), i64::from(theirs));
        ((mine - theirs) * i64::from(self.all) / (mine.abs() + theirs.abs() + 1)) as i32
    }
}
