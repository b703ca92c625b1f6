//! Pictures of rules: their sizes and formats.
//!
//! Uploaded bytes are never sent: every picture is decoded within pixel limits and encoded again,
//! photographs as JPEG and all others as PNG. Of an animation the first frame is used.
//!
//! Bitmaps of edition 2 have no transparency: transparent pixels are pure green. So they are sent
//! with transparency in place of green.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader, Limits};

use zune_bmp::BmpDecoder;
use zune_bmp::zune_core::bytestream::ZCursor;
use zune_bmp::zune_core::colorspace::ColorSpace;
use zune_bmp::zune_core::options::DecoderOptions;

/// Pixels across or down beyond which a picture is not decoded.
const SIDE_MAX: u32 = 4_096;

/// Pixels beyond which it is not.
const PIXELS_MAX: u64 = 1 << 22;

/// The colour that is seen through.
const KEY: [u8; 3] = [0, 255, 0];

/// Maximum bytes for decoding: four a pixel, and as many for the decoder.
const DECODING_BYTES: u64 = 8 * PIXELS_MAX;

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

/// Returns the type of a picture's content, and the bytes that are sent; `None` if it is no picture
/// that can be shown.
pub(crate) fn shown(bytes: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let (kind, picture) = picture(bytes)?;
    let mut out = Cursor::new(Vec::new());
    if kind == PictureKind::Jpeg {
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut out, QUALITY);
        picture.to_rgb8().write_with_encoder(encoder).ok()?;
        return Some(("image/jpeg", out.into_inner()));
    }
    picture.write_to(&mut out, ImageFormat::Png).ok()?;
    Some(("image/png", out.into_inner()))
}

/// What bytes are a picture of.
fn picture(bytes: &[u8]) -> Option<(PictureKind, DynamicImage)> {
    size(bytes)?;
    let kind = PictureKind::of(bytes)?;
    let picture = match kind {
        PictureKind::Bitmap => seen_through(bytes)?,
        PictureKind::Gif => decoded(bytes, ImageFormat::Gif)?,
        PictureKind::Jpeg => decoded(bytes, ImageFormat::Jpeg)?,
        PictureKind::Png => decoded(bytes, ImageFormat::Png)?,
    };
    Some((kind, picture))
}

/// Returns a picture, decoded within the bounds.
fn decoded(bytes: &[u8], format: ImageFormat) -> Option<DynamicImage> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_image_width = Some(SIDE_MAX);
    limits.max_image_height = Some(SIDE_MAX);
    limits.max_alloc = Some(DECODING_BYTES);
    reader.limits(limits);
    let picture = reader.decode().ok()?;
    let pixels = u64::from(picture.width()) * u64::from(picture.height());
    // Sixteen bits a colour exceed the display.
    (pixels <= PIXELS_MAX).then(|| match picture {
        DynamicImage::ImageRgb8(_) | DynamicImage::ImageLuma8(_) => picture,
        other => DynamicImage::ImageRgba8(other.into_rgba8()),
    })
}

/// Returns a bitmap, transparent where it has the colour for that.
fn seen_through(bitmap: &[u8]) -> Option<DynamicImage> {
    let options = DecoderOptions::default().set_max_width(SIDE_MAX as usize).set_max_height(SIDE_MAX as usize);
    let mut decoder = BmpDecoder::new_with_options(ZCursor::new(bitmap), options);
    let pixels = decoder.decode().ok()?;
    let (width, height) = decoder.dimensions()?;
    let rgba: Vec<u8> = match decoder.colorspace()? {
        ColorSpace::Luma => pixels.iter().flat_map(|&grey| [grey, grey, grey, 255]).collect(),
        ColorSpace::RGB => pixels.as_chunks().0.iter().flat_map(|&rgb| keyed(rgb)).collect(),
        ColorSpace::RGBA => pixels,
        _ => return None,
    };
    let picture = image::RgbaImage::from_raw(u32::try_from(width).ok()?, u32::try_from(height).ok()?, rgba)?;
    Some(DynamicImage::ImageRgba8(picture))
}

fn keyed(rgb: [u8; 3]) -> [u8; 4] {
    let [red, green, blue] = rgb;
    [red, green, blue, if rgb == KEY { 0 } else { 255 }]
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

    /// Returns a picture of two pixels, encoded.
    fn encoded(format: ImageFormat) -> Vec<u8> {
        let picture = image::RgbaImage::from_raw(2, 1, vec![250, 250, 250, 255, 3, 3, 3, 255]).expect("two pixels");
        let picture = DynamicImage::ImageRgba8(picture);
        let picture = if format == ImageFormat::Jpeg { DynamicImage::ImageRgb8(picture.to_rgb8()) } else { picture };
        let mut out = Cursor::new(Vec::new());
        picture.write_to(&mut out, format).expect("it is encoded");
        out.into_inner()
    }

    #[test]
    fn every_picture_is_encoded_again() {
        for (format, kind) in
            [(ImageFormat::Png, "image/png"), (ImageFormat::Gif, "image/png"), (ImageFormat::Jpeg, "image/jpeg")]
        {
            let mut bytes = encoded(format);
            // Data after a picture, or next to it, is dropped.
            bytes.extend(b"<script>alert(1)</script>");
            let (shown_kind, shown) = shown(&bytes).expect("a picture");
            assert_eq!((shown_kind, size(&shown)), (kind, Some([2, 1])), "{format:?}");
            assert!(!shown.windows(8).any(|eight| eight == b"<script>"), "{format:?}");
        }
    }

    #[test]
    fn pictures_of_too_many_pixels_are_none_whatever_their_format() {
        // The head of each format, with its width and height as numbers of its own kind.
        let side = 30_000u32;
        let png = {
            let mut bytes = encoded(ImageFormat::Png);
            bytes[16..20].copy_from_slice(&side.to_be_bytes());
            bytes[20..24].copy_from_slice(&side.to_be_bytes());
            bytes
        };
        let gif = {
            let mut bytes = encoded(ImageFormat::Gif);
            bytes[6..8].copy_from_slice(&(side as u16).to_le_bytes());
            bytes[8..10].copy_from_slice(&(side as u16).to_le_bytes());
            bytes
        };
        let jpeg = {
            let mut bytes = encoded(ImageFormat::Jpeg);
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
        let mut bytes = encoded(ImageFormat::Gif);
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
