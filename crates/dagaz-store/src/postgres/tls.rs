//! TLS connections to a database.
//!
//! `sslmode` has PostgreSQL's meaning. `disable` (the default) is no TLS. `require` is TLS without
//! verification, which prevents eavesdropping only. `verify-full` verifies a certificate for the
//! name in the address, from an authority that the system trusts or from the file `sslrootcert`.
//! With such a file, `require` verifies the authority too.

use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{ClientConfig, WebPkiServerVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};

use crate::fault::StoreFault;

/// How a connection becomes a secret one.
#[derive(Clone)]
pub(crate) struct Tls {
    /// None: it does not.
    config: Option<Arc<ClientConfig>>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tls").field("on", &self.config.is_some()).finish()
    }
}

/// The TLS mode of an address.
enum Mode {
    Off,
    Any,
    Full { authorities: Option<PathBuf> },
}

impl Tls {
    /// Parses the TLS part of an address; returns the rest for the driver, which supports less.
    pub(super) fn of(address: &str) -> Result<(Tls, String), StoreFault> {
        let (mode, rest) = mode(address)?;
        let provider = Arc::new(ring::default_provider());
        let verifier: Arc<dyn ServerCertVerifier> = match mode {
            Mode::Off => return Ok((Tls { config: None }, rest)),
            Mode::Any => Arc::new(Anybody(provider.clone())),
            Mode::Full { authorities } => {
                let roots = Arc::new(roots(authorities)?);
                WebPkiServerVerifier::builder_with_provider(roots, provider.clone())
                    .build()
                    .map_err(|error| StoreFault::Open(error.to_string()))?
            }
        };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| StoreFault::Open(error.to_string()))?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok((Tls { config: Some(Arc::new(config)) }, rest))
    }
}

fn mode(address: &str) -> Result<(Mode, String), StoreFault> {
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut wanted, mut authorities, mut others) = ("", None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", mode)) => wanted = mode,
            Some(("sslrootcert", file)) => authorities = Some(PathBuf::from(unescaped(file))),
            _ => others.push(pair),
        }
    }
    let (mode, word) = match (wanted, authorities) {
        ("" | "disable", None) => (Mode::Off, "disable"),
        ("require", None) => (Mode::Any, "require"),
        ("verify-full", authorities) => (Mode::Full { authorities }, "require"),
        ("" | "disable" | "require", Some(_)) => {
            return Err(StoreFault::Open("sslrootcert goes with sslmode=verify-full".to_string()));
        }
        (other, _) => {
            return Err(StoreFault::Open(format!("sslmode is disable, require or verify-full, and not {other}")));
        }
    };
    let word = format!("sslmode={word}");
    others.push(&word);
    Ok((mode, format!("{place}?{}", others.join("&"))))
}

/// Returns a value of an address as it was before `%2F` and the like were put into it.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|two| u8::from_str_radix(std::str::from_utf8(two).ok()?, 16).ok());
        match code {
            Some(code) if first == b'%' => {
                bytes.push(code);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).to_string()
}

/// Returns the authorities of a file, or those that the system trusts.
fn roots(file: Option<PathBuf>) -> Result<RootCertStore, StoreFault> {
    let mut roots = RootCertStore::empty();
    let found = match &file {
        Some(file) => {
            let bad = |error: &dyn std::fmt::Display| StoreFault::Open(format!("{}: {error}", file.display()));
            let all = CertificateDer::pem_file_iter(file).map_err(|error| bad(&error))?;
            all.collect::<Result<Vec<_>, _>>().map_err(|error| bad(&error))?
        }
        None => rustls_native_certs::load_native_certs().certs,
    };
    // Unreadable certificates of the system are ignored.
    roots.add_parsable_certificates(found);
    if roots.is_empty() {
        let place = file.map_or("the system".to_string(), |file| file.display().to_string());
        return Err(StoreFault::Open(format!("{place} has no certificate of an authority")));
    }
    Ok(roots)
}

/// Accepts any certificate; the peer must have its key.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Secret<S>;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        let Some(config) = self.config.clone() else { return Ok(Handshake(None)) };
        let name = ServerName::try_from(host.to_string()).map_err(io::Error::other)?;
        Ok(Handshake(Some((config.into(), name))))
    }
}

/// What a connection needs to become a secret one; none: it is not to.
pub(crate) struct Handshake(Option<(tokio_rustls::TlsConnector, ServerName<'static>)>);

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Secret<S>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Secret<S>>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let (connector, name) = self.0.ok_or_else(|| io::Error::other("no TLS is asked for"))?;
            connector.connect(name, stream).await.map(Secret)
        })
    }
}

/// A secret connection.
pub(crate) struct Secret<S>(tokio_rustls::client::TlsStream<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Secret<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Secret<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, into)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Secret<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
