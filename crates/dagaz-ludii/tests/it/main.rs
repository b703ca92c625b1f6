//! Tests of the reader of Ludii descriptions.

mod board;
mod description;
mod details;
mod expand;
mod families;
mod game;
mod graph;
mod play;
mod saved;
mod text;
