//! From the tree of a graph expression to the graph.

use super::graph::{Graph, Point, is_inside};
use super::lattice::{self, Diagonals, HexFrame};
use super::rings::{self, Joins};
use super::value::{float, integer, is_number, size};
use super::{SiteType, tiling};
use crate::text::{Diagnostic, List, Node};

/// Vertices that a board may have. Largest real: 1,600.
const VERTICES_MAX: usize = 10_000;

/// What generators know of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// Whether pieces stand on cells where the rules say nothing.
    pub(super) cells: bool,
}

/// Returns the graph of an expression.
pub(super) fn graph(node: &Node, frame: Frame) -> Result<Graph, Diagnostic> {
    let Some(list) = node.list() else {
        return Err(Diagnostic::error(node.span, "a board is made of a graph, such as `(square 8)`"));
    };
    let reader = Reader { node, list, frame };
    let graph = reader.read()?;
    reader.limit(graph.vertices.len())?;
    Ok(graph)
}

struct Reader<'a> {
    node: &'a Node,
    list: &'a List,
    frame: Frame,
}

impl<'a> Reader<'a> {
    fn read(&self) -> Result<Graph, Diagnostic> {
        match self.list.head.as_ref() {
            "square" => self.square(),
            "rectangle" => self.rectangle(),
            "hex" => self.hex(),
            "tri" => self.tri(),
            "tiling" => self.tiling(),
            "brick" => self.brick(),
            "concentric" => self.concentric(),
            "regular" => {
                let sides = self.dimension(0)?;
                Ok(rings::regular(sides.max(3), self.word() == Some("Star")))
            }
            "wedge" => {
                let (rows, columns) = (self.dimension(0)?, self.optional(1)?.unwrap_or(3));
                Ok(rings::wedge(rows, columns))
            }
            "spiral" => {
                let named = |name: &str| self.list.named(name).ok_or_else(|| self.missing(name)).and_then(size);
                let (turns, sites) = (named("turns")?, named("sites")?);
                self.limit(sites)?;
                Ok(rings::spiral(turns, sites, self.flag("clockwise", true)))
            }
            "repeat" => self.repeat(),
            "graph" => self.explicit(),
            "add" => self.add(),
            "remove" => self.remove(),
            "merge" | "union" => self.join(),
            "intersect" => self.intersect(),
            "shift" | "scale" | "rotate" | "skew" => self.transform(),
            "hole" | "keep" => self.cut(),
            "trim" => self.changed(Graph::trim),
            "makeFaces" => self.changed(|graph| {
                graph.faces.clear();
                graph.make_faces(true);
            }),
            "splitCrossings" => self.changed(Graph::split_crossings),
            "dual" => Ok(self.inner()?.dual()),
            "complete" => {
                let each_cell = self.flag("eachCell", false);
                self.changed(|graph| graph.complete(each_cell))
            }
            "subdivide" => {
                let min = self.list.named("min").map_or(Ok(1), size)?;
                self.changed(|graph| graph.subdivide(min))
            }
            "renumber" => self.renumber(),
            "recoordinate" => self.inner(),
            "layers" => self.layers(),
            other => Err(Diagnostic::unsupported(self.list.head_span, format!("({other} …)"))),
        }
    }

    fn limit(&self, vertices: usize) -> Result<(), Diagnostic> {
        let message = || format!("a board has at most {VERTICES_MAX} vertices");
        if vertices > VERTICES_MAX { Err(Diagnostic::error(self.node.span, message())) } else { Ok(()) }
    }

    fn missing(&self, what: &str) -> Diagnostic {
        Diagnostic::error(self.node.span, format!("`({} …)` needs `{what}`", self.list.head))
    }

    fn word(&self) -> Option<&'a str> {
        self.list.first_word()
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.list.named(name).and_then(Node::boolean).unwrap_or(default)
    }

    /// Returns the unnamed arguments that are numbers, as sizes.
    fn sizes(&self) -> Result<Vec<usize>, Diagnostic> {
        let numbers: Vec<usize> =
            self.list.positional().filter(|node| is_number(node)).map(size).collect::<Result<_, _>>()?;
        let product = numbers.iter().fold(1_usize, |product, number| product.saturating_mul(*number.max(&1)));
        self.limit(product)?;
        Ok(numbers)
    }

    fn optional(&self, at: usize) -> Result<Option<usize>, Diagnostic> {
        Ok(self.sizes()?.get(at).copied())
    }

    fn dimension(&self, at: usize) -> Result<usize, Diagnostic> {
        self.optional(at)?.ok_or_else(|| self.missing("a number"))
    }

    /// Returns the numbers in the first braces among the unnamed arguments.
    fn braced_sizes(&self) -> Result<Option<Vec<i64>>, Diagnostic> {
        let Some(elements) = self.list.positional().find_map(Node::braces) else { return Ok(None) };
        let numbers = elements.iter().map(integer).collect::<Result<Vec<i64>, _>>()?;
        self.limit(numbers.iter().fold(0_usize, |sum, number| sum.saturating_add(number.unsigned_abs() as usize)))?;
        Ok(Some(numbers))
    }

    /// Returns the sides of an outline that is walked around.
    fn outline(&self) -> Result<Option<Vec<usize>>, Diagnostic> {
        let Some(sides) = self.braced_sizes()? else { return Ok(None) };
        let sides: Vec<usize> = sides.into_iter().map(|side| side.unsigned_abs() as usize).collect();
        if sides.is_empty() || sides.iter().sum::<usize>() > 200 {
            return Err(Diagnostic::error(self.node.span, "an outline has 1 to 200 steps"));
        }
        Ok(Some(sides))
    }

    fn poly(&self) -> Result<Option<Vec<Point>>, Diagnostic> {
        self.list.child("poly").map(polygon).transpose()
    }

    /// Returns the graphs among the arguments, with those in braces.
    fn graphs(&self) -> Result<Vec<Graph>, Diagnostic> {
        let flat = self.list.positional().flat_map(|node| node.braces().unwrap_or(std::slice::from_ref(node)));
        flat.filter(|node| node.list().is_some_and(|list| list.head.as_ref() != "poly") && !is_number(node))
            .map(|node| graph(node, self.frame))
            .collect()
    }

    fn inner(&self) -> Result<Graph, Diagnostic> {
        self.graphs()?.into_iter().next().ok_or_else(|| self.missing("a graph"))
    }

    fn changed(&self, change: impl FnOnce(&mut Graph)) -> Result<Graph, Diagnostic> {
        let mut graph = self.inner()?;
        change(&mut graph);
        Ok(graph)
    }

    fn diagonals(&self) -> Result<Diagonals, Diagnostic> {
        let Some(node) = self.list.named("diagonals") else { return Ok(Diagonals::Implied) };
        Ok(match node.word().unwrap_or_default() {
            "Implied" => Diagonals::Implied,
            "Solid" => Diagonals::Solid,
            "SolidNoSplit" => Diagonals::SolidNoSplit,
            "Alternating" => Diagonals::Alternating,
            "Concentric" => Diagonals::Concentric,
            "Radiating" => Diagonals::Radiating,
            _ => return Err(Diagnostic::error(node.span, "this is no kind of diagonals")),
        })
    }

    fn square(&self) -> Result<Graph, Diagnostic> {
        let extra = usize::from(self.frame.cells);
        if let Some(polygon) = self.poly()? {
            return Ok(self.lattice_inside(&polygon));
        }
        if let Some(sides) = self.outline()? {
            return Ok(self.lattice_inside(&square_outline(&sides)));
        }
        let number = self.dimension(0)?;
        if self.flag("pyramidal", false) {
            return Ok(lattice::pyramid(number + extra));
        }
        match self.word() {
            Some("Diamond") => {
                let side = number as i64;
                let passes = |c: i64, r: i64| r + c >= side - 1 && r + c < 3 * side && (c - r).abs() <= side;
                Ok(finished(lattice::square_points(2 * number, 2 * number, passes)))
            }
            Some("Limping") => {
                self.limit(number.saturating_mul(number))?;
                Ok(lattice::rectangle(number + 1 + extra, number + extra, self.diagonals()?))
            }
            _ => {
                self.limit(number.saturating_mul(number))?;
                Ok(lattice::rectangle(number + extra, number + extra, self.diagonals()?))
            }
        }
    }

    fn lattice_inside(&self, polygon: &[Point]) -> Graph {
        let grown = lattice::grow(polygon, 0.1);
        let (low, high) = bounds(&grown);
        let (columns, rows) = ((high.x - low.x).ceil() as usize + 2, (high.y - low.y).ceil() as usize + 2);
        let (dx, dy) = (low.x.floor(), low.y.floor());
        let passes = |c: i64, r: i64| is_inside(Point::flat(c as f64 + dx, r as f64 + dy), &grown);
        let mut graph = lattice::square_points(columns.min(200), rows.min(200), passes);
        graph.map(|point| Point::flat(point.x + dx, point.y + dy));
        finished(graph)
    }

    fn rectangle(&self) -> Result<Graph, Diagnostic> {
        let extra = usize::from(self.frame.cells);
        let rows = self.dimension(0)?;
        let columns = self.optional(1)?.unwrap_or(rows);
        self.limit((rows + 1).saturating_mul(columns + 1))?;
        Ok(lattice::rectangle(columns + extra, rows + extra, self.diagonals()?))
    }

    fn hex(&self) -> Result<Graph, Diagnostic> {
        if let Some(sides) = self.outline()? {
            return Ok(lattice::hex_of_sides(&sides));
        }
        let a = self.dimension(0)?;
        let b = self.optional(1)?;
        let (n, m) = (a as i64, b.unwrap_or(a) as i64);
        self.limit(a.saturating_mul(m as usize).saturating_mul(4))?;
        Ok(match (self.word(), b) {
            (Some("Diamond"), _) => lattice::hexagons(HexFrame::Flat, n, m, |_, _| true),
            (Some("Prism"), _) => lattice::hexagons(HexFrame::Flat, n + m - 1, n + m - 1, |c, r| (r - c).abs() < n),
            (Some("Triangle"), _) => lattice::hexagons(HexFrame::PointyFromTip, n, n, |c, r| r <= c),
            (Some("Rectangle" | "Square"), _) => {
                lattice::hexagons(HexFrame::Pointy, m + n, n, |c, r| c >= (r + 1) / 2 && c <= m - 1 + r / 2)
            }
            (Some("Star"), _) => {
                let size = 4 * n + 1;
                lattice::hexagons(HexFrame::PointyFromTip, size, size, |c, r| is_star(c, r, n))
            }
            (Some("Limping"), _) => lattice::hex_of_sides(&[a, a + 1]),
            (_, Some(b)) => lattice::hex_of_sides(&[a, b]),
            _ => {
                let size = 2 * n - 1;
                lattice::hexagons(HexFrame::Pointy, size, size, |c, r| (r - c).abs() < n)
            }
        })
    }

    fn tri(&self) -> Result<Graph, Diagnostic> {
        if let Some(sides) = self.outline()? {
            return Ok(lattice::tri_of_sides(&sides, self.frame.cells, true));
        }
        let extra = i64::from(self.frame.cells);
        let a = self.dimension(0)?;
        let b = self.optional(1)?;
        self.limit(a.saturating_mul(b.unwrap_or(a)).saturating_mul(4))?;
        let (n, m) = (a as i64 + extra, b.unwrap_or(a) as i64 + extra);
        Ok(match (self.word(), b) {
            (Some("Hexagon"), None) => {
                let size = 2 * n - 1;
                lattice::triangles(size, size, |c, r| (r - c).abs() < n)
            }
            (Some("Hexagon"), Some(b)) => lattice::tri_of_sides(&[a, b], self.frame.cells, false),
            (Some("Diamond"), _) => lattice::triangles(n, m, |_, _| true),
            (Some("Prism"), _) => lattice::triangles(n + m - 1, n + m - 1, |c, r| (r - c).abs() < n),
            (Some("Rectangle" | "Square"), _) => {
                lattice::triangles(m + n, n, |c, r| c >= (r + 1) / 2 && c <= m - 1 + r / 2)
            }
            (Some("Star"), _) => {
                let size = 4 * n + 1;
                lattice::triangles(size, size, |c, r| is_star(c, r, n))
            }
            (Some("Limping"), _) => lattice::tri_of_sides(&[a, b.unwrap_or(a + 1)], self.frame.cells, false),
            _ => lattice::triangles(n, n, |c, r| r <= c),
        })
    }

    fn tiling(&self) -> Result<Graph, Diagnostic> {
        let name = self.word().ok_or_else(|| self.missing("a tiling"))?;
        let shape = self.list.args.get(1).and_then(Node::word);
        let polygon = self.poly()?;
        let sides = self.outline()?;
        let a = if polygon.is_some() || sides.is_some() { 1 } else { self.dimension(0)? };
        self.limit(a.saturating_mul(a).saturating_mul(12))?;
        tiling::graph(name, shape, a, self.optional(1)?, polygon.is_none() && sides.is_none())
            .ok_or_else(|| Diagnostic::unsupported(self.node.span, format!("(tiling {name} …)")))
    }

    fn brick(&self) -> Result<Graph, Diagnostic> {
        Err(Diagnostic::unsupported(self.list.head_span, "(brick …)"))
    }

    fn concentric(&self) -> Result<Graph, Diagnostic> {
        if let Some(numbers) = self.braced_sizes()? {
            if self.frame.cells && numbers.len() > 1 {
                return Err(Diagnostic::unsupported(self.node.span, "(concentric {…}) with cells"));
            }
            return Ok(rings::rings(&numbers, self.flag("stagger", false)));
        }
        let sides = match self.word() {
            Some("Triangle") => 3,
            Some("Square") => 4,
            Some("Hexagon") => 6,
            Some("Target") => {
                return Err(Diagnostic::unsupported(self.node.span, "(concentric Target …)"));
            }
            _ => self.list.named("sides").ok_or_else(|| self.missing("sides")).and_then(size)?.max(3),
        };
        let rings = self.list.named("rings").map_or(Ok(3), size)?;
        self.limit(sides.saturating_mul(rings).saturating_mul(2))?;
        let joins = Joins {
            midpoints: self.flag("midpoints", true),
            join_midpoints: self.flag("joinMidpoints", true),
            join_corners: self.flag("joinCorners", false),
        };
        Ok(rings::polygons(sides, rings, joins, self.frame.cells))
    }

    fn repeat(&self) -> Result<Graph, Diagnostic> {
        let (rows, columns) = (self.dimension(0)?, self.dimension(1)?);
        let step = self.list.named("step").ok_or_else(|| self.missing("step"))?;
        let steps = points(step)?;
        let [across, up] = steps[..] else {
            return Err(Diagnostic::error(step.span, "`step` has two vectors"));
        };
        let shapes: Vec<Vec<Point>> = self
            .list
            .positional()
            .flat_map(|node| node.braces().unwrap_or(std::slice::from_ref(node)))
            .filter(|node| node.list_of("poly").is_some())
            .map(polygon)
            .collect::<Result<_, _>>()?;
        let corners: usize = shapes.iter().map(Vec::len).sum();
        self.limit(rows.saturating_mul(columns).saturating_mul(corners))?;
        let mut all = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let (row, column) = (row as f64, column as f64);
                let (dx, dy) = (column * across.x + row * up.x, column * across.y + row * up.y);
                for shape in &shapes {
                    all.push(shape.iter().map(|point| Point::flat(point.x + dx, point.y + dy)).collect::<Vec<Point>>());
                }
            }
        }
        Ok(lattice::outlines(&all))
    }

    fn explicit(&self) -> Result<Graph, Diagnostic> {
        let vertices = points(self.list.named("vertices").ok_or_else(|| self.missing("vertices"))?)?;
        self.limit(vertices.len())?;
        let pairs = self.list.named("edges").map_or(Ok(Vec::new()), |node| pairs(node, vertices.len()))?;
        let mut graph = Graph::new(vertices, pairs);
        graph.make_faces(true);
        Ok(graph)
    }

    fn add(&self) -> Result<Graph, Diagnostic> {
        let mut graph = self.graphs()?.into_iter().next().unwrap_or_default();
        if let Some(node) = self.list.named("vertices") {
            for point in points(node)? {
                if graph.vertex_at(point).is_none() {
                    graph.add_vertex(point);
                }
            }
        }
        self.limit(graph.vertices.len())?;
        for (name, curved) in [("edges", false), ("edgesCurved", true)] {
            let Some(node) = self.list.named(name) else { continue };
            for element in node.braces().unwrap_or_default() {
                let Some(ends) = element.braces() else {
                    return Err(Diagnostic::error(element.span, "an edge has two ends"));
                };
                if ends.iter().all(is_number) {
                    for (a, b) in pair(element, graph.vertices.len())? {
                        graph.add_edge(a, b, curved);
                    }
                } else {
                    let points = points(element)?;
                    let mut ends = points
                        .iter()
                        .take(2)
                        .map(|point| graph.vertex_at(*point).unwrap_or_else(|| graph.add_vertex(*point)));
                    if let (Some(a), Some(b)) = (ends.next(), ends.next()) {
                        graph.add_edge(a, b, curved);
                    }
                }
            }
        }
        if let Some(node) = self.list.named("cells") {
            for cell in node.braces().unwrap_or_default() {
                self.add_cell(&mut graph, cell)?;
            }
        }
        if self.flag("connect", false) {
            graph.connect();
        }
        Ok(graph)
    }

    fn add_cell(&self, graph: &mut Graph, cell: &Node) -> Result<(), Diagnostic> {
        let elements = cell.braces().unwrap_or_default();
        let corners: Vec<usize> = if elements.iter().all(is_number) {
            elements.iter().map(|node| vertex(node, graph.vertices.len())).collect::<Result<_, _>>()?
        } else {
            let points = points(cell)?;
            points.into_iter().map(|point| graph.vertex_at(point).unwrap_or_else(|| graph.add_vertex(point))).collect()
        };
        for (&a, &b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            graph.add_edge(a, b, false);
        }
        graph.faces.push(super::graph::Face { vertices: corners });
        self.limit(graph.vertices.len())
    }

    fn remove(&self) -> Result<Graph, Diagnostic> {
        let mut graph = self.inner()?;
        if let Some(polygon) = self.poly()? {
            let grown = lattice::grow(&polygon, 0.1);
            let keep: Vec<bool> = graph.vertices.iter().map(|point| !is_inside(*point, &grown)).collect();
            graph.keep_vertices(&keep);
            return Ok(graph);
        }
        let trim = self.flag("trimEdges", true);
        if let Some(node) = self.list.named("cells") {
            let cells = numbers(node)?;
            graph.remove_faces(&cells, trim);
        }
        if let Some(node) = self.list.named("edges") {
            let number = graph.vertices.len();
            let edges = if node
                .braces()
                .unwrap_or_default()
                .iter()
                .any(|edge| !edge.braces().is_some_and(|ends| ends.iter().all(is_number)))
            {
                let mut found = Vec::new();
                for edge in node.braces().unwrap_or_default() {
                    let ends: Vec<usize> =
                        points(edge)?.into_iter().filter_map(|point| graph.vertex_at(point)).collect();
                    if let [a, b] = ends[..] {
                        found.push((a, b));
                    }
                }
                found
            } else {
                pairs(node, number)?
            };
            graph.remove_edges(&edges);
        }
        if let Some(node) = self.list.named("vertices") {
            let elements = node.braces().unwrap_or_default();
            let vertices = if elements.iter().all(is_number) {
                numbers(node)?
            } else {
                points(node)?.into_iter().filter_map(|point| graph.vertex_at(point)).collect()
            };
            graph.remove_vertices(&vertices);
        }
        Ok(graph)
    }

    fn join(&self) -> Result<Graph, Diagnostic> {
        let mut graph = Graph::default();
        for part in self.graphs()? {
            graph.append(&part);
            self.limit(graph.vertices.len())?;
        }
        if self.list.head.as_ref() == "merge" {
            graph.fuse();
            graph.faces.clear();
            graph.make_faces(false);
        }
        if self.flag("connect", false) {
            graph.connect();
        }
        Ok(graph)
    }

    fn intersect(&self) -> Result<Graph, Diagnostic> {
        let graphs = self.graphs()?;
        let Some((first, others)) = graphs.split_first() else { return Err(self.missing("a graph")) };
        let mut graph = first.clone();
        let keep: Vec<bool> =
            graph.vertices.iter().map(|point| others.iter().all(|other| other.vertex_at(*point).is_some())).collect();
        graph.keep_vertices(&keep);
        Ok(graph)
    }

    fn transform(&self) -> Result<Graph, Diagnostic> {
        let numbers: Vec<f64> =
            self.list.positional().take_while(|node| is_number(node)).map(float).collect::<Result<_, _>>()?;
        let mut graph = self.inner()?;
        match (self.list.head.as_ref(), &numbers[..]) {
            ("shift", [dx, dy, rest @ ..]) => {
                let dz = rest.first().copied().unwrap_or(0.0);
                graph.map(|point| Point { x: point.x + dx, y: point.y + dy, z: point.z + dz });
            }
            ("scale", [sx, rest @ ..]) => {
                let (sy, sz) = (rest.first().unwrap_or(sx), rest.get(1).copied().unwrap_or(1.0));
                graph.map(|point| Point { x: point.x * sx, y: point.y * sy, z: point.z * sz });
            }
            ("rotate", [degrees]) => graph.rotate(*degrees),
            ("skew", [amount]) => {
                graph.map(|point| Point { x: point.x + point.y * amount, ..point });
            }
            _ => return Err(self.missing("numbers")),
        }
        Ok(graph)
    }

    fn cut(&self) -> Result<Graph, Diagnostic> {
        let mut graph = self.inner()?;
        let polygon = self.poly()?.ok_or_else(|| self.missing("(poly …)"))?;
        let grown = lattice::grow(&polygon, 0.1);
        if self.list.head.as_ref() == "hole" {
            let gone = graph.faces_inside(&grown);
            graph.remove_faces(&gone, true);
        } else {
            let keep_inside = self.list.head.as_ref() == "keep";
            let keep: Vec<bool> = graph.vertices.iter().map(|point| is_inside(*point, &grown) == keep_inside).collect();
            graph.keep_vertices(&keep);
        }
        Ok(graph)
    }

    fn renumber(&self) -> Result<Graph, Diagnostic> {
        let mut graph = self.inner()?;
        let types: Vec<SiteType> = self.list.positional().filter_map(Node::word).filter_map(SiteType::named).collect();
        let wanted = |site_type: SiteType| types.is_empty() || types.contains(&site_type);
        if wanted(SiteType::Vertex) {
            graph.reorder_vertices();
        }
        if wanted(SiteType::Edge) {
            graph.reorder_edges();
        }
        if wanted(SiteType::Cell) {
            graph.reorder_faces();
        }
        Ok(graph)
    }

    fn layers(&self) -> Result<Graph, Diagnostic> {
        let layers = self.dimension(0)?;
        let base = self.inner()?;
        self.limit(layers.saturating_mul(base.vertices.len()))?;
        let mut graph = Graph::default();
        let number = base.vertices.len();
        for layer in 0..layers {
            let mut copy = base.clone();
            copy.map(|point| Point { z: point.z + layer as f64, ..point });
            graph.append(&copy);
            if layer > 0 {
                for vertex in 0..number {
                    graph.add_edge((layer - 1) * number + vertex, layer * number + vertex, false);
                }
            }
        }
        graph.reorder();
        Ok(graph)
    }
}

/// Returns whether a place of a hexagonal lattice is in the star of this size.
fn is_star(column: i64, row: i64, n: i64) -> bool {
    let first = row <= 3 * n && column >= n && column <= n + row;
    let second = row >= n && column >= row - n && column <= 3 * n;
    first || second
}

fn finished(mut graph: Graph) -> Graph {
    graph.make_faces(false);
    graph.reorder();
    graph
}

fn bounds(points: &[Point]) -> (Point, Point) {
    let graph = Graph { vertices: points.to_vec(), ..Graph::default() };
    graph.bounds()
}

/// Walks around an outline of right angles from the origin, first to the north. A negative side
/// turns left.
fn square_outline(sides: &[usize]) -> Vec<Point> {
    let mut at = Point::default();
    let mut direction = (0.0, 1.0);
    sides
        .iter()
        .map(|side| {
            let here = at;
            let length = side.saturating_sub(1) as f64;
            at = Point::flat(at.x + direction.0 * length, at.y + direction.1 * length);
            direction = (direction.1, -direction.0);
            here
        })
        .collect()
}

/// Returns the corners of `(poly {{x y}…} rotns:n)`.
fn polygon(node: &Node) -> Result<Vec<Point>, Diagnostic> {
    let list = node.list_of("poly").ok_or_else(|| Diagnostic::error(node.span, "a polygon is expected"))?;
    let corners = list.positional().find(|node| node.braces().is_some());
    let corners = points(corners.ok_or_else(|| Diagnostic::error(node.span, "a polygon has corners"))?)?;
    if corners.len() < 3 || corners.len() > 1_000 {
        return Err(Diagnostic::error(node.span, "a polygon has 3 to 1000 corners"));
    }
    Ok(corners)
}

/// Returns the points of `{{x y}…}`.
fn points(node: &Node) -> Result<Vec<Point>, Diagnostic> {
    let wrong = |node: &Node| Diagnostic::error(node.span, "a point is written `{x y}`");
    let elements = node.braces().ok_or_else(|| wrong(node))?;
    elements
        .iter()
        .map(|element| {
            let numbers = element.braces().ok_or_else(|| wrong(element))?;
            let numbers = numbers.iter().map(float).collect::<Result<Vec<f64>, _>>()?;
            match numbers[..] {
                [x, y] => Ok(Point::flat(x, y)),
                [x, y, z] => Ok(Point { x, y, z }),
                _ => Err(wrong(element)),
            }
        })
        .collect()
}

fn vertex(node: &Node, number: usize) -> Result<usize, Diagnostic> {
    let vertex = size(node)?;
    let message = || format!("vertex {vertex} does not exist: there are {number}");
    if vertex < number { Ok(vertex) } else { Err(Diagnostic::error(node.span, message())) }
}

/// Returns the pairs of vertices along `{a b …}`.
fn pair(node: &Node, number: usize) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let ends = node.braces().unwrap_or_default();
    let ends = ends.iter().map(|end| vertex(end, number)).collect::<Result<Vec<usize>, _>>()?;
    Ok(ends.windows(2).map(|pair| (pair[0], pair[1])).collect())
}

fn pairs(node: &Node, number: usize) -> Result<Vec<(usize, usize)>, Diagnostic> {
    let elements = node.braces().ok_or_else(|| Diagnostic::error(node.span, "edges are written `{{a b}…}`"))?;
    Ok(elements.iter().map(|element| pair(element, number)).collect::<Result<Vec<_>, _>>()?.concat())
}

fn numbers(node: &Node) -> Result<Vec<usize>, Diagnostic> {
    let elements = node.braces().ok_or_else(|| Diagnostic::error(node.span, "numbers are written `{a b …}`"))?;
    elements.iter().map(size).collect()
}
