//! Files of the web application.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::App;
use crate::AssetBody;
use crate::content_encoding::{accepts, gunzip};

/// Returns a file of the web application; every other address is one of its pages.
pub(super) async fn file(State(host): App, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let Some(asset) = host.assets.find(path).or_else(|| host.assets.find("index.html").filter(|_| page)) else {
        let say = host.assets.missing.unwrap_or("There is nothing here.");
        let status = if page && host.assets.missing.is_some() { StatusCode::OK } else { StatusCode::NOT_FOUND };
        return (status, format!("{say}\n")).into_response();
    };
    let (mut response, coding) = match asset.body {
        AssetBody::Plain(bytes) => (bytes.into_response(), None),
        AssetBody::Compressed { brotli, .. } if accepts(&headers, "br") => (brotli.into_response(), Some("br")),
        AssetBody::Compressed { gzip, .. } if accepts(&headers, "gzip") => (gzip.into_response(), Some("gzip")),
        AssetBody::Compressed { gzip, .. } => (gunzip(gzip).into_response(), None),
    };
    let keep = if asset.lasting { "public, max-age=31536000, immutable" } else { "no-cache" };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(coding) = coding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}
