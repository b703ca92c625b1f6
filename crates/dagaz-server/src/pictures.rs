//! Pictures of rules: their sizes and formats.
//!
//! Uploaded bytes are never sent: every picture is decoded within pixel limits and encoded again,
//! photographs as JPEG and all others as PNG. Of an animation the first frame is used.
//!
//! Bitmaps of edition 2 have no transparency: transparent pixels are pure green. So they are sent
//! with transparency in place of green.

use crate::raster::{Raster, RasterLimits};

/// Pixels across or down beyond which a picture is not decoded.
const SIDE_MAX: u32 = 4_096;

/// Pixels beyond which it is not.
const PIXELS_MAX: u64 = 1 << 22;

/// The colour that is seen through.
const KEY: [u8; 3] = [0, 255, 0];

/// Maximum bytes for decoding: four a pixel, and as many for the decoder.
const DECODING_BYTES: u64 = 8 * PIXELS_MAX;

/// What every decoder is bounded by.
const RASTER: RasterLimits = RasterLimits { side: SIDE_MAX, pixels: PIXELS_MAX, bytes: DECODING_BYTES };

/// Quality of photographs that are encoded again.
const QUALITY: u8 = 90;

/// The maximum number of pixels of all pictures of a bundle: each of them is decoded whenever the
/// game is compiled.
pub(crate) const TOGETHER_MAX: u64 = 1 << 26;

/// Returns the number of pixels of a file that may be a picture.
pub(crate) fn pixels(bytes: &[u8]) -> u64 {
    size(bytes).map_or(0, |[width, height]| u64::from(width) * u64::from(height))
}

/// Returns whether these are the bytes of a picture that can be shown. It is decoded for that.
pub fn is_picture(bytes: &[u8]) -> bool {
    picture(bytes).is_some()
}

/// Returns whether bytes begin as those of a picture do, however large it is.
pub(crate) fn has_head(bytes: &[u8]) -> bool {
    imagesize::blob_size(bytes).is_ok()
}

/// Returns whether bytes begin as those of a picture that may be shown.
pub fn may_be_picture(bytes: &[u8]) -> bool {
    size(bytes).is_some() && PictureKind::of(bytes).is_some()
}

/// The kinds of pictures that are shown. No SVG: it could hold a script.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PictureKind {
    Bitmap,
    Gif,
    Jpeg,
    Png,
}

impl PictureKind {
    /// The format follows from the first bytes, not from the name.
    fn of(bytes: &[u8]) -> Option<PictureKind> {
        match bytes {
            [b'B', b'M', ..] => Some(PictureKind::Bitmap),
            [0x89, b'P', b'N', b'G', ..] => Some(PictureKind::Png),
            [0xFF, 0xD8, 0xFF, ..] => Some(PictureKind::Jpeg),
            [b'G', b'I', b'F', b'8', ..] => Some(PictureKind::Gif),
            _ => None,
        }
    }
}

/// Returns width and height from the picture's header; `None` if it exceeds the limits.
pub(crate) fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    let found = imagesize::blob_size(bytes).ok()?;
    let side = |side: usize| u32::try_from(side).ok().filter(|side| (1..=SIDE_MAX).contains(side));
    let [width, height] = [side(found.width)?, side(found.height)?];
    (u64::from(width) * u64::from(height) <= PIXELS_MAX).then_some([width, height])
}

/// Returns the type of a picture's content and the bytes that are sent, or none if the bytes are no
/// picture that can be shown.
pub(crate) fn shown(bytes: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let (kind, raster) = picture(bytes)?;
    match kind {
        PictureKind::Jpeg => Some(("image/jpeg", raster.to_jpeg(QUALITY)?)),
        _ => Some(("image/png", raster.to_png()?)),
    }
}

/// Returns the format and the pixels of a picture, decoded within the limits.
fn picture(bytes: &[u8]) -> Option<(PictureKind, Raster)> {
    size(bytes)?;
    let kind = PictureKind::of(bytes)?;
    let raster = match kind {
        PictureKind::Bitmap => Raster::from_bitmap(bytes, KEY, RASTER)?,
        PictureKind::Gif => Raster::from_gif(bytes, RASTER)?,
        PictureKind::Jpeg => Raster::from_jpeg(bytes, RASTER)?,
        PictureKind::Png => Raster::from_png(bytes, RASTER)?,
    };
    Some((kind, raster))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a bitmap of two equal rows, of two pixels of 24 bits each.
    fn bitmap(left: [u8; 3], right: [u8; 3]) -> Vec<u8> {
        let number = |value: u32| value.to_le_bytes();
        let mut bytes = b"BM".to_vec();
        for value in [70, 0, 54, 40, 2, 2] {
            bytes.extend(number(value));
        }
        bytes.extend([1, 0, 24, 0]);
        for value in [0, 16, 0, 0, 0, 0] {
            bytes.extend(number(value));
        }
        for _ in 0..2 {
            for [red, green, blue] in [left, right] {
                bytes.extend([blue, green, red]);
            }
            bytes.extend([0, 0]);
        }
        bytes
    }

    fn pixels_of(png: Vec<u8>) -> Vec<u8> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
        let mut pixels = vec![0; 16];
        reader.next_frame(&mut pixels).expect("its pixels");
        pixels
    }

    #[test]
    fn green_pixels_become_transparent() {
        let bytes = bitmap([0, 255, 0], [200, 10, 3]);
        assert_eq!(size(&bytes), Some([2, 2]));
        let (kind, shown) = shown(&bytes).expect("a picture");
        assert_eq!((kind, size(&shown)), ("image/png", Some([2, 2])));
        assert_eq!(pixels_of(shown), [0, 255, 0, 0, 200, 10, 3, 255].repeat(2));
    }

    #[test]
    fn palettes_have_colours_as_well() {
        // Four pixels in one row, of a palette of two colours.
        let mut bytes = b"BM".to_vec();
        bytes.extend([66u32, 0, 62, 40, 4, 1].iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend([1, 0, 8, 0]);
        bytes.extend([0u32, 4, 0, 0, 2, 2, 0x0000_ff00, 0x00c8_0a03].iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend([0, 1, 1, 0]);
        let (_, shown) = shown(&bytes).expect("a bitmap");
        assert_eq!(pixels_of(shown), [[0, 255, 0, 0], [200, 10, 3, 255], [200, 10, 3, 255], [0, 255, 0, 0]].concat());
    }

    /// The picture of two pixels in a format.
    fn encoded(format: &str) -> Vec<u8> {
        let found = crate::raster::tests::encoded_pairs().into_iter().find(|(name, _)| *name == format);
        found.expect("a format").1
    }

    #[test]
    fn every_picture_is_encoded_again() {
        for (format, kind) in [("png", "image/png"), ("gif", "image/png"), ("jpeg", "image/jpeg")] {
            let mut bytes = encoded(format);
            // Data after a picture, or next to it, is dropped.
            bytes.extend(b"<script>alert(1)</script>");
            let (shown_kind, shown) = shown(&bytes).expect("a picture");
            assert_eq!((shown_kind, size(&shown)), (kind, Some([2, 1])), "{format}");
            assert!(!shown.windows(8).any(|eight| eight == b"<script>"), "{format}");
        }
    }

    #[test]
    fn pictures_of_too_many_pixels_are_none_whatever_their_format() {
        // The head of each format, with its width and height as numbers of its own kind.
        let side = 30_000u32;
        let png = {
            let mut bytes = encoded("png");
            bytes[16..20].copy_from_slice(&side.to_be_bytes());
            bytes[20..24].copy_from_slice(&side.to_be_bytes());
            bytes
        };
        let gif = {
            let mut bytes = encoded("gif");
            bytes[6..8].copy_from_slice(&(side as u16).to_le_bytes());
            bytes[8..10].copy_from_slice(&(side as u16).to_le_bytes());
            bytes
        };
        let jpeg = {
            let mut bytes = encoded("jpeg");
            let frame = bytes.windows(2).position(|two| two == [0xFF, 0xC0]).expect("a frame");
            bytes[frame + 5..frame + 7].copy_from_slice(&(side as u16).to_be_bytes());
            bytes[frame + 7..frame + 9].copy_from_slice(&(side as u16).to_be_bytes());
            bytes
        };
        let mut bmp = bitmap([1, 2, 3], [4, 5, 6]);
        bmp[18..22].copy_from_slice(&side.to_le_bytes());
        bmp[22..26].copy_from_slice(&side.to_le_bytes());
        for (bytes, format) in [(png, "png"), (gif, "gif"), (jpeg, "jpeg"), (bmp, "bmp")] {
            assert!(imagesize::blob_size(&bytes).is_ok_and(|size| size.width == 30_000), "{format}");
            assert_eq!(size(&bytes), None, "{format}");
            assert!(!is_picture(&bytes) && shown(&bytes).is_none(), "{format}");
        }
    }

    #[test]
    fn a_frame_larger_than_its_picture_is_not_decoded() {
        let mut bytes = encoded("gif");
        let frame = bytes.iter().position(|byte| *byte == 0x2C).expect("a frame");
        bytes[frame + 5..frame + 9].copy_from_slice(&[0xFF, 0x7F, 0xFF, 0x7F]);
        // Any result of a decoder stays within the bounds.
        assert!(shown(&bytes).is_none_or(|(_, shown)| size(&shown).is_some()));
    }

    #[test]
    fn damaged_bitmaps_do_no_harm() {
        let bytes = bitmap([1, 2, 3], [4, 5, 6]);
        for length in 0..bytes.len() {
            let _ = (size(&bytes[..length]), shown(&bytes[..length]));
        }
        for at in 0..54 {
            for value in [0, 1, 127, 255] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                if let Some((_, shown)) = shown(&damaged) {
                    assert!(size(&shown).is_some_and(|size| size.iter().all(|side| *side <= SIDE_MAX)));
                }
            }
        }
        assert_eq!(shown(b"<svg><script/></svg>"), None);
    }
}
