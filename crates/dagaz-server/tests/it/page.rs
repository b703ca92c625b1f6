//! The page as browsers and other clients get it.

use crate::common::Running;

#[tokio::test(flavor = "multi_thread")]
async fn the_page_comes_in_the_best_content_coding_that_a_client_accepts() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Running::start(folder.path(), std::sync::Arc::default()).await;
    let plain = include_bytes!("../page/index.html").as_slice();
    let brotli = include_bytes!("../page/index.html.br").as_slice();
    let gzip = include_bytes!("../page/index.html.gz").as_slice();
    // The page opens by each of its addresses; a file that is not there is none of them.
    for path in ["/", "/index.html", "/game/chess"] {
        for (accepted, coding, expected) in [
            (Some("gzip, deflate, br"), Some("br"), brotli),
            (Some("gzip, br;q=0"), Some("gzip"), gzip),
            (Some("identity"), None, plain),
            (None, None, plain),
        ] {
            let headers: Vec<_> = accepted.into_iter().map(|value| ("Accept-Encoding", value)).collect();
            let (status, head, body) = server.request_bytes("GET", path, &headers);
            assert_eq!(status, 200, "{path} {accepted:?}");
            assert_eq!(body, expected, "{path} {accepted:?}");
            let sent = head.lines().find_map(|line| line.strip_prefix("content-encoding: "));
            assert_eq!(sent, coding, "{path} {accepted:?}");
            assert!(head.contains("vary: accept-encoding"), "caches keep the codings apart: {head}");
        }
    }
    assert_eq!(server.request_bytes("GET", "/missing.js", &[]).0, 404);
    server.stop().await;
}
