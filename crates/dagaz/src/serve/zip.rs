//! Archives with rules and pictures, unpacked in memory and within bounds.

use std::io::{Cursor, Read};

/// Files of an archive.
const FILES_MAX: usize = 1_000;

/// Bytes of all files of an archive, unpacked.
const BYTES_MAX: u64 = 32 << 20;

/// What is taken of an archive; the rest is left.
const ENDINGS: [&str; 12] = ["zrf", "drf", "4th", "inc", "zsg", "md", "bmp", "png", "jpg", "jpeg", "gif", "txt"];

/// The files of an archive by their paths, or why it cannot be read.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut archive = ::zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    if archive.len() > FILES_MAX {
        return Err(format!("it holds {} files; at most {FILES_MAX} are read", archive.len()));
    }
    let mut left = BYTES_MAX;
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(|error| error.to_string())?;
        // A path that leads out of the archive is the path of nothing.
        let Some(path) = file.enclosed_name().filter(|_| file.is_file()) else { continue };
        let Some(path) = path.to_str().map(|path| path.replace('\\', "/")) else { continue };
        let ending = path.rsplit_once('.').map_or(String::new(), |(_, ending)| ending.to_lowercase());
        if !ENDINGS.contains(&ending.as_str()) {
            continue;
        }
        let mut content = Vec::new();
        // What an archive says of its sizes need not be true.
        (&mut file).take(left + 1).read_to_end(&mut content).map_err(|error| format!("{path}: {error}"))?;
        left = left
            .checked_sub(content.len() as u64)
            .ok_or_else(|| format!("it unpacks to more than {} MB", BYTES_MAX >> 20))?;
        files.push((path, content));
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, ::zip::write::SimpleFileOptions::default()).expect("a new file");
            writer.write_all(content).expect("memory");
        }
        writer.finish().expect("memory").into_inner()
    }

    #[test]
    fn uploads_contain_rules_and_pictures_only() {
        let bytes = archive(&[
            ("Game/a.4th", b""),
            ("Game/a.zrf", b"(game)"),
            ("Game/run.exe", b"MZ"),
            ("Game/images/p.bmp", b"BM"),
        ]);
        let names: Vec<String> = unpack(&bytes).expect("it is an archive").into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["Game/a.4th", "Game/a.zrf", "Game/images/p.bmp"]);
        assert!(unpack(b"no archive").is_err());
    }

    #[test]
    fn an_include_path_outside_the_folder_is_refused() {
        let bytes = archive(&[("../../etc/a.zrf", b"(game)"), ("/etc/b.zrf", b"(game)"), ("c.zrf", b"(game)")]);
        let names: Vec<String> = unpack(&bytes).expect("it is an archive").into_iter().map(|(name, _)| name).collect();
        assert!(
            names.contains(&"c.zrf".to_string())
                && names.iter().all(|name| !name.contains("..") && !name.starts_with('/'))
        );
    }

    #[test]
    fn a_decompression_bomb_is_refused() {
        let bytes = archive(&[("a.zrf", &vec![b' '; (BYTES_MAX + 10) as usize])]);
        assert!(bytes.len() < 1 << 20);
        assert!(unpack(&bytes).is_err_and(|error| error.contains("more than 32 MB")));
    }
}
