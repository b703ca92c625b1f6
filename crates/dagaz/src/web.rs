//! The web application, put into the binary by the build script.

use dagaz_server::Assets;

/// Its files, or why there are none.
pub(crate) static ASSETS: Assets = include!(concat!(env!("OUT_DIR"), "/web.rs"));
