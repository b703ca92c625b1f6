//! Pictures as pixels: decoders and encoders of the formats that are shown.
//!
//! It sets no limits on whole requests and knows no rules; `pictures` does.

use std::io::Cursor;

use zune_bmp::BmpDecoder;
use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

/// Limits of one decoder.
#[derive(Clone, Copy)]
pub(crate) struct RasterLimits {
    /// Pixels across or down.
    pub(crate) side: u32,
    /// Pixels in all.
    pub(crate) pixels: u64,
    /// Bytes that a decoder may allocate.
    pub(crate) bytes: u64,
}

impl RasterLimits {
    /// Pixels of a picture of this size, or none if it exceeds a limit or has no pixel.
    fn admit(self, width: u32, height: u32) -> Option<usize> {
        let sides = 1..=self.side;
        let pixels = u64::from(width) * u64::from(height);
        (sides.contains(&width) && sides.contains(&height) && pixels <= self.pixels).then_some(pixels as usize)
    }

    fn for_zune(self) -> DecoderOptions {
        let side = self.side as usize;
        DecoderOptions::default().set_strict_mode(false).set_max_width(side).set_max_height(side)
    }
}

/// Bytes of a pixel: grey, RGB or RGBA, eight bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Channels {
    Grey = 1,
    Rgb = 3,
    Rgba = 4,
}

/// A decoded picture: rows from the top, pixels from the left, no padding.
pub(crate) struct Raster {
    width: u32,
    height: u32,
    channels: Channels,
    bytes: Vec<u8>,
}

impl Raster {
    /// Joins the parts if there are as many bytes as the size says.
    fn new(width: u32, height: u32, channels: Channels, bytes: Vec<u8>) -> Option<Raster> {
        let expected = width as usize * height as usize * channels as usize;
        (bytes.len() == expected).then_some(Raster { width, height, channels, bytes })
    }

    /// Decodes a PNG. Sixteen bits a colour become eight, palettes become colours.
    pub(crate) fn from_png(bytes: &[u8], limits: RasterLimits) -> Option<Raster> {
        let memory = png::Limits { bytes: usize::try_from(limits.bytes).ok()? };
        let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), memory);
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().ok()?;
        let (width, height) = (reader.info().width, reader.info().height);
        limits.admit(width, height)?;
        let mut pixels = vec![0; reader.output_buffer_size()?];
        let frame = reader.next_frame(&mut pixels).ok()?;
        pixels.truncate(frame.buffer_size());
        let channels = match frame.color_type {
            png::ColorType::Grayscale => Channels::Grey,
            png::ColorType::Rgb => Channels::Rgb,
            png::ColorType::Rgba => Channels::Rgba,
            png::ColorType::GrayscaleAlpha => {
                let (pairs, _) = pixels.as_chunks();
                pixels = pairs.iter().flat_map(|&[grey, alpha]| [grey, grey, grey, alpha]).collect();
                Channels::Rgba
            }
            // Palettes were expanded.
            png::ColorType::Indexed => return None,
        };
        Raster::new(width, height, channels, pixels)
    }

    /// Decodes the first frame of a GIF, transparent where the frame does not cover the screen.
    pub(crate) fn from_gif(bytes: &[u8], limits: RasterLimits) -> Option<Raster> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let memory = std::num::NonZeroU64::new(limits.bytes)?;
        options.set_memory_limit(gif::MemoryLimit::Bytes(memory));
        let mut decoder = options.read_info(Cursor::new(bytes)).ok()?;
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let pixels = limits.admit(width as u32, height as u32)?;
        // The head of the frame is checked before its pixels are allocated.
        let head = decoder.next_frame_info().ok()??;
        limits.admit(u32::from(head.width), u32::from(head.height))?;
        let (left, top) = (usize::from(head.left), usize::from(head.top));
        let frame_width = usize::from(head.width);
        let mut frame = vec![0; decoder.buffer_size()];
        decoder.read_into_buffer(&mut frame).ok()?;
        let mut screen = vec![0; pixels * 4];
        let copied = frame_width.min(width.saturating_sub(left)) * 4;
        let rows = screen.chunks_exact_mut(width * 4).skip(top);
        for (row, source) in rows.zip(frame.chunks_exact(frame_width * 4)) {
            if copied > 0 {
                row[left * 4..][..copied].copy_from_slice(&source[..copied]);
            }
        }
        Raster::new(width as u32, height as u32, Channels::Rgba, screen)
    }

    /// Decodes a JPEG, as grey or RGB.
    pub(crate) fn from_jpeg(bytes: &[u8], limits: RasterLimits) -> Option<Raster> {
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), limits.for_zune());
        decoder.decode_headers().ok()?;
        let (width, height) = decoder.dimensions()?;
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        limits.admit(width, height)?;
        let (space, channels) = match decoder.input_colorspace()? {
            ColorSpace::Luma => (ColorSpace::Luma, Channels::Grey),
            _ => (ColorSpace::RGB, Channels::Rgb),
        };
        decoder.set_options(limits.for_zune().jpeg_set_out_colorspace(space));
        Raster::new(width, height, channels, decoder.decode().ok()?)
    }

    /// Decodes a bitmap; pixels of the colour `key` become transparent.
    pub(crate) fn from_bitmap(bytes: &[u8], key: [u8; 3], limits: RasterLimits) -> Option<Raster> {
        let mut decoder = BmpDecoder::new_with_options(ZCursor::new(bytes), limits.for_zune());
        // The size that this decoder reads counts: another program may read another one.
        decoder.decode_headers().ok()?;
        let (width, height) = decoder.dimensions()?;
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        limits.admit(width, height)?;
        let pixels = decoder.decode().ok()?;
        let keyed = |rgb: [u8; 3]| [rgb[0], rgb[1], rgb[2], if rgb == key { 0 } else { 255 }];
        let rgba: Vec<u8> = match decoder.colorspace()? {
            ColorSpace::Luma => pixels.iter().flat_map(|&grey| [grey, grey, grey, 255]).collect(),
            ColorSpace::RGB => pixels.as_chunks().0.iter().flat_map(|&rgb| keyed(rgb)).collect(),
            ColorSpace::RGBA => pixels,
            _ => return None,
        };
        Raster::new(width, height, Channels::Rgba, rgba)
    }

    /// Encodes the picture as PNG.
    pub(crate) fn to_png(&self) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, self.width, self.height);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_color(match self.channels {
            Channels::Grey => png::ColorType::Grayscale,
            Channels::Rgb => png::ColorType::Rgb,
            Channels::Rgba => png::ColorType::Rgba,
        });
        let mut writer = encoder.write_header().ok()?;
        writer.write_image_data(&self.bytes).ok()?;
        writer.finish().ok()?;
        Some(out)
    }

    /// Encodes the picture as JPEG of a quality from 1 to 100. Transparency is dropped.
    pub(crate) fn to_jpeg(&self, quality: u8) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let colors = match self.channels {
            Channels::Grey => jpeg_encoder::ColorType::Luma,
            Channels::Rgb => jpeg_encoder::ColorType::Rgb,
            Channels::Rgba => jpeg_encoder::ColorType::Rgba,
        };
        let (width, height) = (u16::try_from(self.width).ok()?, u16::try_from(self.height).ok()?);
        jpeg_encoder::Encoder::new(&mut out, quality).encode(&self.bytes, width, height, colors).ok()?;
        Some(out)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    const LIMITS: RasterLimits = RasterLimits { side: 64, pixels: 1 << 10, bytes: 1 << 16 };

    /// A light pixel and a dark one.
    fn pair() -> Raster {
        let bytes = vec![250, 250, 250, 255, 3, 3, 3, 255];
        Raster::new(2, 1, Channels::Rgba, bytes).expect("two pixels")
    }

    /// A GIF of one frame with two colours, black and white, at a place on its screen.
    fn gif_frame(screen: [u16; 2], place: [u16; 4], pixels: &[u8]) -> Vec<u8> {
        let [left, top, width, height] = place;
        let mut out = Vec::new();
        let palette = [0, 0, 0, 255, 255, 255];
        let mut encoder = gif::Encoder::new(&mut out, screen[0], screen[1], &palette).expect("a head");
        let buffer = pixels.to_vec().into();
        let frame = gif::Frame { left, top, width, height, buffer, ..gif::Frame::default() };
        encoder.write_frame(&frame).expect("a frame");
        drop(encoder);
        out
    }

    /// The pair in each format that an encoder is at hand for, with the name of the format.
    pub(crate) fn encoded_pairs() -> [(&'static str, Vec<u8>); 3] {
        let gif = gif_frame([2, 1], [0, 0, 2, 1], &[1, 0]);
        [("png", pair().to_png().expect("a PNG")), ("gif", gif), ("jpeg", pair().to_jpeg(90).expect("a JPEG"))]
    }

    #[test]
    fn png_of_sixteen_bits_and_of_grey_with_alpha_become_eight_bits_and_rgba() {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, 1, 1);
        encoder.set_color(png::ColorType::GrayscaleAlpha);
        encoder.set_depth(png::BitDepth::Sixteen);
        let mut writer = encoder.write_header().expect("a head");
        writer.write_image_data(&[0x80, 0, 0x40, 0]).expect("a pixel");
        writer.finish().expect("an end");
        let raster = Raster::from_png(&out, LIMITS).expect("a PNG");
        assert_eq!((raster.channels, raster.bytes), (Channels::Rgba, vec![128, 128, 128, 64]));
    }

    #[test]
    fn gif_frame_keeps_its_place_and_is_cut_at_the_edge_of_the_screen() {
        let alpha = |bytes: &[u8]| bytes.chunks(4).map(|pixel| pixel[3]).collect::<Vec<_>>();
        let inside = gif_frame([3, 2], [1, 1, 1, 1], &[1]);
        let raster = Raster::from_gif(&inside, LIMITS).expect("a GIF");
        assert_eq!(alpha(&raster.bytes), [0, 0, 0, 0, 255, 0]);
        for place in [[2, 0, 2, 1], [0, 1, 1, 2], [3, 2, 1, 2], [9, 9, 2, 1]] {
            let frame = gif_frame([3, 2], place, &[1, 1]);
            if let Some(raster) = Raster::from_gif(&frame, LIMITS) {
                assert_eq!(raster.bytes.len(), 3 * 2 * 4, "{place:?}");
            }
        }
    }

    #[test]
    fn jpeg_keeps_its_colours_and_grey_stays_grey() {
        let raster = Raster::from_jpeg(&pair().to_jpeg(90).expect("a JPEG"), LIMITS).expect("a JPEG");
        assert_eq!(raster.channels, Channels::Rgb);
        assert!(raster.bytes[0] > 200 && raster.bytes[3] < 60, "{:?}", raster.bytes);
        let grey = Raster::new(2, 1, Channels::Grey, vec![9, 200]).expect("two pixels");
        let raster = Raster::from_jpeg(&grey.to_jpeg(90).expect("a JPEG"), LIMITS).expect("a JPEG");
        assert_eq!(raster.channels, Channels::Grey);
    }

    #[test]
    fn decoders_refuse_pictures_over_their_limits_and_cut_bytes() {
        let small = RasterLimits { side: 1, ..LIMITS };
        for (format, bytes) in encoded_pairs() {
            let decode = |bytes: &[u8], limits| match format {
                "png" => Raster::from_png(bytes, limits),
                "gif" => Raster::from_gif(bytes, limits),
                _ => Raster::from_jpeg(bytes, limits),
            };
            assert!(decode(&bytes, LIMITS).is_some(), "{format}");
            assert!(decode(&bytes, small).is_none(), "{format}");
            for length in 0..bytes.len() {
                // No panic; some decoders make do with a missing end.
                let _ = decode(&bytes[..length], LIMITS);
            }
        }
    }
}
