//! The files of a bundle by their names.

use dagaz_syntax::source::{IncludeError, Includes};
use dagaz_table::Bundle;

/// Includes from a bundle: by path, or by name alone.
pub(crate) struct BundleIncludes<'a>(pub(crate) &'a Bundle);

impl Includes for BundleIncludes<'_> {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        named(self.0, path).map(<[u8]>::to_vec).ok_or(IncludeError::NotFound)
    }
}

/// A file of a bundle by its path or, since archives are packed in many ways, by its name alone.
pub(crate) fn named<'a>(bundle: &'a Bundle, path: &str) -> Option<&'a [u8]> {
    entry_named(bundle, path).map(|(_, bytes)| bytes.as_slice())
}

/// The same with its own name.
pub(crate) fn entry_named<'a>(bundle: &'a Bundle, path: &str) -> Option<&'a (String, Vec<u8>)> {
    let path = path.replace('\\', "/");
    let short = |path: &str| path.rsplit('/').next().unwrap_or_default().to_lowercase();
    let exact = bundle.files.iter().find(|(name, _)| name.eq_ignore_ascii_case(&path));
    exact.or_else(|| bundle.files.iter().find(|(name, _)| short(name) == short(&path)))
}
