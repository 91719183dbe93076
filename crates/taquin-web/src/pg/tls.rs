//! TLS to PostgreSQL by rustls: the server has to prove its name with a certificate that the given
//! authority signed.

use std::fs;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use postgres::Socket;
use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::{TlsConnector, client};

/// The TLS connector.
#[derive(Clone)]
pub(crate) struct Tls(TlsConnector);

impl Tls {
    /// Trusts only the authorities of a PEM file.
    ///
    /// # Errors
    /// When the file cannot be read or holds no certificate.
    pub(crate) fn trusting(file: &Path) -> Result<Self, String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
        let text = fs::read(file).map_err(|error| told(&error))?;
        let mut roots = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(&text) {
            let certificate = certificate.map_err(|error| told(&error))?;
            roots.add(certificate).map_err(|error| told(&error))?;
        }
        if roots.is_empty() {
            return Err(told(&"no certificate in PEM form"));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| told(&error))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self(TlsConnector::from(Arc::new(config))))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Stream;
    type TlsConnect = ToHost;
    type Error = rustls::pki_types::InvalidDnsNameError;

    fn make_tls_connect(&mut self, host: &str) -> Result<ToHost, Self::Error> {
        let host = ServerName::try_from(host)?.to_owned();
        Ok(ToHost {
            connector: self.0.clone(),
            host,
        })
    }
}

/// The TLS connector for one host.
pub(crate) struct ToHost {
    connector: TlsConnector,
    host: ServerName<'static>,
}

impl TlsConnect<Socket> for ToHost {
    type Stream = Stream;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Stream>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let stream = self.connector.connect(self.host, socket).await?;
            Ok(Stream(Box::new(stream)))
        })
    }
}

/// An encrypted connection.
pub(crate) struct Stream(Box<client::TlsStream<Socket>>);

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        // The certificate was checked against the authority; SCRAM works without binding too.
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
