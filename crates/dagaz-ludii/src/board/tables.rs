//! The tables of a board, its containers and its tracks, as the rules read them.
//!
//! Sites of each element type are numbered from 0 separately: cell 3, vertex 3 and edge 3 are three
//! sites.

use super::Direction;

/// The element types of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SiteType {
    /// A face of the graph.
    Cell,
    /// A vertex of the graph.
    Vertex,
    /// An edge of the graph.
    Edge,
}

impl SiteType {
    /// All element types in the order in which positions list them.
    pub const ALL: [SiteType; 3] = [SiteType::Cell, SiteType::Vertex, SiteType::Edge];

    /// Returns the type with this name.
    pub fn named(name: &str) -> Option<SiteType> {
        SiteType::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Returns the name, as descriptions write it.
    pub fn name(self) -> &'static str {
        match self {
            SiteType::Cell => "Cell",
            SiteType::Vertex => "Vertex",
            SiteType::Edge => "Edge",
        }
    }
}

/// One site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Site {
    /// Coordinate as players write it: `A1`.
    pub label: String,
    /// Coordinates in units of the board.
    pub x: f64,
    /// See `x`.
    pub y: f64,
    /// Number of the row, from the bottom.
    pub row: u32,
    /// Number of the column, from the left.
    pub column: u32,
    /// Number of the layer; 0 on flat boards.
    pub layer: u32,
    /// Colour in a colouring in which orthogonal neighbours differ.
    pub phase: u32,
    /// The cells that touch this site, ascending; the site itself if it is a cell.
    pub cells: Vec<u32>,
    /// The vertices that touch this site, ascending; the site itself if it is a vertex.
    pub vertices: Vec<u32>,
    /// The edges that touch this site, ascending; the site itself if it is an edge.
    pub edges: Vec<u32>,
}

/// The sites passed when a site is left in one direction, the nearest first, without the site
/// itself.
pub type Radial = Vec<u32>;

/// All sites of one element type with their relations. Every list of sites is by site number.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elements {
    /// The sites.
    pub sites: Vec<Site>,
    /// Orthogonal neighbours.
    pub orthogonal: Vec<Vec<u32>>,
    /// Diagonal neighbours.
    pub diagonal: Vec<Vec<u32>>,
    /// Neighbours of the relation `Adjacent`.
    pub adjacent: Vec<Vec<u32>>,
    /// Neighbours that are neither orthogonal nor diagonal.
    pub off: Vec<Vec<u32>>,
    /// The radials of each site by absolute direction, of all relations. Several radials can have
    /// one direction.
    pub radials: Vec<Vec<(Direction, Vec<Radial>)>>,
    /// The radials of each site that begin with an orthogonal step.
    pub orthogonal_radials: Vec<Vec<Radial>>,
    /// The radials of each site that begin with an adjacent step.
    pub adjacent_radials: Vec<Vec<Radial>>,
    /// The radials of each site that begin with a diagonal step, adjacent or not.
    pub diagonal_radials: Vec<Vec<Radial>>,
    /// Directions of any step of the relation on the board, clockwise from north: what "the next
    /// direction" means.
    pub orthogonal_directions: Vec<Direction>,
    /// See `orthogonal_directions`.
    pub diagonal_directions: Vec<Direction>,
    /// See `orthogonal_directions`.
    pub adjacent_directions: Vec<Direction>,
    /// Sites at corners of the outline.
    pub corners: Vec<u32>,
    /// Corners that point outward.
    pub corners_convex: Vec<u32>,
    /// Corners that point inward.
    pub corners_concave: Vec<u32>,
    /// Sites that touch the outline.
    pub outer: Vec<u32>,
    /// Sites of the perimeter, which leaves holes out.
    pub perimeter: Vec<u32>,
    /// Sites that are not outer.
    pub inner: Vec<u32>,
    /// Sites at the upper edge of the bounding box.
    pub top: Vec<u32>,
    /// Sites at its lower edge.
    pub bottom: Vec<u32>,
    /// Sites at its left edge.
    pub left: Vec<u32>,
    /// Sites at its right edge.
    pub right: Vec<u32>,
    /// Central sites.
    pub centre: Vec<u32>,
    /// Cells with the most sides.
    pub major: Vec<u32>,
    /// The other cells.
    pub minor: Vec<u32>,
    /// Sites of each side of the outline by its direction.
    pub sides: Vec<(Direction, Vec<u32>)>,
    /// Sites of each row, from the bottom.
    pub rows: Vec<Vec<u32>>,
    /// Sites of each column, from the left.
    pub columns: Vec<Vec<u32>>,
}

impl Elements {
    /// Returns the radials of a site in a direction.
    pub fn radials_in(&self, site: u32, direction: Direction) -> &[Radial] {
        let all = self.radials.get(site as usize).map_or(&[][..], Vec::as_slice);
        all.iter().find(|(one, _)| *one == direction).map_or(&[], |(_, radials)| radials)
    }
}

/// The board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// The element type that rules mean where they name none.
    pub default_type: SiteType,
    /// Cells.
    pub cells: Elements,
    /// Vertices.
    pub vertices: Elements,
    /// Edges.
    pub edges: Elements,
    /// Directions of all steps on the board, clockwise from north.
    pub directions: Vec<Direction>,
}

impl Board {
    /// Returns the elements of a type.
    pub fn elements(&self, site_type: SiteType) -> &Elements {
        match site_type {
            SiteType::Cell => &self.cells,
            SiteType::Vertex => &self.vertices,
            SiteType::Edge => &self.edges,
        }
    }

    /// Returns the elements of the default type.
    pub fn default_elements(&self) -> &Elements {
        self.elements(self.default_type)
    }
}

/// Whose something is, by player number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// No owner (`Neutral`, or none named).
    Nobody,
    /// A player's, from 1.
    Player(u8),
    /// Shared by all players (`Shared`, `All`); number n+1 with n players.
    Shared,
}

/// What a container is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// The board.
    Board,
    /// A hand.
    Hand,
    /// Dice, with the values of each die's faces.
    Dice {
        /// Values by die and face.
        faces: Vec<Vec<i64>>,
    },
}

/// A container: the board, a hand or a set of dice. Container 0 is the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Container {
    /// `Board`, `Hand1`, `Dice0`.
    pub name: String,
    /// What it is.
    pub kind: ContainerKind,
    /// Number of its first site; sites outside the board are cells.
    pub from: u32,
    /// Number of its sites.
    pub sites: u32,
    /// Whose it is.
    pub owner: Owner,
}

/// A step of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackElement {
    /// The site; -1 is `Off`, -2 is `End`.
    pub site: i32,
    /// The site after it, -1 where the track ends.
    pub next: i32,
    /// Index of the element after it, or -1.
    pub next_index: i32,
    /// The site before it, or -1.
    pub previous: i32,
    /// How many more times the site stands here in a row.
    pub bump: u32,
}

/// A track.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub owner: Owner,
    /// Whether the last element leads to the first.
    pub is_loop: bool,
    /// Whether pieces remember in which direction they go.
    pub directed: bool,
    /// Its elements.
    pub elements: Vec<TrackElement>,
}

/// What of the equipment has sites or follows from the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Equipment {
    /// The board.
    pub board: Board,
    /// All containers, the board first.
    pub containers: Vec<Container>,
    /// All tracks in their order.
    pub tracks: Vec<Track>,
}
