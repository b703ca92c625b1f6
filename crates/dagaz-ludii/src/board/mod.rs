//! Boards: sites of cells, vertices and edges with everything that follows from their geometry,
//! containers, tracks.
//!
//! Everything here is worked out when a game is loaded and never changes. Pieces, regions that a
//! description declares and state are not here.

mod build;
mod corners;
mod direction;
mod equipment;
mod graph;
mod lattice;
mod measure;
mod operate;
mod read;
mod relations;
mod rings;
mod tables;
mod tiling;
mod track;
mod value;

pub use direction::Direction;
pub use equipment::read;
pub use tables::{
    Board, Container, ContainerKind, Elements, Equipment, Owner, Radial, Site, SiteType, Track, TrackElement,
};
