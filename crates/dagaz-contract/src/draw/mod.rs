//! makers
