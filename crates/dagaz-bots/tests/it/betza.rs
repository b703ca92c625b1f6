//! How pieces move, in words that are known from elsewhere.

use dagaz_bots::betza;
use dagaz_testkit::source;

#[test]
fn piece_letters_match_other_programs() {
    for (name, known) in [
        ("chess", "K=K Q=Q R=R B=B N=N P=fmWfcFifmnD"),
        ("makruk", "K=K R=R N=N S=fWF M=F P=fmWfcF"),
        ("minishogi", "K=K R=R B=B G=WfF S=fWF P=fW"),
        ("xiangqi", "K=W A=F B=nA N=nN R=R C=mRcpR P=fsW"),
    ] {
        let game = source::named(name).expect("it is in the library");
        let said = betza(&*game);
        let said = |letter: &str| said.iter().find(|(known, _)| known == letter).map(|(_, moves)| moves.as_str());
        for (letter, moves) in known.split(' ').filter_map(|one| one.split_once('=')) {
            assert_eq!(said(letter), Some(moves), "{name}: {letter}");
        }
    }
}
