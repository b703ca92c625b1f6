//! Tournaments of several servers on one database: one of them runs them, and clients of the others
//! need not know.

use std::time::{Duration, Instant};

use crate::common::Running;
use crate::tournaments::{Player, generous, look, make, open_games, plan, play_open, player, post, resign, until};
use dagaz_store::Register;
use dagaz_testkit::postgres::{Cluster, shared};
use serde_json::{Value, json};

/// Servers on a database of their own.
struct Several {
    cluster: &'static Cluster,
    address: String,
    /// The one that runs tournaments.
    keeper: Running,
    other: Running,
}

/// Two of them; none where there is no PostgreSQL.
async fn two() -> Option<Several> {
    let cluster = tokio::task::spawn_blocking(shared).await.expect("it has not failed")?;
    let address = cluster.database().expect("it is made");
    let one = Running::start_beside(&address, generous()).await;
    let two = Running::start_beside(&address, generous()).await;
    let keeper = keeper(cluster, &address).await;
    let (keeper, other) = if one.address.to_string() == keeper { (one, two) } else { (two, one) };
    Some(Several { cluster, address, keeper, other })
}

/// Where the keeper listens.
async fn keeper(cluster: &Cluster, address: &str) -> String {
    let sql = "SELECT address FROM dagaz.posts JOIN dagaz.members ON epoch = owner WHERE name = 'lobby'";
    loop {
        let found = cluster.run(address, sql).expect("it is told");
        if !found.is_empty() {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn ids(players: &[Player]) -> Vec<String> {
    players.iter().map(|one| one.id.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_two_servers_share_a_tournament() {
    let Some(Several { keeper, other, .. }) = two().await else { return };
    let mut players = Vec::new();
    for (server, name) in [(&keeper, "Ann"), (&other, "Bob"), (&other, "Cay")] {
        players.push(player(server, name).await);
    }
    // Created, found and joined on any server.
    let id = make(&other, &players[1].pass, plan(json!({ "kind": "roundRobin" }), true, "n"));
    assert_eq!(id, make(&keeper, &players[1].pass, plan(json!({ "kind": "roundRobin" }), true, "n")));
    for (server, one) in [&keeper, &other, &other].into_iter().zip(&mut players) {
        let watched = one.socket.ask(json!({ "ask": "tournament", "tournament": id, "on": true })).await;
        assert_eq!(watched["tell"], "ok");
        let (status, view) = post(server, &one.pass, &format!("/tournaments/{id}/join"));
        assert_eq!((status, &view["about"]["joined"]), (200, &json!(true)), "{view}");
    }
    for one in &mut players {
        one.socket.wait_for(|tell| tell["tell"] == "tournament" && tell["version"] == 3).await;
    }
    for server in [&keeper, &other] {
        let (status, list, _) = server.as_person("", "GET", "/tournaments", None);
        assert_eq!((status, &list["tournaments"][0]["entrants"]), (200, &json!(3)), "{list}");
    }
    // What may not be done may not be done there either.
    let (status, again) = post(&other, &players[2].pass, &format!("/tournaments/{id}/join"));
    assert_eq!((status, &again["reason"]), (409, &json!("taken")), "{again}");
    let (status, refused) = post(&other, &players[2].pass, &format!("/tournaments/{id}/start"));
    assert_eq!((status, &refused["reason"]), (403, &json!("forbidden")), "{refused}");
    assert_eq!(other.as_person("", "GET", "/tournaments/none", None).0, 404);
    let (status, ..) = other.as_person(&players[0].pass, "POST", "/between/left", Some(json!({})));
    assert_eq!(status, 404, "only servers say so");
    assert_eq!(post(&other, &players[1].pass, &format!("/tournaments/{id}/start")).0, 200);
    let order = ids(&players);
    for round in 1..=3 {
        let running = until(&other, "", &id, |view| view["round"] == round && open_games(view).len() == 1).await;
        let pairing = &open_games(&running)[0];
        for side in ["first", "second"] {
            let one = players.iter_mut().find(|one| pairing[side]["person"] == *one.id).expect("they are here");
            let told = one.socket.wait_for(|tell| tell["tell"] == "tournamentGame").await;
            assert_eq!(told["game"], pairing["game"]);
        }
        play_open(&mut players, &running, &order).await;
    }
    for server in [&keeper, &other] {
        let over = until(server, "", &id, |view| view["about"]["phase"] == "ended").await;
        let points: Vec<&Value> = over["standings"].as_array().expect("all").iter().map(|one| &one["points"]).collect();
        assert_eq!(points, [&json!(2.0), &json!(1.0), &json!(0.0)], "{over}");
        let (_, past, _) = server.as_person("", "GET", "/tournaments?past=true", None);
        assert_eq!(past["tournaments"][0]["tournament"], json!(id));
    }
    for one in &players {
        assert!(one.socket.news.iter().all(|tell| tell["tell"] != "tournamentGame"), "each game is told of once");
    }
    keeper.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_arena_tournament_pairs_players_across_servers() {
    let Some(Several { cluster, address, keeper, other }) = two().await else { return };
    // No player is connected to the coordinator, or has sent it a request; Dan is absent.
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay"] {
        players.push(player(&other, name).await);
    }
    let away = other.new_user("Dan");
    let id = make(&other, &players[0].pass, plan(json!({ "kind": "arena", "minutes": 5 }), true, "a"));
    for pass in players.iter().map(|one| &one.pass).chain([&away.0]) {
        assert_eq!(post(&other, pass, &format!("/tournaments/{id}/join")).0, 200);
    }
    assert_eq!(post(&other, &players[0].pass, &format!("/tournaments/{id}/start")).0, 200);
    let order = ids(&players);
    let mut last = 0;
    for _ in 0..3 {
        let new = |view: &Value| open_games(view).iter().any(|one| one["number"].as_u64() >= Some(last));
        let view = until(&other, "", &id, new).await;
        let pairing = &open_games(&view)[0];
        last = pairing["number"].as_u64().expect("a number") + 1;
        assert!(!json!(open_games(&view)).to_string().contains(&away.1), "Dan takes part, but is not here");
        // The game is the other server's: the keeper hears how it ended, long before it compares.
        let game = pairing["game"].as_str().expect("a game");
        let sql = format!(
            "UPDATE dagaz.games SET owner = (SELECT epoch FROM dagaz.members WHERE address = '{}') WHERE name = '{game}'",
            other.address
        );
        cluster.run(&address, &sql).expect("it is done");
        let began = Instant::now();
        play_open(&mut players, &view, &order).await;
        until(&keeper, "", &id, |view| {
            let pairings = view["pairings"].as_array().expect("pairings");
            pairings.iter().any(|one| one["game"] == game && !one["result"].is_null())
        })
        .await;
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    }
    // A user who deletes their account leaves all tournaments.
    let gone = json!({ "password": "password of Dan" });
    let (status, said, _) = other.as_person(&away.0, "POST", "/me/delete", Some(gone));
    assert_eq!(status, 200, "{said}");
    let left = |view: &Value| {
        let standings = view["standings"].as_array().expect("standings");
        standings.iter().any(|one| one["person"]["person"] == *away.1 && one["left"] == json!(true))
    };
    until(&other, "", &id, left).await;
    // The operator cancels it, from another process.
    let register = Register::open_database(&address).expect("it opens");
    let now = look(&other, "", &id)["now"].as_u64().expect("a moment");
    let mut called = dagaz_server::call_off(&register, &id, now).expect("it is told");
    // The server may be as fast again and again.
    while !called {
        called = dagaz_server::call_off(&register, &id, now).expect("it is told");
    }
    until(&other, "", &id, |view| view["about"]["phase"] == "cancelled").await;
    keeper.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_survives_the_loss_of_its_coordinator() {
    let Some(Several { cluster, address, keeper: first, other }) = two().await else { return };
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cay", "Dan"] {
        players.push(player(&other, name).await);
    }
    let id = make(&other, &players[0].pass, plan(json!({ "kind": "roundRobin" }), true, "n"));
    for one in &players {
        assert_eq!(post(&other, &one.pass, &format!("/tournaments/{id}/join")).0, 200);
    }
    assert_eq!(post(&other, &players[0].pass, &format!("/tournaments/{id}/start")).0, 200);
    let running = until(&other, "", &id, |view| open_games(view).len() == 2).await;
    // The lease of the coordinator is expired while its games continue: one of the two remaining
    // servers takes them, and the tournament.
    let sql = format!("DELETE FROM dagaz.members WHERE address = '{}'; NOTIFY dagaz, 'members'", first.address);
    cluster.run(&address, &sql).expect("it is done");
    let ended = Instant::now();
    let again = until(&other, "", &id, |view| open_games(view).len() == 2).await;
    assert_eq!(open_games(&again), open_games(&running), "nothing is paired or begun twice");
    assert!(ended.elapsed() < Duration::from_secs(10), "{:?}", ended.elapsed());
    let order = ids(&players);
    let mut second_round = 0;
    for round in 1..=2u32 {
        let view = until(&other, "", &id, |view| view["round"] == round && !open_games(view).is_empty()).await;
        second_round = open_games(&view).len();
        for pairing in open_games(&view) {
            let game = pairing["game"].as_str().expect("a game").to_string();
            let rank =
                |side: &str| order.iter().position(|id| pairing[side]["person"] == **id).expect("they take part");
            let loser = &mut players[rank("first").max(rank("second"))];
            // Sockets that led to a server that was struck off are closed; browsers come back as
            // well.
            loser.socket = other.socket_of(&loser.pass).await.expect("it is let in");
            resign(loser, &game).await;
        }
    }
    assert_eq!(second_round, 2);
    // The first one stops in an orderly way, whichever of the two is the coordinator now.
    first.stop().await;
    let third = until(&other, "", &id, |view| view["round"] == 3 && open_games(view).len() == 2).await;
    for one in &mut players {
        one.socket = other.socket_of(&one.pass).await.expect("it is let in");
    }
    play_open(&mut players, &third, &order).await;
    let over = until(&other, "", &id, |view| view["about"]["phase"] == "ended").await;
    let points: Vec<&Value> = over["standings"].as_array().expect("all").iter().map(|one| &one["points"]).collect();
    assert_eq!(points, [&json!(3.0), &json!(2.0), &json!(1.0), &json!(0.0)], "{over}");
    let sql = "SELECT count(*), count(DISTINCT number), max(number) + 1 FROM dagaz.tournament_deeds";
    let counted = cluster.run(&address, sql).expect("it is told");
    let counted: Vec<&str> = counted.split('|').collect();
    assert!(counted.iter().all(|count| *count == counted[0]), "{counted:?}");
    other.stop().await;
}
