//! The web application, as files in the binary.

/// Files by path, without a slash in front.
#[derive(Debug)]
pub struct Assets {
    /// The files, sorted by path.
    pub files: &'static [Asset],
    /// Why there are none, if there are none.
    pub missing: Option<&'static str>,
}

/// A file of the web application.
#[derive(Debug)]
pub struct Asset {
    /// Its path: `index.html`, `assets/app-1234.js`.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    /// Its content.
    pub body: AssetBody,
    /// Whether its name changes with its content, so that it can be cached permanently.
    pub lasting: bool,
}

/// The content of a file in the binary.
#[derive(Debug)]
pub enum AssetBody {
    /// As it is: pictures and fonts, which are compressed already.
    Plain(&'static [u8]),
    /// Compressed in the two codings that browsers take.
    Compressed {
        /// In brotli's format.
        brotli: &'static [u8],
        /// In gzip's format.
        gzip: &'static [u8],
    },
}

impl Assets {
    /// No web application, and why.
    pub const fn none(why: &'static str) -> Assets {
        Assets { files: &[], missing: Some(why) }
    }

    pub(crate) fn find(&self, path: &str) -> Option<&'static Asset> {
        self.files.iter().find(|file| file.path == path)
    }
}
