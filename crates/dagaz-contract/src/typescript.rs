//! The types of the contract in TypeScript, written from the Rust ones.
//!
//! The test fails if `web/src/contract/index.ts` is not what the types say; with `DAGAZ_WRITE=1` it
//! writes the file.

use std::collections::BTreeMap;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::board::Board;
use crate::catalog::{
    Archive, Begun, Hello, Library, NewGame, NewRecord, Placed, RecordText, RulesText, ShowRules, Trouble, Uploaded,
};
use crate::message::{ClientMessage, ServerMessage};
use crate::people::{Confirmed, Credentials, Mute, Nothing, Profile, Report};
use crate::second_factor::{CodeShown, ConfirmedByCode, Login, RecoveryCodes, SecondFactorSetup, SecondFactorView};
use crate::studio::{TextAnswer, TextQuestion};
use crate::tournament::{NewTournament, TournamentView, Tournaments};

/// Declarations by name, of a type and of all that it is made of.
struct Collected(BTreeMap<String, String>);

impl TypeVisitor for Collected {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let config = Config::default();
        if T::output_path().is_none() || self.0.contains_key(&T::ident(&config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.0.insert(T::ident(&config), format!("{docs}export {}\n", T::decl(&config)));
        T::visit_dependencies(self);
    }
}

fn declarations() -> String {
    let mut all = Collected(BTreeMap::new());
    all.visit::<Hello>();
    all.visit::<Library>();
    all.visit::<RulesText>();
    all.visit::<Placed>();
    all.visit::<Uploaded>();
    all.visit::<ShowRules>();
    all.visit::<TextQuestion>();
    all.visit::<TextAnswer>();
    all.visit::<NewGame>();
    all.visit::<NewRecord>();
    all.visit::<RecordText>();
    all.visit::<Begun>();
    all.visit::<Archive>();
    all.visit::<Trouble>();
    all.visit::<Credentials>();
    all.visit::<Confirmed>();
    all.visit::<Login>();
    all.visit::<SecondFactorView>();
    all.visit::<SecondFactorSetup>();
    all.visit::<CodeShown>();
    all.visit::<ConfirmedByCode>();
    all.visit::<RecoveryCodes>();
    all.visit::<Profile>();
    all.visit::<Mute>();
    all.visit::<Report>();
    all.visit::<Nothing>();
    all.visit::<NewTournament>();
    all.visit::<Tournaments>();
    all.visit::<TournamentView>();
    all.visit::<Board>();
    all.visit::<ClientMessage>();
    all.visit::<ServerMessage>();
    let version = crate::VERSION;
    let mut text = format!(
        "// Written from the Rust types of crates/dagaz-contract. Do not edit; `cargo xtask contract` writes it anew.\n\n\
         /** The version of the contract. */\nexport const CONTRACT_VERSION = {version};\n"
    );
    for declaration in all.0.values() {
        text += "\n";
        text += declaration;
    }
    text
}

#[test]
fn typescript_types_match_rust() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/contract/index.ts");
    let expected = declarations();
    if std::env::var_os("DAGAZ_WRITE").is_some() {
        std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("the folder can be made");
        std::fs::write(&path, &expected).expect("the file can be written");
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "web/src/contract/index.ts is not what the types say; run `cargo xtask contract`");
}
