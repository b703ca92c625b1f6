//! Pictures that come with rules: how large they are, and in which form a browser shows them.
//!
//! Bitmaps of edition 2 know no transparency: what is to be seen through is painted in pure green. So they are sent as PNG,
//! with nothing where they are green.

use zune_bmp::BmpDecoder;
use zune_bmp::zune_core::bytestream::ZCursor;
use zune_bmp::zune_core::colorspace::ColorSpace;
use zune_bmp::zune_core::options::DecoderOptions;

/// Pixels across or down beyond which a bitmap is not decoded.
const SIDE_MAX: usize = 4_096;

/// Pixels beyond which it is not.
const PIXELS_MAX: u64 = 1 << 22;

/// The colour that is seen through.
const KEY: [u8; 3] = [0, 255, 0];

/// Whether these are the bytes of a picture that can be shown.
pub fn is_picture(bytes: &[u8]) -> bool {
    size(bytes).is_some() && shown(bytes).is_some()
}

/// Pixels across and down, as the picture's own head tells them.
pub(crate) fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    let found = imagesize::blob_size(bytes).ok()?;
    let [width, height] = [found.width, found.height].map(|side| u32::try_from(side).ok().filter(|side| *side > 0));
    Some([width?, height?])
}

/// The type of a picture's content, and the bytes that are sent. What it is follows from its first bytes, whatever it is
/// called; none if it is nothing of the kind. No SVG: it could hold a script.
pub(crate) fn shown(bytes: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let kind = match bytes {
        [b'B', b'M', ..] => return Some(("image/png", seen_through(bytes)?)),
        [0x89, b'P', b'N', b'G', ..] => "image/png",
        [0xFF, 0xD8, 0xFF, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        _ => return None,
    };
    Some((kind, bytes.to_vec()))
}

/// A bitmap as PNG, transparent where it has the colour for that.
fn seen_through(bitmap: &[u8]) -> Option<Vec<u8>> {
    let [width, height] = size(bitmap)?;
    if u64::from(width) * u64::from(height) > PIXELS_MAX {
        return None;
    }
    let options = DecoderOptions::default().set_max_width(SIDE_MAX).set_max_height(SIDE_MAX);
    let mut decoder = BmpDecoder::new_with_options(ZCursor::new(bitmap), options);
    let pixels = decoder.decode().ok()?;
    let (width, height) = decoder.dimensions()?;
    let rgba: Vec<u8> = match decoder.colorspace()? {
        ColorSpace::Luma => pixels.iter().flat_map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorSpace::RGB => pixels.as_chunks().0.iter().flat_map(|&rgb| keyed(rgb)).collect(),
        ColorSpace::RGBA => pixels,
        _ => return None,
    };
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&rgba)).ok()?;
    Some(png)
}

fn keyed(rgb: [u8; 3]) -> [u8; 4] {
    let [red, green, blue] = rgb;
    [red, green, blue, if rgb == KEY { 0 } else { 255 }]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A bitmap of two rows that are alike, of two pixels of 24 bits each.
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
    fn green_is_seen_through() {
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
        let shown = seen_through(&bytes).expect("a bitmap");
        assert_eq!(pixels_of(shown), [[0, 255, 0, 0], [200, 10, 3, 255], [200, 10, 3, 255], [0, 255, 0, 0]].concat());
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
                    assert!(size(&shown).is_some_and(|size| size.iter().all(|side| *side as usize <= SIDE_MAX)));
                }
            }
        }
        assert_eq!(shown(b"<svg><script/></svg>"), None);
    }
}
