//! The lexer, the parser and the places of faults.

use dagaz_ludii::text::{Sources, Traced};

#[test]
fn place_of_a_byte_is_line_and_column_of_its_file() {
    let mut sources = Sources::default();
    assert_eq!(sources.add("one.lud", "(a\n  (b))\n"), Some(0));
    let base = sources.add("two.def", "(define \"X\" 1)").expect("there is room");
    let place = sources.locate(5);
    assert_eq!((place.file.as_str(), place.line, place.column), ("one.lud", 2, 3));
    let place = sources.locate(base + 8);
    assert_eq!((place.file.as_str(), place.line, place.column), ("two.def", 1, 9));
}

#[test]
fn part_put_together_of_two_files_is_located_at_its_first_byte() {
    let mut text = Traced::new("\"Home\"", 40);
    text.push_made("7", 5);
    assert_eq!(text.span(0, 6).start, 40);
    assert_eq!(text.span(0, 6).end, 46);
    assert_eq!(text.span(6, 7).start, 5);
}

fn tree(text: &str) -> Vec<dagaz_ludii::text::Node> {
    let tokens = dagaz_ludii::text::lex(&Traced::new(text, 0)).expect("the text has tokens");
    dagaz_ludii::text::parse(&tokens).expect("the text is a tree")
}

#[test]
fn brackets_around_ludemes_are_dropped() {
    let plain = |text: &str| {
        let mut nodes = tree(text);
        fn clear(node: &mut dagaz_ludii::text::Node) {
            use dagaz_ludii::text::{Span, Value};
            node.span = Span::default();
            match &mut node.value {
                Value::List(list) => {
                    list.head_span = Span::default();
                    list.args.iter_mut().for_each(clear);
                }
                Value::Braces(nodes) => nodes.iter_mut().for_each(clear),
                _ => {}
            }
        }
        nodes.iter_mut().for_each(clear);
        nodes
    };
    assert_eq!(plain("(a ((b 1)))"), plain("(a (b 1))"));
    assert_eq!(plain("(and (((b)) (c)))"), plain("(and (b) (c))"));
    assert_eq!(plain("(a if:((b)))"), plain("(a if:(b))"));
    assert_eq!(plain("(from: (b))"), plain("(from (b))"));
}

#[test]
fn named_argument_keeps_its_name_and_place() {
    let nodes = tree("(sow if:(is Empty) 3 Off dirs:Adjacent)");
    let list = nodes[0].list_of("sow").expect("a ludeme");
    assert_eq!(list.args[0].name.as_deref(), Some("if"));
    assert_eq!(list.args[1].integer(), Some(3));
    assert_eq!(list.args[2].integer(), Some(-1));
    assert_eq!(list.named("dirs").and_then(|node| node.word()), Some("Adjacent"));
    assert_eq!(list.named("if").and_then(|node| node.list_of("is")?.first_word()), Some("Empty"));
}
