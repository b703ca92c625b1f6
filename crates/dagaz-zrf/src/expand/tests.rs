//! Tests of the macro expander.

use std::time::Instant;

use super::*;
use dagaz_syntax::parser::parse;
use dagaz_syntax::render::{render, render_all};
use dagaz_syntax::source::{NoIncludes, SourceMap};

fn expander(text: &str) -> (Expander, SourceMap) {
    let limits = Limits::default();
    let mut sources = SourceMap::default();
    let mut diagnostics = Diagnostics::default();
    let tree = parse(
        "t.zrf",
        text.as_bytes(),
        &dagaz_syntax::parser::TOP_LEVEL,
        &NoIncludes,
        &limits,
        &mut sources,
        &mut diagnostics,
    );
    assert!(diagnostics.is_empty(), "{}", render_all(&diagnostics, &sources));
    (Expander::new(tree, &limits), sources)
}

/// Returns all forms but definitions, expanded; instead of a form that fails, the code and message.
fn expand(text: &str) -> String {
    let (mut expander, _) = expander(text);
    let mut shown = Vec::new();
    for place in 0..expander.tree().forms().len() {
        let form = expander.tree().forms()[place];
        if expander.tree().head(form) == expander.tree().symbols.find("define") {
            continue;
        }
        let items = expander.form(place).and_then(|items| {
            items.iter().try_for_each(|&item| expander.force(item).map(|_| ()))?;
            Ok(items)
        });
        match items {
            Ok(items) => shown.extend(items.iter().filter_map(|&item| expander.print(item, 100_000))),
            Err(failure) => shown.push(format!("{}: {}", failure.code, failure.message)),
        }
    }
    shown.extend(expander.diagnostics().list().iter().map(|d| format!("{}: {}", d.code, d.message)));
    shown.join(" | ")
}

#[test]
fn macros_and_what_they_expand_to() {
    let cases = [
        ("a body is spliced", "(define m a b) (x (m) y)", "(x a b y)"),
        ("a macro may be a whole block", "(define m ($1 add)) (x (m n) (m s))", "(x (n add) (s add))"),
        ("a bare word is no call", "(define m a) (x m)", "(x m)"),
        ("arguments in words", "(define m p$1 $1-$2 $1w $2-type) (x (m 1 2))", "(x p1 1-2 1w 2-type)"),
        ("arguments in strings", "(define m \"p$1 $2\") (x (m 1 \"two\"))", "(x \"p1 two\")"),
        ("the longest number", "(define m $11 $1) (x (m a b c d e f g h i j k))", "(x k a)"),
        (
            "a list is one argument",
            "(define m (verify $1)) (x (m (not-piece? King)))",
            "(x (verify (not-piece? King)))",
        ),
        ("an argument is expanded where it is put", "(define k a b) (define m $1 $1) (x (m (k)))", "(x a b a b)"),
        ("surplus arguments are ignored", "(define m $1) (x (m a b c))", "(x a)"),
        ("but passed on", "(define in $3) (define m $1 (in)) (x (m a b c))", "(x a c)"),
        ("missing arguments fall through", "(define in $1 $2) (define m (in z)) (x (m a b))", "(x z b)"),
        ("through two calls", "(define i $2) (define j (i)) (define m (j)) (x (m a b))", "(x b)"),
        ("through an argument", "(define i $2) (define m (y $1)) (x (m (i) b))", "(x (y b))"),
        ("lists inside fall through too", "(define i ($2 $1)) (define m (y (i q))) (x (m a b))", "(x (y (b q)))"),
        ("a name may be an argument", "(define i $1$2) (define m ($1 z)) (x (m i b))", "(x zb)"),
        ("a name may be built", "(define i-2 <$1 $3>) (define m (i-$1)) (x (m 2 b c))", "(x <2 c>)"),
        (
            "a built name may be an argument",
            "(define i-2 <$3>) (define n ($1)) (define m (n i-$1)) (x (m 2 b c))",
            "(x <c>)",
        ),
        ("use before definition", "(x (m)) (define m a)", "(x a)"),
        ("a redefinition holds from there on", "(define m a) (x (m)) (define m b) (y (m))", "(x a) | (y b)"),
        ("also inside other macros", "(define k (m)) (define m a) (x (k)) (define m b) (y (k))", "(x a) | (y b)"),
        ("a macro may expand to half a command", "(define t else add) (x (if c d (t)))", "(x (if c d else add))"),
        ("a call at the top level", "(define g (game $1) (variant $2)) (g a b)", "(game a) | (variant b)"),
        ("a dollar outside macros stays", "(x $1 \"$5\" a$2)", "(x $1 \"$5\" a$2)"),
        ("a dollar without a number stays", "(define m $ a$b) (x (m))", "(x $ a$b)"),
        (
            "no argument at all",
            "(define m a $1 b p$2) (x (m))",
            "(x a b p) | Z0202: no call gives the argument `$1`; \
          nothing is put in its place | Z0202: no call gives the argument `$2`; nothing is put in its place",
        ),
        (
            "a list in a word",
            "(define m p$1) (x (m (a)))",
            "(x p) | Z0203: `$1` is a list here, which cannot be \
          part of a name or a text",
        ),
        ("no name", "(define) (x)", "(x) | Z0201: `define` needs the name of a macro"),
    ];
    for (what, text, expected) in cases {
        assert_eq!(expand(text), expected, "{what}");
    }
}

#[test]
fn unbounded_growth_is_refused() {
    let mut doubling = String::from("(define m0 a)");
    let mut lists = String::from("(define m0 a)");
    for level in 1..=40 {
        doubling += &format!("(define m{level} (m{0}) (m{0}))", level - 1);
        lists += &format!("(define m{level} ((m{0}) (m{0})))", level - 1);
    }
    let nested: String = (0..300)
        .map(|level| format!("(define m{level} {}(m{}){})", "(".repeat(200), level + 1, ")".repeat(200)))
        .collect();
    let chain: String = (0..300).map(|level| format!("(define m{level} (m{}))", level + 1)).collect();
    let cases = [
        (format!("{doubling} (x (m40)) (y)"), "Z0003: the macros expand to more than 2000000 different nodes | (y)"),
        (format!("{lists} (x (m40)) (y)"), "Z0003: the macros expand this to more than 16000000 tokens | (y)"),
        ("(define m (m)) (x (m)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        ("(define m (a (m))) (x (m)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        ("(define m (n)) (define n (m)) (x (m)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        ("(define m (m ($1 $1))) (x (m a)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        ("(define m (b (m ($1)))) (x (m a)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        ("(define m $1$1 (m $1$1)) (x (m a)) (y)".into(), "Z0004: macro `m` calls itself without end | (y)"),
        (format!("{nested} (x (m0)) (y)"), "Z0002: the macros expand this to lists nested more than 256 deep | (y)"),
        (format!("{chain} (x (m0)) (y)"), "Z0003: macro calls are nested more than 256 deep | (y)"),
    ];
    for (text, expected) in cases {
        let started = Instant::now();
        assert_eq!(expand(&text), expected);
        assert!(started.elapsed().as_millis() < 1_000, "{expected} took {:?}", started.elapsed());
    }
}

#[test]
fn equal_calls_share_one_expansion() {
    // Ten thousand calls with an argument that the big macro does not look at.
    let body = "(if (empty? n) add) ".repeat(170);
    let calls: String = (0..10_000).map(|n| format!("(b (m {n} {}))", n % 2)).collect();
    let (mut expander, _) = expander(&format!("(define big {body} $2) (define m (y (big))) (x {calls})"));
    let item = expander.form(2).expect("expands")[0];
    assert!(expander.force(item).expect("within limits") > 10_000_000);
    assert!(expander.stored() < 300_000, "{} nodes stored", expander.stored());
}

#[test]
fn an_item_has_its_definition_and_its_uses() {
    let text = "(define step (go $1) (add))\n(define steps (step $1) (step nne))\n(game (steps n))\n";
    let (mut expander, sources) = expander(text);
    let game = expander.form(2).expect("expands")[0];
    expander.force(game).expect("expands");
    let go = expander.members(game)[3];
    let nne = expander.members(go)[1];
    let (span, labels) = expander.origin(nne);
    let diagnostic = Diagnostic { labels, ..Diagnostic::new(Code::UnknownDirection, span, "unknown direction `nne`") };
    let expected = "\
t.zrf:2:31: error[Z0502]: unknown direction `nne`
    |
 2  | (define steps (step $1) (step nne))
    |                               ^^^
    = t.zrf:1:18: used here, in macro `step`
    |
 1  | (define step (go $1) (add))
    |                  --
    = t.zrf:2:25: macro `step` is called here
    |
 2  | (define steps (step $1) (step nne))
    |                         ----------
    = t.zrf:3:7: macro `steps` is called here
    |
 3  | (game (steps n))
    |       ---------
";
    assert_eq!(render(&diagnostic, &sources), expected);
}

#[test]
fn a_list_keeps_the_macro_call_it_came_from() {
    let text = "(define leap ($1 $2 add)) (define leaps (leap $1 n) (leap $1 (opposite $2))) (define one (leap a b))
        (moves (leap n e) (leaps x y) ((leap q r)) (n add) (one) (n (leap a b)))";
    let (mut expander, _) = expander(text);
    let moves = expander.form(3).expect("expands")[0];
    expander.force(moves).expect("expands");
    let named: Vec<String> = expander.members(moves)[1..]
        .iter()
        .map(|&block| {
            expander.sole_call(block).map_or("-".into(), |(name, arguments)| format!("{name} {}", arguments.join(" ")))
        })
        .collect();
    assert_eq!(named, ["leap n e", "leap x n", "leap x (opposite y)", "leap q r", "-", "one ", "-"]);
}
