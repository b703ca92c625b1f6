//! Connections to a database by TLS: what an address asks for is what is done, and nothing less.
//! The certificates of `certificates/` are of these tests alone.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use dagaz_store::{Options, Register, Store, StoreFault};
use dagaz_testkit::postgres::{Cluster, programs, shared};

fn certificate(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/certificates").join(name)
}

/// Gives a server a certificate for 127.0.0.1, and has it take TLS.
fn take_tls(cluster: &Cluster) {
    for name in ["server.pem", "server.key"] {
        let text = std::fs::read_to_string(certificate(name)).expect("it is there");
        // Files written by the server are unreadable for others.
        let write = format!(
            "COPY (SELECT unnest(string_to_array('{}', E'\\n'))) TO PROGRAM 'umask 077; cat >{name}'",
            text.trim_end()
        );
        cluster.run("postgres", &write).expect("it is written");
    }
    for set in ["ssl_cert_file = 'server.pem'", "ssl_key_file = 'server.key'", "ssl = on"] {
        cluster.run("postgres", &format!("ALTER SYSTEM SET {set}")).expect("it is set");
    }
    cluster.run("postgres", "SELECT pg_reload_conf()").expect("it is told");
    let began = Instant::now();
    while cluster.run("postgres", "SHOW ssl").expect("it answers") != "on" {
        assert!(began.elapsed() < Duration::from_secs(20), "it does not take TLS");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn refused(address: &str) -> String {
    match Store::open_database(address, Options::default()) {
        Ok(_) => panic!("{address} is let in"),
        Err(fault @ (StoreFault::Open(_) | StoreFault::Unreachable(_))) => fault.to_string(),
        Err(fault) => panic!("{fault:?}"),
    }
}

#[test]
fn a_database_connection_uses_the_encryption_of_its_address() {
    if programs().is_none() {
        shared();
        return;
    }
    let cluster = Cluster::start().expect("it starts");
    let address = cluster.database().expect("it is made");
    let said = refused(&format!("{address}?sslmode=require"));
    assert!(said.contains("TLS"), "a server without TLS is not spoken to: {said}");
    take_tls(&cluster);
    let file = |name: &str| certificate(name).display().to_string().replace('/', "%2F");
    let full = |address: &str, name: &str| format!("{address}?sslmode=verify-full&sslrootcert={}", file(name));
    let secret = "SELECT coalesce(string_agg(DISTINCT ssl::text, ' '), 'nobody') FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
        WHERE datname = current_database() AND application_name = 'dagaz'";
    for (address, wanted) in [
        (address.clone(), "false"),
        (format!("{address}?sslmode=disable"), "false"),
        (format!("{address}?sslmode=require"), "true"),
        (full(&address, "ca.pem"), "true"),
    ] {
        let store = Store::open_database(&address, Options::default()).expect("it opens");
        let register = Register::open_database(&address).expect("it opens");
        assert_eq!((store.count(), register.people()), (Ok(0), Ok(0)));
        // The one that keeps the lease, those that read, and the one that writes.
        store.note_tagged(1, 0).expect("it is written");
        assert_eq!(cluster.run(&cluster_database(&address), secret).expect("it is told"), wanted, "{address}");
        drop((store, register));
    }
    let said = refused(&full(&address, "other.pem"));
    assert!(said.contains("certificate"), "another authority: {said}");
    let said = refused(&full(&address.replace("127.0.0.1", "localhost"), "ca.pem"));
    assert!(said.contains("certificate"), "another name: {said}");
    let said = refused(&full(&address, "none.pem"));
    assert!(said.contains("none.pem"), "{said}");
    for wrong in ["sslmode=verify-ca", "sslmode=full", "sslmode=require&sslrootcert=x"] {
        let said = refused(&format!("{address}?{wrong}"));
        assert!(said.contains("ssl"), "{wrong}: {said}");
    }
}

/// The address alone, as other programs understand it.
fn cluster_database(address: &str) -> String {
    address.split('?').next().unwrap_or_default().to_string()
}
