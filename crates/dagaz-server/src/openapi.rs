//! The description of all requests in OpenAPI, made from the types of the contract.

use dagaz_contract::catalog::{
    Archive, Begun, Hello, Library, LibraryEntry, NewGame, NewRecord, Placed, RecordText, RulesText, ShowRules,
    Trouble, Uploaded,
};
use dagaz_contract::people::{Confirmed, Credentials, Mute, Nothing, PersonView, Profile, Report};
use dagaz_contract::second_factor::{
    CodeShown, ConfirmedByCode, Login, RecoveryCodes, SecondFactorSetup, SecondFactorView,
};
use dagaz_contract::studio::{TextAnswer, TextQuestion};
use dagaz_contract::tournament::{NewTournament, TournamentView, Tournaments};
use dagaz_contract::{Board, ClientMessage, ServerMessage, View};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

/// A request: method, path, what it does, parameters, the schema of its body and of its answer.
type Operation = (&'static str, &'static str, &'static str, &'static [&'static str], Option<Value>, Value);

/// Stands behind the name of a parameter that may not be left out.
const NEEDED: char = '!';

/// Returns the description, in OpenAPI 3.1. The messages of the socket are schemas in it:
/// `ClientMessage` one way, `ServerMessage` the other.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut made = settings.into_generator();
    let g = &mut made;
    fn of<T: schemars::JsonSchema>(generator: &mut SchemaGenerator) -> Value {
        generator.subschema_for::<T>().to_value()
    }
    let trouble = of::<Trouble>(g);
    let (_, _) = (of::<ClientMessage>(g), of::<ServerMessage>(g));
    let operations: Vec<Operation> = vec![
        ("get", "/hello", "What the server is, and what it offers", &[], None, of::<Hello>(g)),
        ("get", "/library", "All rules that can be played", &[], None, of::<Library>(g)),
        ("get", "/library/{id}", "How rules are listed, for whoever knows their id", &[], None, of::<LibraryEntry>(g)),
        ("get", "/library/{id}/board", "The board of rules, for a picture of it", &["variant"], None, of::<Board>(g)),
        (
            "get",
            "/library/{id}/position",
            "What a text says of a position",
            &["text!", "variant"],
            None,
            of::<Placed>(g),
        ),
        ("get", "/library/{id}/text", "The text of rules, and what is wrong with it", &[], None, of::<RulesText>(g)),
        (
            "post",
            "/rules",
            "Hands in a rules file, or a zip with one and its pictures; the body is the file",
            &["name!", "visible", "draft"],
            Some(json!({})),
            of::<Uploaded>(g),
        ),
        (
            "post",
            "/rules/{hash}/visible",
            "Says who may have rules that one has handed in",
            &[],
            Some(of::<ShowRules>(g)),
            of::<Nothing>(g),
        ),
        ("get", "/rules/{hash}/files/{name}", "A picture that came with rules", &[], None, json!({})),
        (
            "post",
            "/studio",
            "Answers a question about a rules text that is being written; the text comes with it",
            &[],
            Some(of::<TextQuestion>(g)),
            of::<TextAnswer>(g),
        ),
        (
            "post",
            "/records",
            "Hands in a record, which becomes a study",
            &[],
            Some(of::<NewRecord>(g)),
            of::<Uploaded>(g),
        ),
        (
            "get",
            "/games",
            "Games, those first in which something happened last",
            &["after", "search", "live", "count", "player", "rules", "result", "waiting", "opening", "variant"],
            None,
            of::<Archive>(g),
        ),
        (
            "post",
            "/games",
            "Begins a game; sent again with the same nonce, it finds it",
            &[],
            Some(of::<NewGame>(g)),
            of::<Begun>(g),
        ),
        ("get", "/games/{id}/view", "A position of a game", &["node"], None, of::<View>(g)),
        ("get", "/games/{id}/board", "The board of a game", &[], None, of::<Board>(g)),
        ("get", "/games/{id}/record", "A game in a format of records", &["format"], None, of::<RecordText>(g)),
        ("get", "/me", "Who one is, where people meet", &[], None, of::<PersonView>(g)),
        ("post", "/guests", "Comes in as a guest", &[], None, of::<PersonView>(g)),
        ("post", "/accounts", "Makes an account, and comes in", &[], Some(of::<Credentials>(g)), of::<PersonView>(g)),
        (
            "post",
            "/login",
            "Logs in by name and password, and by a code if the account has a second factor",
            &[],
            Some(of::<Login>(g)),
            of::<PersonView>(g),
        ),
        ("post", "/logout", "Ends the pass that is shown", &[], None, of::<Nothing>(g)),
        ("post", "/logout-elsewhere", "Ends all other passes of one's own", &[], None, of::<Nothing>(g)),
        (
            "post",
            "/me/password",
            "Chooses another password, which ends all other passes",
            &[],
            Some(of::<Confirmed>(g)),
            of::<Nothing>(g),
        ),
        ("post", "/me/delete", "Removes one's account", &[], Some(of::<Confirmed>(g)), of::<Nothing>(g)),
        (
            "get",
            "/me/second-factor",
            "Returns whether one's account has a second factor",
            &[],
            None,
            of::<SecondFactorView>(g),
        ),
        (
            "post",
            "/me/second-factor",
            "Makes a secret for an authenticator; a code of it turns the second factor on",
            &[],
            Some(of::<Confirmed>(g)),
            of::<SecondFactorSetup>(g),
        ),
        (
            "post",
            "/me/second-factor/confirm",
            "Turns the second factor on, returns recovery codes, and ends all other sessions",
            &[],
            Some(of::<CodeShown>(g)),
            of::<RecoveryCodes>(g),
        ),
        (
            "post",
            "/me/second-factor/remove",
            "Turns the second factor off",
            &[],
            Some(of::<ConfirmedByCode>(g)),
            of::<Nothing>(g),
        ),
        ("get", "/me/export", "Everything that is kept about one", &[], None, json!({ "type": "object" })),
        ("get", "/people/{id}", "What everybody may know of somebody, by id or name", &[], None, of::<Profile>(g)),
        ("post", "/people/{id}/mute", "Hears somebody no longer, or again", &[], Some(of::<Mute>(g)), of::<Nothing>(g)),
        (
            "post",
            "/games/{id}/report",
            "Tells those who run the server of something at a table",
            &[],
            Some(of::<Report>(g)),
            of::<Nothing>(g),
        ),
        (
            "get",
            "/tournaments",
            "Tournaments that go on or will; with past=true those that are over",
            &["past", "after"],
            None,
            of::<Tournaments>(g),
        ),
        (
            "post",
            "/tournaments",
            "Makes a tournament; sent again with the same nonce, it finds it",
            &[],
            Some(of::<NewTournament>(g)),
            of::<TournamentView>(g),
        ),
        ("get", "/tournaments/{id}", "A tournament: standings, and a round", &["round"], None, of::<TournamentView>(g)),
        ("post", "/tournaments/{id}/join", "Takes part in a tournament", &[], None, of::<TournamentView>(g)),
        ("post", "/tournaments/{id}/leave", "Takes part no longer", &[], None, of::<TournamentView>(g)),
        ("post", "/tournaments/{id}/start", "Starts one's own tournament", &[], None, of::<TournamentView>(g)),
        ("post", "/tournaments/{id}/cancel", "Calls one's own tournament off", &[], None, of::<TournamentView>(g)),
        (
            "get",
            "/socket",
            "The socket; each message of a client is a ClientMessage, each of the server a ServerMessage",
            &[],
            None,
            json!({}),
        ),
    ];
    let mut paths = serde_json::Map::new();
    for (method, path, what, queries, body, answer) in operations {
        let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": place == "path", "schema": { "type": "string" } });
        let in_path = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let mut parameters: Vec<Value> = in_path.map(|name| parameter(name, "path")).collect();
        parameters.extend(queries.iter().map(|name| {
            let mut one = parameter(name.trim_end_matches(NEEDED), "query");
            one["required"] = name.ends_with(NEEDED).into();
            one
        }));
        let plain = answer == json!({});
        let kind = if plain { "*/*" } else { "application/json" };
        let mut responses = serde_json::Map::new();
        let status = match (path, method) {
            ("/socket", _) => "101",
            ("/games" | "/tournaments", "post") => "201",
            _ => "200",
        };
        responses.insert(status.to_string(), json!({ "description": what, "content": { kind: { "schema": answer } } }));
        responses.insert(
            "default".to_string(),
            json!({ "description": "It was refused", "content": { "application/json": { "schema": trouble } } }),
        );
        let mut operation = json!({ "summary": what, "parameters": parameters, "responses": responses });
        if let Some(body) = body {
            let kind = if body == json!({}) { "application/octet-stream" } else { "application/json" };
            operation["requestBody"] = json!({ "required": true, "content": { kind: { "schema": body } } });
        }
        let entry = paths.entry(path.to_string()).or_insert_with(|| json!({}));
        entry[method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Dagaz",
            "version": dagaz_contract::VERSION.to_string(),
            "description": "Games over HTTP and WebSocket. Every request shows the token, as cookie or as bearer."
        },
        "servers": [{ "url": "/api/v1" }],
        "security": [{ "bearer": [] }, { "cookie": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "cookie": { "type": "apiKey", "in": "cookie", "name": "dagaz" }
            },
            "schemas": made.take_definitions(true)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_description_is_that_of_the_types() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
        let expected = format!("{}\n", serde_json::to_string_pretty(&document()).expect("it is JSON"));
        if std::env::var_os("DAGAZ_WRITE").is_some() {
            std::fs::write(&path, &expected).expect("the file can be written");
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        // The order of keys depends on what else is built.
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        assert!(
            read(&found) == read(&expected),
            "docs/openapi.json is not what the types say; run `cargo xtask contract`"
        );
    }

    #[test]
    fn every_named_schema_exists() {
        let document = document();
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        let text = document.to_string();
        let mut named = 0;
        for (at, _) in text.match_indices("#/components/schemas/") {
            let name: String = text[at + 21..].chars().take_while(|c| *c != '"').collect();
            assert!(schemas.contains_key(&name), "{name}");
            named += 1;
        }
        assert!(named > 50 && schemas.contains_key("View") && schemas.contains_key("Command"));
    }
}
