//! Small games built by hand, with the moves that a person finds.

use std::ops::Deref;
use std::sync::Arc;

use dagaz_core::*;
use dagaz_engine::{CompiledGame, Interpreter};
use dagaz_rules::*;

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);
const NORTH: DirectionId = DirectionId(0);
const EAST: DirectionId = DirectionId(1);
const SOUTH: DirectionId = DirectionId(2);
const WEST: DirectionId = DirectionId(3);
const ROUND: [DirectionId; 4] = [NORTH, EAST, SOUTH, WEST];
const JUMP: MoveClassId = MoveClassId(0);
const QUIET: MoveClassId = MoveClassId(1);

/// One thing that a straight rule does.
enum Act {
    Go(Hop),
    Verify(Truth),
    Do(Action),
    Emit(Emit),
}
use Act::{Do, Go, Verify};

fn add() -> Act {
    Act::Emit(Emit::default())
}

fn add_partial() -> Act {
    Act::Emit(Emit { then: Some(Then::SameClass), ..Emit::default() })
}

fn go(direction: DirectionId) -> Act {
    Go(Hop::Along(direction))
}

fn here(test: SiteTest) -> Truth {
    Truth::Site(Place::Here, test)
}

fn holds(holder: Holder) -> SiteTest {
    SiteTest::Holds(holder, Vec::new())
}

fn not(truth: Truth) -> Truth {
    truth.negate()
}

/// The automaton that does one thing after the other.
fn straight(acts: Vec<Act>) -> Automaton {
    let mut builder = AutomatonBuilder::new(1_000);
    let mut next = AutomatonBuilder::END;
    for act in acts.into_iter().rev() {
        let node = match act {
            Go(hop) => Node::Go(hop, next),
            Verify(truth) => Node::Test(truth, next, AutomatonBuilder::END),
            Do(action) => Node::Do(action, next),
            Act::Emit(emit) => Node::Emit(emit, next),
        };
        next = builder.add(node, Span::default()).expect("small");
    }
    builder.build(next)
}

/// Over empty sites, to the first enemy and not beyond.
fn slide(direction: DirectionId) -> Automaton {
    let mut builder = AutomatonBuilder::new(100);
    let mut node = |node| builder.add(node, Span::default()).expect("small");
    let head = node(Node::End);
    let take = node(Node::Emit(Emit::default(), AutomatonBuilder::END));
    let enemy = node(Node::Test(here(holds(Holder::Enemy)), take, AutomatonBuilder::END));
    let quiet = node(Node::Emit(Emit::default(), head));
    let test = node(Node::Test(here(SiteTest::Empty), quiet, enemy));
    let step = node(Node::Go(Hop::Along(direction), test));
    builder.replace(head, Node::Turn(step));
    builder.build(head)
}

/// Over an enemy to an empty site, and on.
fn jump(direction: DirectionId) -> Automaton {
    straight(vec![
        go(direction),
        Verify(here(holds(Holder::Enemy))),
        Do(Action::Capture(Place::Here)),
        go(direction),
        Verify(here(SiteTest::Empty)),
        add_partial(),
    ])
}

/// To the next site, if it is empty or an enemy's.
fn walk(direction: DirectionId) -> Automaton {
    straight(vec![go(direction), Verify(not(here(holds(Holder::Own)))), add()])
}

/// A game of White and Black on a square board, with piece types that do not move yet.
fn game(side: usize, kinds: &[&str]) -> Rules {
    let mut board = TopologyBuilder::new(&Limits::default());
    for name in ["n", "e", "s", "w"] {
        board.direction(name).expect("few");
    }
    let name = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let places: Vec<(usize, usize)> = (0..side * side).map(|index| (index % side, index / side)).collect();
    for &(file, rank) in &places {
        board.site(Site { name: name(file, rank), ..Site::default() }).expect("few");
    }
    for &(file, rank) in &places {
        let from = board.find_site(&name(file, rank)).expect("added");
        for (direction, (dx, dy)) in ROUND.into_iter().zip([(0, 1), (1, 0), (0, -1), (-1, 0)]) {
            let (Some(file), Some(rank)) = (file.checked_add_signed(dx), rank.checked_add_signed(dy)) else { continue };
            if let Some(to) = board.find_site(&name(file, rank)) {
                board.link(direction, from, to).expect("few");
            }
        }
    }
    board_game(board.build().expect("small"), kinds)
}

/// A game on a ring of sites, `n` leading round.
fn ring(sites: usize, kinds: &[&str]) -> Rules {
    let mut board = TopologyBuilder::new(&Limits::default());
    let round = board.direction("n").expect("first");
    let add = |index| Site { name: format!("r{index}"), ..Site::default() };
    let sites: Vec<SiteId> = (0..sites).map(|index| board.site(add(index)).expect("few")).collect();
    for (index, &site) in sites.iter().enumerate() {
        board.link(round, site, sites[(index + 1) % sites.len()]).expect("few");
    }
    board_game(board.build().expect("small"), kinds)
}

fn board_game(topology: Topology, kinds: &[&str]) -> Rules {
    let player = |name: &str| Player { name: name.into(), kind: PlayerKind::Chooser };
    let slot = |player, next| Slot { mover: player, side: player, class: None, next, span: Span::default() };
    Rules {
        edition: 2,
        topology,
        players: vec![player("White"), player("Black")],
        pieces: kinds.iter().map(|&name| PieceType { name: name.into(), ..PieceType::default() }).collect(),
        attributes: Vec::new(),
        flags: Vec::new(),
        site_flags: Vec::new(),
        classes: vec!["jump".into(), "quiet".into()],
        rules: Vec::new(),
        turns: TurnOrder { slots: vec![slot(WHITE, SlotId(1)), slot(BLACK, SlotId(0))] },
        first: None,
        longest_chain: false,
        merge: Default::default(),
        recycle_promotions: false,
        may_stop: false,
        pass: PassRule::Never,
        capture: Capture::Gone,
        nevers: Vec::new(),
        endings: Vec::new(),
        setup: Position::default(),
        glossary: Glossary::default(),
        view: Vec::new(),
    }
}

fn entry(rules: &mut Rules, class: Option<MoveClassId>, automaton: Automaton) -> Entry {
    let rule = RuleId::at(rules.rules.len());
    rules.rules.push(Rule { name: rule.0.to_string(), arguments: Vec::new(), automaton, span: Span::default() });
    Entry { rule, class }
}

fn moves_by(rules: &mut Rules, kind: usize, class: Option<MoveClassId>, automata: Vec<Automaton>) {
    for automaton in automata {
        let entry = entry(rules, class, automaton);
        rules.pieces[kind].moves.push(entry);
    }
}

fn drops_by(rules: &mut Rules, kind: usize, automaton: Automaton) {
    let entry = entry(rules, None, automaton);
    rules.pieces[kind].drops.push(entry);
}

fn at(rules: &Rules, name: &str) -> SiteId {
    rules.topology.site_named(name).expect("a site of the board")
}

/// Puts pieces up: each name of a site with the number of its type, White's and Black's.
fn put(rules: &mut Rules, white: &[(&str, usize)], black: &[(&str, usize)]) {
    for (owner, pieces) in [(WHITE, white), (BLACK, black)] {
        for &(site, kind) in pieces {
            let piece = Piece { kind: PieceTypeId::at(kind), owner };
            let placement = Placement { site: at(rules, site), piece, attributes: Vec::new() };
            rules.setup.pieces.push(placement);
        }
    }
}

/// A game with the rules that it has.
struct Ready {
    rules: Arc<Rules>,
    game: Interpreter,
}

impl Deref for Ready {
    type Target = Interpreter;

    fn deref(&self) -> &Interpreter {
        &self.game
    }
}

fn ready(rules: Rules) -> Ready {
    assert_eq!(validate(&rules), []);
    let rules = Arc::new(rules);
    let game = Interpreter::new(Arc::clone(&rules), &Limits::default()).expect("within limits");
    Ready { rules, game }
}

/// A step in a few letters: `a1-a2`, `xb2` for a capture, `a1&a2` for moves that happen together.
fn written(game: &Ready, effects: &[Effect]) -> String {
    let name = |site: SiteId| game.topology().site(site).name.clone();
    let kind = |kind: PieceTypeId| game.rules.piece_name(kind).to_string();
    let words = effects.iter().map(|effect| match *effect {
        Effect::Move { from, to } => format!("{}-{}", name(from), name(to)),
        Effect::Together { .. } => "&".to_string(),
        Effect::Remove { site } => format!("x{}", name(site)),
        Effect::Place { site, kind: which, owner } => format!("+{}{}{}", owner.0, kind(which), name(site)),
        Effect::Drop { site, kind: which, .. } => format!("{}*{}", kind(which), name(site)),
        Effect::Become { site, kind: which } => format!("{}={}", name(site), kind(which)),
        Effect::Give { site, owner } => format!("{}>{}", name(site), owner.0),
        Effect::Set { site, attribute, value } => format!("{}.{}={value}", name(site), attribute.0),
        other => format!("{other:?}"),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn written_move(game: &Ready, one: MoveRef<'_>) -> String {
    let steps = one.steps().map(|(step, effects)| match step.is_pass() {
        true => "pass".to_string(),
        false => written(game, effects),
    });
    steps.collect::<Vec<_>>().join(" / ")
}

fn moves(game: &Ready, state: &State) -> Vec<String> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits");
    list.iter().map(|one| written_move(game, one)).collect()
}

fn first_moves(game: &Ready) -> Vec<String> {
    moves(game, &game.initial())
}

fn play(game: &Ready, state: &mut State, chosen: &str) {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits");
    let one = list.iter().find(|one| written_move(game, *one) == chosen).expect("a legal move");
    game.play(state, one, &mut UndoLog::new());
}

fn play_step(game: &Ready, state: &mut State, chosen: &str) -> StepChoice {
    let mut list = MoveList::new();
    let choice = game.steps(state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits");
    let one = list.iter().find(|one| written_move(game, *one) == chosen).expect("a legal step");
    game.play_step(state, one, &mut UndoLog::new()).expect("within limits");
    choice
}

#[test]
fn a_slider_stops_at_the_first_piece_and_takes_enemies() {
    let mut rules = game(3, &["R"]);
    moves_by(&mut rules, 0, None, ROUND.map(slide).to_vec());
    put(&mut rules, &[("a1", 0), ("b2", 0)], &[("a3", 0)]);
    let expected = ["a1-a2", "a1-a3", "a1-b1", "a1-c1", "b2-b3", "b2-c2", "b2-b1", "b2-a2"].map(String::from).to_vec();
    assert_eq!(first_moves(&ready(rules)), expected);
}

#[test]
fn directions_are_relative_to_the_player() {
    let mut rules = game(3, &["P"]);
    let mut board = TopologyBuilder::new(&Limits::default());
    let (n, s) = (board.direction("n").expect("few"), board.direction("s").expect("few"));
    let sites = ["a", "b", "c"].map(|name| board.site(Site { name: name.into(), ..Site::default() }).expect("few"));
    for pair in sites.windows(2) {
        board.link(n, pair[0], pair[1]).expect("few");
        board.link(s, pair[1], pair[0]).expect("few");
    }
    board.symmetry(BLACK, n, s);
    rules.topology = board.build().expect("small");
    moves_by(&mut rules, 0, None, vec![walk(n)]);
    put(&mut rules, &[("a", 0)], &[("c", 0)]);
    let game = ready(rules);
    let mut state = game.initial();
    play(&game, &mut state, "a-b");
    assert_eq!(moves(&game, &state), ["c-b"]);
}

#[test]
fn emission_clears_effects_and_merges_equal_ones() {
    let mut rules = game(3, &["M"]);
    let enemy = at(&rules, "c3");
    let acts = vec![
        Do(Action::Capture(Place::At(enemy))),
        Do(Action::Capture(Place::At(enemy))),
        Do(Action::Become(PieceTypeId(0), Place::Here)),
        go(EAST),
        add(),
        go(EAST),
        add(),
    ];
    moves_by(&mut rules, 0, None, vec![straight(acts)]);
    put(&mut rules, &[("a1", 0)], &[("c3", 0)]);
    // What becomes of the piece on a1 is nothing: when it would, no piece stands there any more.
    assert_eq!(first_moves(&ready(rules)), ["a1-b1 xc3", "a1-c1"]);
}

#[test]
fn a_cascade_swaps_two_pieces() {
    let mut rules = game(3, &["M", "N"]);
    let acts = vec![go(NORTH), Verify(here(holds(Holder::Own))), Do(Action::Cascade), Go(Hop::Against(NORTH)), add()];
    moves_by(&mut rules, 0, None, vec![straight(acts)]);
    put(&mut rules, &[("a1", 0), ("a2", 1)], &[("c3", 0)]);
    let game = ready(rules);
    assert_eq!(first_moves(&game), ["& a1-a2 a2-a1"]);
    let mut state = game.initial();
    play(&game, &mut state, "& a1-a2 a2-a1");
    let kind_on = |name| state.piece(at(&game.rules, name)).map(|piece| piece.kind.0);
    assert_eq!((kind_on("a1"), kind_on("a2")), (Some(1), Some(0)));
    assert_eq!(state.count_all(game.layout(), WHITE), 2, "nothing was captured");
}

#[test]
fn effects_stand_in_their_order_and_the_last_of_each_counts() {
    let mut rules = game(3, &["M", "N"]);
    rules.attributes = vec![Attribute { name: "moved".into(), integer: false }];
    let (b2, c2, c3) = (at(&rules, "b2"), at(&rules, "c2"), at(&rules, "c3"));
    let moved = AttributeId(0);
    let create = |kind, site| Action::Create { owner: OwnerOf::Side, kind, place: Place::At(site) };
    let acts = vec![
        Do(Action::SetAttribute(moved, Truth::Always(false), Place::At(b2))),
        Do(Action::SetAttribute(moved, here(holds(Holder::Own)), Place::At(b2))),
        Do(Action::SetAttribute(moved, Truth::Always(true), Place::At(c2))),
        Do(Action::Flip(Place::At(c3))),
        Do(create(Some(PieceTypeId(1)), b2)),
        Do(create(None, b2)),
        go(EAST),
        Do(Action::Become(PieceTypeId(0), Place::Here)),
        Act::Emit(Emit { becomes: vec![PieceTypeId(1), PieceTypeId(0)], ..Emit::default() }),
    ];
    moves_by(&mut rules, 0, None, vec![straight(acts)]);
    put(&mut rules, &[("a1", 0)], &[("b1", 0), ("c3", 0)]);
    assert_eq!(first_moves(&ready(rules)), ["a1-b1 +0Mb2 b1=N c3>0 b2.0=1", "a1-b1 +0Mb2 b1=M c3>0 b2.0=1"]);
}

#[test]
fn a_piece_that_captures_on_its_destination_is_removed() {
    let mut rules = game(3, &["M"]);
    let strike = vec![
        Do(Action::Create { owner: OwnerOf::Side, kind: None, place: Place::Here }),
        go(EAST),
        Do(Action::Capture(Place::Here)),
        add(),
    ];
    moves_by(&mut rules, 0, None, vec![straight(strike)]);
    put(&mut rules, &[("a1", 0)], &[("b1", 0)]);
    let game = ready(rules);
    assert_eq!(first_moves(&game), ["a1-b1 xb1 +0Ma1"]);
    let mut state = game.initial();
    play_step(&game, &mut state, "a1-b1 xb1 +0Ma1");
    let owner = |name: &str| state.piece(at(&game.rules, name)).map(|piece| piece.owner);
    assert_eq!((owner("a1"), owner("b1")), (Some(WHITE), None), "the piece has struck from where it stands");
}

#[test]
fn a_copy_keeps_the_original_and_does_not_capture_its_own_site() {
    let mut rules = game(3, &["M"]);
    let copy = Act::Emit(Emit { copies: true, ..Emit::default() });
    moves_by(&mut rules, 0, None, vec![straight(vec![go(EAST), copy])]);
    moves_by(&mut rules, 0, None, vec![straight(vec![Do(Action::Capture(Place::Here)), add()])]);
    put(&mut rules, &[("a1", 0)], &[("c3", 0)]);
    assert_eq!(first_moves(&ready(rules)), ["+0Mb1", ""]);
}

#[test]
fn a_jumping_piece_must_continue_unless_the_rules_let_it_stop() {
    let mut rules = game(5, &["J"]);
    moves_by(&mut rules, 0, Some(JUMP), vec![jump(EAST), jump(NORTH)]);
    put(&mut rules, &[("a1", 0)], &[("b1", 0), ("d1", 0), ("c2", 0)]);
    let chains = ["a1-c1 xb1 / c1-e1 xd1", "a1-c1 xb1 / c1-c3 xc2"];
    assert_eq!(first_moves(&ready(rules.clone())), chains);
    rules.may_stop = true;
    let game = ready(rules);
    assert_eq!(first_moves(&game), ["a1-c1 xb1 / pass", chains[0], chains[1]]);

    let mut state = game.initial();
    assert!(!play_step(&game, &mut state, "a1-c1 xb1").may_stop);
    assert_eq!(moves(&game, &state), ["pass", "c1-e1 xd1", "c1-c3 xc2"]);
    assert_eq!(game.turn(&state), Turn::Choice(WHITE));
    let mut stopped = state.clone();
    assert!(play_step(&game, &mut stopped, "pass").may_stop);
    assert_eq!((game.turn(&stopped), stopped.pending(game.layout())), (Turn::Choice(BLACK), None));
    play_step(&game, &mut state, "c1-e1 xd1");
    assert_eq!(game.turn(&state), Turn::Choice(BLACK), "where nothing can follow the turn ends");
    assert_eq!(game.set_up(&game.position(&state)).map(|again| again.key()), Ok(state.key()));

    let pending = Some((at(&game.rules, "a1"), Continuation::Unclassed));
    let stranded = game.set_up(&Position { pending, ..game.rules.setup.clone() }).expect("a position");
    assert_eq!(moves(&game, &stranded), ["pass"], "what cannot go on ends its turn");
}

#[test]
fn only_the_longest_chains_remain() {
    let mut rules = game(5, &["J"]);
    moves_by(&mut rules, 0, Some(JUMP), vec![jump(EAST)]);
    moves_by(&mut rules, 0, Some(QUIET), vec![walk(NORTH)]);
    put(&mut rules, &[("a1", 0), ("a3", 0)], &[("b1", 0), ("d1", 0), ("b3", 0)]);
    let all = ["a1-c1 xb1 / c1-e1 xd1", "a1-a2", "a3-c3 xb3", "a3-a4"];
    assert_eq!(first_moves(&ready(rules.clone())), all);
    rules.longest_chain = true;
    assert_eq!(first_moves(&ready(rules)), all[..1]);
}

#[test]
fn requests_are_answered_in_order() {
    let mut rules = game(5, &["J"]);
    moves_by(&mut rules, 0, Some(QUIET), vec![walk(NORTH)]);
    moves_by(&mut rules, 0, Some(JUMP), vec![jump(EAST)]);
    moves_by(&mut rules, 0, None, vec![walk(SOUTH)]);
    put(&mut rules, &[("a1", 0), ("a3", 0)], &[("b1", 0)]);
    rules.first = Some(First { groups: vec![vec![JUMP], vec![QUIET]] });
    let mut state = ready(rules.clone()).initial();
    assert_eq!(first_moves(&ready(rules.clone())), ["a1-c1 xb1"]);
    rules.setup.pieces.pop();
    assert_eq!(first_moves(&ready(rules.clone())), ["a1-a2", "a3-a4"]);
    rules.first = Some(First { groups: vec![vec![JUMP]] });
    assert_eq!(first_moves(&ready(rules.clone())), ["a3-a2"], "then those without class, and no others");
    rules.turns.slots[0].class = Some(QUIET);
    let game = ready(rules);
    assert_eq!(first_moves(&game), ["a1-a2", "a3-a4"], "a slot with a class does not ask what comes first");
    assert!(game.null_move(&mut state, &mut UndoLog::new()));
    assert_eq!(moves(&game, &state), Vec::<String>::new());
}

#[test]
fn a_player_without_moves_passes_unless_all_are_blocked() {
    let mut rules = game(3, &["P"]);
    let forward = |direction| straight(vec![go(direction), Verify(here(SiteTest::Empty)), add()]);
    moves_by(&mut rules, 0, None, vec![forward(NORTH)]);
    put(&mut rules, &[("a3", 0)], &[("b1", 0)]);
    assert_eq!(first_moves(&ready(rules.clone())), [""; 0]);
    rules.pass = PassRule::Forced;
    let game = ready(rules);
    let mut state = game.initial();
    for chosen in ["pass", "b1-b2", "pass", "b2-b3"] {
        assert_eq!(moves(&game, &state), [chosen]);
        assert_eq!(game.ending(&state), Ok(None));
        play(&game, &mut state, chosen);
    }
    assert_eq!(moves(&game, &state), [""; 0]);
    let outcome = game.outcome(&state).expect("within limits").expect("has ended");
    assert!(outcome.is_draw());
    assert_eq!(
        (&*outcome.ending, game.glossary().endings.last().map(|name| &**name)),
        ("no legal move", Some("no legal move"))
    );
}

#[test]
fn a_free_pass_is_a_move_unless_it_leaves_a_royal_piece_attacked() {
    let mut rules = game(3, &["K", "R"]);
    moves_by(&mut rules, 0, None, ROUND.map(walk).to_vec());
    moves_by(&mut rules, 1, None, ROUND.map(slide).to_vec());
    put(&mut rules, &[("a1", 0)], &[("b3", 1)]);
    rules.pass = PassRule::Free;
    assert_eq!(first_moves(&ready(rules.clone())), ["a1-a2", "a1-b1", "pass"]);
    rules.nevers.push(Never {
        name: "check".into(),
        players: vec![WHITE],
        when: Truth::attacked_piece(vec![PieceTypeId(0)]),
        span: Span::default(),
    });
    let game = ready(rules.clone());
    assert_eq!(first_moves(&game), ["a1-a2", "pass"], "b1 is the rook's");
    let attacked = |name| game.attacked(&game.initial(), at(&game.rules, name), WHITE);
    assert_eq!(["a1", "a3", "b1", "c2"].map(attacked), [Ok(false), Ok(true), Ok(true), Ok(false)]);
    put(&mut rules, &[], &[("a3", 1)]);
    let game = ready(rules.clone());
    assert_eq!(first_moves(&game), [""; 0], "neither moves nor a pass help");
    rules.endings.push(Ending {
        name: "checkmate".into(),
        kind: EndingKind::Loss,
        players: vec![WHITE, BLACK],
        when: Truth::All(vec![Truth::Stuck, Truth::attacked_piece(vec![PieceTypeId(0)])]),
        of_variant: false,
        span: Span::default(),
    });
    let game = ready(rules);
    let outcome = game.outcome(&game.initial()).expect("within limits").expect("has ended");
    assert_eq!((&*outcome.ending, outcome.verdicts), ("checkmate", vec![Verdict::Loss, Verdict::Win]));
}

#[test]
fn a_recursive_attack_condition_is_false() {
    // Kings that may not go to attacked sites still attack them.
    let mut rules = game(3, &["K"]);
    let wary = |direction| straight(vec![go(direction), Verify(not(here(SiteTest::Attacked(None)))), add()]);
    moves_by(&mut rules, 0, None, ROUND.map(wary).to_vec());
    put(&mut rules, &[("a1", 0)], &[("a3", 0)]);
    assert_eq!(first_moves(&ready(rules.clone())), ["a1-b1"]);
    rules.setup.pieces.pop();
    put(&mut rules, &[], &[("c2", 0)]);
    assert_eq!(first_moves(&ready(rules)), ["a1-a2", "a1-b1"]);
}

#[test]
fn a_site_is_defended_if_an_own_piece_could_recapture() {
    let mut rules = game(3, &["K", "R"]);
    let brave = |direction| straight(vec![go(direction), Verify(here(SiteTest::Defended(None))), add()]);
    moves_by(&mut rules, 0, None, ROUND.map(brave).to_vec());
    moves_by(&mut rules, 1, None, vec![slide(WEST)]);
    put(&mut rules, &[("b2", 0), ("c3", 1)], &[("a1", 0)]);
    assert_eq!(first_moves(&ready(rules)), ["b2-b3", "c3-b3", "c3-a3"]);
}

#[test]
fn an_endless_rule_hits_its_limit() {
    let mut rules = ring(4, &["R"]);
    let mut builder = AutomatonBuilder::new(100);
    let head = builder.add(Node::End, Span::default()).expect("small");
    let step = builder.add(Node::Go(Hop::Along(NORTH), head), Span::default()).expect("small");
    builder.replace(head, Node::Turn(step));
    moves_by(&mut rules, 0, None, vec![builder.build(head)]);
    put(&mut rules, &[("r0", 0)], &[]);
    let limits = Limits { loop_turns: 1_000, ..Limits::default() };
    let rules = Arc::new(rules);
    let game = Interpreter::new(rules.clone(), &limits).expect("within limits");
    let (mut list, start) = (MoveList::new(), game.initial());
    let found = |game: &Interpreter, list: &mut MoveList, fuel| game.moves(&start, list, &mut Fuel::new(fuel));
    let hit = |kind, max| Err(LimitHit { kind, max, rule: Some(RuleId(0)) });
    assert_eq!(found(&game, &mut list, 5_000), hit(LimitKind::LoopTurns, 1_000));
    assert_eq!(found(&game, &mut list, 500), hit(LimitKind::Fuel, 500));
    assert_eq!(game.ending(&start).map_err(|hit| hit.kind), Err(LimitKind::LoopTurns));
    let small = Limits { sites: 3, ..Limits::default() };
    assert_eq!(Interpreter::new(rules, &small).err().map(|hit| hit.kind), Some(LimitKind::Sites));
}

#[test]
fn a_cycle_without_a_turn_is_reported_and_ends() {
    let mut rules = ring(4, &["R"]);
    let mut builder = AutomatonBuilder::new(100);
    let head = builder.add(Node::End, Span::default()).expect("small");
    let step = builder.add(Node::Go(Hop::Along(NORTH), head), Span::default()).expect("small");
    builder.replace(head, Node::Do(Action::Mark, step));
    moves_by(&mut rules, 0, None, vec![builder.build(head)]);
    put(&mut rules, &[("r0", 0)], &[]);
    let flaws = dagaz_rules::validate(&rules);
    assert!(flaws.iter().any(|flaw| flaw.what.contains("cycle")), "{flaws:?}");
    let rules = Arc::new(rules);
    let slow = Interpreter::new(rules.clone(), &Limits::default()).expect("within limits");
    let fast = CompiledGame::new(rules, &Limits::default()).expect("within limits");
    for game in [&slow as &dyn Game, &fast] {
        let mut list = MoveList::new();
        let found = game.moves(&game.initial(), &mut list, &mut Fuel::new(1_000_000));
        assert_eq!(found.map_err(|hit| (hit.kind, hit.rule)), Err((LimitKind::Fuel, Some(RuleId(0)))));
    }
}

#[test]
fn the_cost_of_a_rule_is_proportional_to_its_length() {
    let mut rules = ring(4, &["R"]);
    let acts: Vec<Act> = (0..900).map(|_| Do(Action::Mark)).collect();
    moves_by(&mut rules, 0, None, vec![straight(acts)]);
    put(&mut rules, &[("r0", 0)], &[]);
    let rules = Arc::new(rules);
    let slow = Interpreter::new(rules.clone(), &Limits::default()).expect("within limits");
    let fast = CompiledGame::new(rules, &Limits::default()).expect("within limits");
    for game in [&slow as &dyn Game, &fast] {
        let found = |fuel| game.moves(&game.initial(), &mut MoveList::new(), &mut Fuel::new(fuel));
        assert_eq!(found(224).map_err(|hit| hit.kind), Err(LimitKind::Fuel));
        assert_eq!(found(230), Ok(()));
    }
}

#[test]
fn a_slider_on_a_ring_stops_at_its_start() {
    let mut rules = ring(4, &["R"]);
    moves_by(&mut rules, 0, None, vec![slide(NORTH)]);
    put(&mut rules, &[("r0", 0)], &[]);
    assert_eq!(first_moves(&ready(rules)), ["r0-r1", "r0-r2", "r0-r3"]);
}

#[test]
fn a_chain_does_not_return_to_a_visited_site() {
    let mut rules = ring(3, &["W"]);
    moves_by(&mut rules, 0, None, vec![straight(vec![go(NORTH), Verify(here(SiteTest::Empty)), add_partial()])]);
    put(&mut rules, &[("r0", 0)], &[]);
    let game = ready(rules.clone());
    assert_eq!(first_moves(&game), ["r0-r1 / r1-r2 / r2-r0"], "home again it is pending, which it was not before");
    let limits = Limits { steps: 2, ..Limits::default() };
    let game = Interpreter::new(Arc::new(rules), &limits).expect("within limits");
    // A chain of more steps than a move may have is played one step at a time, until the rest of it
    // is a move.
    let (mut state, mut list) = (game.initial(), MoveList::new());
    let mut steps = Vec::new();
    for _ in 0..2 {
        game.moves(&state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits");
        assert_eq!(list.len(), 1);
        steps.push((list.get(0).steps().len(), list.is_stepwise()));
        game.play(&mut state, list.get(0), &mut UndoLog::new());
    }
    assert_eq!((steps, game.in_mid_turn(&state)), (vec![(1, true), (2, false)], false));
}

#[test]
fn drops_come_from_the_supply_and_captives_return_to_it() {
    let mut rules = game(3, &["R", "E"]);
    let empty = || Verify(here(SiteTest::Empty));
    moves_by(&mut rules, 0, None, vec![slide(EAST)]);
    let (a2, c3) = (at(&rules, "a2"), at(&rules, "c3"));
    drops_by(&mut rules, 0, straight(vec![Verify(here(SiteTest::Is(a2))), empty(), add()]));
    // An event: a piece that comes only to go.
    let event = vec![Verify(here(SiteTest::Is(c3))), Do(Action::Capture(Place::Here)), add()];
    drops_by(&mut rules, 1, straight(event));
    rules.capture = Capture::OwnersSupply;
    let of = |kind, owner| Piece { kind: PieceTypeId(kind), owner };
    rules.setup.supplies = vec![(of(0, WHITE), 1), (of(1, WHITE), 1)];
    put(&mut rules, &[("b1", 0)], &[("c1", 0)]);
    let game = ready(rules);
    assert_eq!(first_moves(&game), ["b1-c1", "R*a2", "E*c3 xc3"]);
    let supplies = |state: &State, pieces: [Piece; 3]| pieces.map(|piece| state.supply(game.layout(), piece));
    let watched = [of(0, WHITE), of(1, WHITE), of(0, BLACK)];
    let mut state = game.initial();
    play(&game, &mut state, "E*c3 xc3");
    assert_eq!(supplies(&state, watched), [1, 1, 0], "the event returns where it came from");
    assert_eq!(state.count_all(game.layout(), WHITE), 1);
    let mut state = game.initial();
    play(&game, &mut state, "b1-c1");
    assert_eq!(supplies(&state, watched), [1, 1, 1]);
    assert_eq!(moves(&game, &state), ["R*a2"]);
    play(&game, &mut state, "R*a2");
    assert_eq!(supplies(&state, watched), [1, 1, 0]);
}

#[test]
fn the_last_step_is_seen_by_the_next() {
    let mut rules = game(3, &["M"]);
    let last = |place| Truth::Site(place, SiteTest::OnBoard);
    let back = vec![Go(Hop::LastFrom), Verify(here(SiteTest::LastFrom)), add()];
    let chase = vec![Verify(last(Place::LastTo)), Go(Hop::LastTo), add()];
    moves_by(&mut rules, 0, None, vec![straight(back), straight(chase)]);
    moves_by(&mut rules, 0, Some(QUIET), vec![walk(EAST)]);
    put(&mut rules, &[("a1", 0)], &[("c3", 0)]);
    let game = ready(rules);
    let mut state = game.initial();
    assert_eq!(moves(&game, &state), ["a1-b1"], "before the first step there is no last");
    play(&game, &mut state, "a1-b1");
    assert_eq!(moves(&game, &state), ["c3-a1", "c3-b1"]);
}

#[test]
fn captures_and_repetitions_end_games() {
    let mut rules = game(3, &["K"]);
    moves_by(&mut rules, 0, None, ROUND.map(walk).to_vec());
    put(&mut rules, &[("a1", 0)], &[("c1", 0)]);
    let ending = |name: &str, kind, players: &[PlayerId], when| Ending {
        name: name.into(),
        kind,
        players: players.to_vec(),
        when,
        of_variant: false,
        span: Span::default(),
    };
    rules.endings = vec![
        ending("again", EndingKind::Draw, &[], Truth::Repeated(2)),
        ending("taken", EndingKind::Loss, &[WHITE, BLACK], Truth::Captured(vec![PieceTypeId(0)])),
    ];
    let game = ready(rules);
    let mut state = game.initial();
    for chosen in ["a1-a2", "c1-c2", "a2-a1"] {
        play(&game, &mut state, chosen);
        assert_eq!(game.ending(&state), Ok(None));
    }
    let mut again = state.clone();
    play(&game, &mut again, "c2-c1");
    assert_eq!(game.ending(&again), Ok(Some((EndingId(0), WHITE))), "the start position counts");
    assert_eq!(moves(&game, &again), [""; 0]);
    for chosen in ["c2-b2", "a1-a2", "b2-a2"] {
        play(&game, &mut state, chosen);
    }
    assert_eq!(game.ending(&state), Ok(Some((EndingId(1), WHITE))));
    let outcome = game.outcome(&state).expect("within limits").expect("has ended");
    assert_eq!((outcome.verdicts, outcome.scores), (vec![Verdict::Loss, Verdict::Win], None));
}

#[test]
fn a_counting_ending_is_won_by_the_most_counted_pieces() {
    let mut rules = game(3, &["M", "D"]);
    rules.pieces[1].immaterial = true;
    rules.players.push(Player { name: "Dice".into(), kind: PlayerKind::Random });
    moves_by(&mut rules, 0, None, vec![slide(EAST)]);
    put(&mut rules, &[("a1", 0), ("a2", 1), ("a3", 1)], &[("b2", 0), ("b3", 0)]);
    let more = Number::Count { holder: Holder::Anyone, kinds: Vec::new(), supplied: false };
    rules.endings.push(Ending {
        name: "counted".into(),
        kind: EndingKind::Count,
        players: Vec::new(),
        when: Truth::Compare(more, Comparison::Equal, Number::Is(3)),
        of_variant: false,
        span: Span::default(),
    });
    let game = ready(rules);
    let mut state = game.initial();
    play(&game, &mut state, "a1-b1");
    let outcome = game.outcome(&state).expect("within limits").expect("has ended");
    assert_eq!(outcome.verdicts, [Verdict::Loss, Verdict::Win, Verdict::Aside]);
    assert_eq!(outcome.scores, Some([1, 2, 0].map(Points::whole).to_vec()));
}

#[test]
fn equal_moves_are_one_but_for_a_random_mover() {
    let mut rules = game(3, &["M"]);
    moves_by(&mut rules, 0, None, vec![walk(EAST), walk(EAST), walk(NORTH)]);
    put(&mut rules, &[("a1", 0)], &[]);
    assert_eq!(first_moves(&ready(rules.clone())), ["a1-b1", "a1-a2"]);
    rules.players[0].kind = PlayerKind::Random;
    let game = ready(rules);
    assert_eq!(game.turn(&game.initial()), Turn::Chance(WHITE));
    assert_eq!(first_moves(&game), ["a1-b1", "a1-b1", "a1-a2"]);
    let mut steps = MoveList::new();
    game.steps(&game.initial(), &mut steps, &mut Fuel::new(1_000)).expect("within limits");
    assert_eq!(steps.len(), 2, "steps are told apart by what they do");
}

#[test]
fn forward_only_moves_are_irreversible() {
    let mut rules = game(3, &["P", "R"]);
    moves_by(&mut rules, 0, None, vec![walk(NORTH)]);
    moves_by(&mut rules, 1, None, vec![walk(EAST), walk(WEST)]);
    put(&mut rules, &[("a1", 0), ("b2", 1)], &[("a2", 0)]);
    let game = ready(rules);
    let (mut list, start) = (MoveList::new(), game.initial());
    game.moves(&start, &mut list, &mut Fuel::new(1_000)).expect("within limits");
    let told: Vec<_> = list.iter().map(|one| (written_move(&game, one), game.is_irreversible(&start, one))).collect();
    let expected = [("a1-a2", true), ("b2-c2", false), ("b2-a2", true)];
    assert_eq!(told, expected.map(|(name, irreversible)| (name.to_string(), irreversible)));
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn every_move_and_step_can_be_taken_back() {
    let mut rules = game(5, &["R", "J"]);
    moves_by(&mut rules, 0, Some(QUIET), ROUND.map(slide).to_vec());
    moves_by(&mut rules, 1, Some(JUMP), ROUND.map(jump).to_vec());
    moves_by(&mut rules, 1, Some(QUIET), ROUND.map(walk).to_vec());
    drops_by(&mut rules, 1, straight(vec![Verify(here(SiteTest::Empty)), add()]));
    rules.capture = Capture::OwnersSupply;
    rules.may_stop = true;
    rules.pass = PassRule::Forced;
    rules.setup.supplies = vec![(Piece { kind: PieceTypeId(1), owner: WHITE }, 2)];
    put(&mut rules, &[("a1", 0), ("b1", 1), ("c2", 1)], &[("e5", 0), ("d5", 1), ("c3", 1)]);
    let ends = Truth::Captured(vec![PieceTypeId(0)]);
    let span = Span::default();
    let players = vec![WHITE, BLACK];
    rules.endings.push(Ending {
        name: "taken".into(),
        kind: EndingKind::Loss,
        players,
        when: ends,
        of_variant: false,
        span,
    });
    let game = ready(rules);
    let (mut dice, mut list) = (Dice(1), MoveList::new());
    for _ in 0..20 {
        let (mut state, mut log, mut before) = (game.initial(), UndoLog::new(), Vec::new());
        for _ in 0..60 {
            let by_steps = dice.below(2) == 0;
            match by_steps {
                true => drop(game.steps(&state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits")),
                false => game.moves(&state, &mut list, &mut Fuel::new(1_000_000)).expect("within limits"),
            }
            if list.is_empty() {
                assert!(game.ending(&state).expect("within limits").is_some());
                break;
            }
            assert_eq!(game.ending(&state), Ok(None));
            before.push(state.clone());
            let chosen = list.get(dice.below(list.len()));
            match by_steps {
                true => game.play_step(&mut state, chosen, &mut log).expect("within limits"),
                false => game.play(&mut state, chosen, &mut log),
            }
            assert_eq!(state.keys_from_scratch(game.layout()), (state.position_key(), state.key()));
        }
        while let Some(earlier) = before.pop() {
            assert!(game.undo(&mut state, &mut log));
            assert_eq!(state, earlier);
        }
        assert!(!game.undo(&mut state, &mut log));
    }
}
