//! Messages in a stream: headers, a blank line, JSON.

use std::io::{self, BufRead, Read, Write};

use lsp_server::Message;
use serde_json::{Value, json};

/// Bytes of one message. The text of the largest rules file has a fifth of it.
const MESSAGE_BYTES_MAX: usize = 64 << 20;

/// Bytes of one line of a header.
const HEADER_BYTES_MAX: u64 = 8 << 10;

/// What was read.
#[derive(Debug)]
pub(crate) enum Incoming {
    /// A message.
    Message(Message),
    /// A message that is no JSON, or none of the protocol. The next one can be read.
    Faulty(String),
}

/// Returns the next message; `None` at the end of the stream.
///
/// # Errors
/// If the stream fails, or has headers after which no message can be found.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Option<Incoming>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let mut body = Vec::new();
    input.by_ref().take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Ok(None);
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(message) => Incoming::Message(message),
        Err(error) => Incoming::Faulty(error.to_string()),
    }))
}

/// Reads headers and returns the length of the body.
fn length(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let bad = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
    let mut length = None;
    loop {
        let mut line = Vec::new();
        input.by_ref().take(HEADER_BYTES_MAX).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        let line = String::from_utf8(line).map_err(|_| bad("a header is no text"))?;
        if !line.ends_with('\n') {
            return Err(bad("a header has no end"));
        }
        let line = line.trim_end();
        if line.is_empty() {
            return match length {
                Some(length) if length <= MESSAGE_BYTES_MAX => Ok(Some(length)),
                Some(_) => Err(bad("a message is too long")),
                None => Err(bad("a message has no `Content-Length`")),
            };
        }
        let (name, value) = line.split_once(':').ok_or_else(|| bad("a header has no `:`"))?;
        if name.eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| bad("`Content-Length` is no number"))?);
        }
    }
}

/// Writes a message.
pub(crate) fn write(output: &mut impl Write, message: Message) -> io::Result<()> {
    let mut value = serde_json::to_value(message)?;
    if let Value::Object(fields) = &mut value {
        fields.insert("jsonrpc".to_string(), json!("2.0"));
    }
    write_value(output, &value)
}

/// Writes the answer to a message that could not be read, and so has no number.
pub(crate) fn write_fault(output: &mut impl Write, why: &str) -> io::Result<()> {
    const PARSE_ERROR: i32 = -32700;
    write_value(output, &json!({ "jsonrpc": "2.0", "id": null, "error": { "code": PARSE_ERROR, "message": why } }))
}

fn write_value(output: &mut impl Write, value: &Value) -> io::Result<()> {
    let body = serde_json::to_vec(value)?;
    write!(output, "Content-Length: {}\r\n\r\n", body.len())?;
    output.write_all(&body)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_without_a_sensible_length_end_the_stream() {
        for text in [
            "Content-Length: x\r\n\r\n{}",
            "\r\n{}",
            "Content-Length: 99999999999\r\n\r\n",
            "Content-Length\r\n\r\n",
            "Content-Length: 2",
        ] {
            assert!(read(&mut text.as_bytes()).is_err(), "{text:?}");
        }
        assert!(read(&mut &b"\xff\n"[..]).is_err());
        assert!(matches!(read(&mut &b""[..]), Ok(None)));
        assert!(matches!(read(&mut &b"Content-Length: 9\r\n\r\n{}"[..]), Ok(None)), "cut off");
    }

    #[test]
    fn a_faulty_message_does_not_end_the_stream() {
        let good = r#"{"jsonrpc":"2.0","method":"exit"}"#;
        let text =
            format!("content-length: 1\r\nContent-Type: x\r\n\r\n{{Content-Length: {}\r\n\r\n{good}", good.len());
        let mut input = text.as_bytes();
        assert!(matches!(read(&mut input), Ok(Some(Incoming::Faulty(_)))));
        assert!(matches!(read(&mut input), Ok(Some(Incoming::Message(Message::Notification(_))))));
        assert!(matches!(read(&mut input), Ok(None)));
    }
}
