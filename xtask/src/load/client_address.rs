//! Client addresses.
//!
//! A server limits each address. All of 127.0.0.0/8 is this machine, so each client can have an
//! address of its own, and the limits stay in force.

use std::net::Ipv4Addr;

use tokio::net::{TcpSocket, TcpStream};

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress {
    from: Ipv4Addr,
    pub(crate) port: u16,
}

/// The first address of those who play, and of those who do not mean to: 127.1.0.1 and 127.0.1.0.
const PLAYERS: u32 = 0x7F01_0001;
const OTHERS: u32 = 0x7F00_0100;

impl ClientAddress {
    /// From the usual address.
    pub(crate) fn usual(port: u16) -> ClientAddress {
        ClientAddress { from: Ipv4Addr::LOCALHOST, port }
    }

    /// From the house of those who play a game together.
    pub(crate) fn of_players(port: u16, number: usize) -> ClientAddress {
        ClientAddress { from: Ipv4Addr::from(PLAYERS.saturating_add(number as u32)), port }
    }

    /// An address without players.
    pub(crate) fn of_others(port: u16, number: usize) -> ClientAddress {
        ClientAddress { from: Ipv4Addr::from(OTHERS.saturating_add(number as u32)), port }
    }

    /// A connection to the server.
    pub(crate) async fn connect(self) -> Result<TcpStream, String> {
        let connected = async {
            let socket = TcpSocket::new_v4()?;
            socket.bind((self.from, 0).into())?;
            let stream = socket.connect((Ipv4Addr::LOCALHOST, self.port).into()).await?;
            stream.set_nodelay(true)?;
            Ok(stream)
        };
        connected.await.map_err(|error: std::io::Error| error.to_string())
    }
}
