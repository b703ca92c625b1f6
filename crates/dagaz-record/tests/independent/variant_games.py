"""Random games of chess variants as PGN, and a judge of such files: python-chess and pyffish.

    variant_games.py make COUNT SEED NAME...
    variant_games.py check FILE COUNT SEED NAME...

The games of each kind stand behind a line of one `=`. A `NAME` is a name of python-chess (`crazyhouse`) or, behind `fairy:`, of Fairy-Stockfish
(`fairy:duck`). `check` makes the same games again and compares moves, names, dates, results,
comments, judgements and variations.
"""

import io
import random
import re
import sys

import chess
import chess.pgn
import chess.variant
import pyffish

TAGS = {"Event": "Cup A", "White": "Ann", "Black": "Ben", "Date": "2026.11.28"}


def board_of(name, rng):
    """The start of a game: the usual one, or for Chess960 any of its starts."""
    if name == "chess960":
        return chess.Board.from_chess960_pos(rng.randrange(960))
    return chess.variant.find_variant(name)()


def over(board):
    """Whether the game is over, or might be by rules that count repetitions otherwise."""
    return board.is_game_over() or board.is_repetition(2) or board.halfmove_clock >= 90


def python_chess_game(name, number, seed):
    rng = random.Random(f"{name} {seed} {number}")
    board = board_of(name, rng)
    if number % 3 == 2:
        for _ in range(rng.randrange(4, 40)):
            moves = list(board.legal_moves)
            board.push(rng.choice(moves))
            if over(board):
                board = board_of(name, rng)
        board.clear_stack()
    game = chess.pgn.Game()
    game.setup(board)
    game.headers.update(TAGS)
    node = game
    for ply in range(rng.randrange(10, 90)):
        if over(board):
            break
        moves = list(board.legal_moves)
        rare = [m for m in moves if board.is_castling(m) or m.promotion or board.is_en_passant(m) or m.drop]
        move = rng.choice(rare if rare and rng.random() < 0.4 else moves)
        main = node.add_variation(move)
        if ply % 9 == 4:
            main.comment = "move %d is odd" % ply
        if ply % 11 == 5:
            main.nags.add(1 + ply % 6)
        if ply % 13 == 7 and len(moves) > 1:
            node.add_variation(next(m for m in moves if m != move), comment="instead")
        board.push(move)
        node = main
    if board.is_game_over():
        game.headers["Result"] = board.result()
    return game


def lines(game):
    """The nodes of a game, each with its depth, its move, its comment and its judgements."""
    found, todo = [], [(game, 0)]
    while todo:
        node, depth = todo.pop()
        if node.parent is not None:
            comment = " ".join((node.starting_comment + " " + node.comment).split())
            found.append((depth, node.move.uci(), comment, sorted(node.nags)))
        todo += [(child, depth + 1) for child in reversed(node.variations)]
    return found


def facts(game):
    return {tag: game.headers.get(tag) for tag in [*TAGS, "Result"]}


def check_python_chess(text, name, count, seed):
    file = io.StringIO(text)
    for number in range(count):
        there, made = chess.pgn.read_game(file), python_chess_game(name, number, seed)
        assert there is not None, f"game {number} is missing"
        assert not there.errors, f"game {number}: {there.errors}"
        assert type(there.board()) is type(made.board()), there.headers.get("Variant")
        assert there.board().chess960 == made.board().chess960, there.headers.get("Variant")
        assert there.board().fen() == made.board().fen(), f"game {number}: {there.board().fen()}"
        for one, other in zip(lines(there), lines(made), strict=True):
            assert one == other, f"game {number}: {one} instead of {other}"
        there, made = facts(there), facts(made)
        assert there == made or made["Result"] == "*", f"game {number}: {there} instead of {made}"


def fairy_game(name, number, seed):
    """Start and moves of a game."""
    rng = random.Random(f"{name} {seed} {number}")
    start, moves, seen = pyffish.start_fen(name), [], set()
    skipped = rng.randrange(4, 20) if number % 3 == 2 else 0
    fen = start
    for ply in range(skipped + rng.randrange(10, 60)):
        legal = sorted(pyffish.legal_moves(name, fen, []))
        key = " ".join(fen.split()[:3])
        ended = pyffish.is_immediate_game_end(name, fen, [])[0]
        if not legal or ended or key in seen or int(fen.split()[-2]) >= 90:
            break
        seen.add(key)
        if ply == skipped:
            start, moves = fen, []
        moves.append(rng.choice(legal))
        fen = pyffish.get_fen(name, fen, moves[-1:])
    return start, moves


def fairy_pgn(name, number, seed):
    start, moves = fairy_game(name, number, seed)
    tags = {**TAGS, "Variant": name, "Result": "*"}
    if start != pyffish.start_fen(name):
        tags |= {"SetUp": "1", "FEN": start}
    lines = ['[%s "%s"]' % (tag, value) for tag, value in tags.items()]
    words, fen = [], start
    turn, move_number = fen.split()[1], int(fen.split()[-1])
    for index, move in enumerate(moves):
        white = (index % 2 == 0) == (turn == "w")
        if white or index == 0:
            words.append("%d%s" % (move_number, "." if white else "..."))
        words.append(pyffish.get_san(name, fen, move))
        fen = pyffish.get_fen(name, fen, [move])
        move_number += 0 if white else 1
    return "\n".join(lines) + "\n\n" + " ".join([*words, "*"]) + "\n"


def check_fairy(text, name, count, seed):
    games = re.split(r"\n\n(?=\[)", text.strip())
    assert len(games) == count, f"{len(games)} games"
    for number, text in enumerate(games):
        start, moves = fairy_game(name, number, seed)
        tags = {tag: value for tag, value in re.findall(r'^\[(\w+) "(.*)"\]$', text, re.M)}
        for tag, value in TAGS.items():
            assert tags.get(tag) == value, f"game {number}: {tag} is {tags.get(tag)}"
        fen = tags.get("FEN", pyffish.start_fen(name))
        body = re.sub(r"\{.*?\}", " ", text.split("\n\n", 1)[1], flags=re.S)
        words = [word for word in body.split() if not re.fullmatch(r"\d+\.+|\*|1-0|0-1|1/2-1/2", word)]
        words = [re.sub(r"^\d+\.+", "", word).rstrip("+#") for word in words]
        assert len(words) == len(moves), f"game {number}: {len(words)} moves"
        for ply, (word, move) in enumerate(zip(words, moves)):
            said = pyffish.get_san(name, fen, move).rstrip("+#")
            assert said == word, f"game {number}, ply {ply}: {word} instead of {said} ({move}) in {fen}"
            fen = pyffish.get_fen(name, fen, [move])


def make(name, count, seed):
    print("=")
    for number in range(count):
        fairy = name.removeprefix("fairy:")
        print(fairy_pgn(fairy, number, seed) if fairy != name else f"{python_chess_game(name, number, seed)}\n")


def main():
    file = sys.argv[2] if sys.argv[1] == "check" else None
    count, seed, *names = sys.argv[3 if file else 2 :]
    count, seed = int(count), int(seed)
    if file is None:
        for name in names:
            make(name, count, seed)
        return
    with open(file, encoding="utf-8") as opened:
        parts = re.split(r"^=\n", opened.read(), flags=re.M)[1:]
    assert len(parts) == len(names), f"{len(parts)} kinds"
    for name, text in zip(names, parts):
        fairy = name.removeprefix("fairy:")
        try:
            if fairy != name:
                check_fairy(text, fairy, count, seed)
            else:
                check_python_chess(text, name, count, seed)
        except AssertionError as error:
            raise AssertionError(f"{name}, {error}") from error
        print(f"{count} games of {name} are equal")


sys.stdout.reconfigure(encoding="utf-8")
try:
    main()
except AssertionError as error:
    print(error)
    sys.exit(1)
