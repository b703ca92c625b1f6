"""Chess games made and judged by python-chess, which knows nothing of Dagaz.

    chess_games.py make N SEED    prints N games as PGN
    chess_games.py check FILE     reads PGN, and says what every game is, node by node

A line of `check` is a word and fields between tabs: `game START`, then for each move of the tree, every variation after
the move that it replaces, `move DEPTH SAN GLYPHS CLOCK COMMENT`, and `leaf FEN` where a line ends; last `final FEN`.
"""

import random
import re
import sys

import chess
import chess.pgn

WORDS = "a the clear natural (only) strange move; plan, with idea: pawn king's e4 Nf3 12. 1-0 \"so\" [x] # % é".split()


def ended(board):
    """Whether nobody should go on: by python-chess, or by the third repetition, which ends the game here."""
    return board.is_game_over() or board.is_repetition(3)


def pick(board, rng):
    """A legal move; the rarer kinds are chosen more often than by chance."""
    moves = list(board.legal_moves)
    if rng.random() < 0.5:
        rare = [m for m in moves if board.is_castling(m) or board.is_en_passant(m) or m.promotion]
        if rare:
            return rng.choice(rare)
    if rng.random() < 0.3:
        checks = [m for m in moves if board.gives_check(m)]
        for move in checks:
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return move
        if checks:
            return rng.choice(checks)
    return rng.choice(moves)


def random_start(rng):
    """A start position: of a random game, or with few pieces anywhere."""
    while True:
        board = chess.Board()
        if rng.random() < 0.5:
            for _ in range(rng.randrange(1, 60)):
                if ended(board):
                    break
                board.push(pick(board, rng))
        else:
            board = chess.Board(None)
            squares = rng.sample(range(64), rng.randrange(3, 14))
            pieces = [chess.Piece(chess.KING, True), chess.Piece(chess.KING, False)]
            kinds = [chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
            pieces += [chess.Piece(rng.choice(kinds), rng.random() < 0.5) for _ in squares[2:]]
            for square, piece in zip(squares, pieces):
                board.set_piece_at(square, piece)
            board.turn = rng.random() < 0.5
        if board.is_valid() and not ended(board):
            return chess.Board(board.fen())


def remark(node, rng):
    """Says something about a move."""
    if rng.random() < 0.1:
        node.comment = " ".join(rng.choice(WORDS) for _ in range(rng.randrange(1, 40)))
    if rng.random() < 0.1:
        node.nags.add(rng.choice([1, 2, 3, 4, 5, 6, 10, 16, 139]))
    if rng.random() < 0.05:
        node.set_clock(rng.randrange(0, 9000))


def make_game(number, rng):
    board = chess.Board() if rng.random() < 0.6 else random_start(rng)
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["Event"] = f"Random game {number}, \"quoted\" \\ odd"
    game.headers["White"] = "Someone"
    game.headers["Annotator"] = "nobody"
    branching = rng.random() < 0.4
    node = game
    if rng.random() < 0.2:
        game.comment = "before everything"
    for _ in range(rng.choice([10, 40, 80, 160, 300])):
        if ended(board):
            break
        move = pick(board, rng)
        main = node.add_variation(move)
        remark(main, rng)
        if branching and rng.random() < 0.15:
            branch(node, board.copy(), rng, 0)
        board.push(move)
        node = main
    game.headers["Result"] = "1/2-1/2" if board.is_repetition(3) else board.result()
    return game


def branch(node, board, rng, depth):
    """Adds a variation beside what is there, and variations in it."""
    taken = {child.move for child in node.variations}
    free = [move for move in board.legal_moves if move not in taken]
    if not free:
        return
    starting = "instead of it" if rng.random() < 0.2 else ""
    move = rng.choice(free)
    inner = node.add_variation(move, starting_comment=starting)
    for _ in range(rng.randrange(1, 6)):
        remark(inner, rng)
        board.push(move)
        if ended(board):
            return
        move = pick(board, rng)
        before, inner = inner, inner.add_variation(move)
        if depth < 3 and rng.random() < 0.2:
            branch(before, board.copy(), rng, depth + 1)


def make(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        columns = rng.choice([80, None])
        exporter = chess.pgn.StringExporter(columns=columns, headers=True, variations=True, comments=True)
        print(make_game(number, rng).accept(exporter), end="\n\n")


def line(*fields):
    print("\t".join(re.sub(r"\s+", " ", str(field)).strip() for field in fields))


def fen(board):
    return " ".join(board.fen(en_passant="fen").split()[:4])


def show(node, board, depth):
    """Every node below, without recursion: games are long."""
    todo = [(node, board, depth, True)]
    while todo:
        node, board, depth, main = todo.pop()
        after = board
        if node.parent is not None:
            after = board.copy(stack=False)
            clock = node.clock()
            san = board.san(node.move)
            after.push(node.move)
            glyphs = ",".join(str(nag) for nag in sorted(node.nags)) or "-"
            clock = "-" if clock is None else int(clock)
            comment = re.sub(r"\[%clk [^]]*\]", "", node.starting_comment + " / " + node.comment)
            line("move", depth, san, glyphs, clock, comment)
        if not node.variations:
            line("leaf", fen(after))
        following = [(node.variations[0], after, depth + 1, True)] if node.variations else []
        # The moves beside a main one are shown before what follows it.
        beside = []
        if main and node.parent is not None:
            beside = [(other, board, depth, False) for other in node.parent.variations[1:]]
        todo += following + beside[::-1]


def check(path):
    with open(path, encoding="utf-8") as file:
        while True:
            game = chess.pgn.read_game(file)
            if game is None:
                break
            assert not game.errors, game.errors
            line("game", fen(game.board()))
            show(game, game.board(), 0)
            line("final", fen(game.end().board()))


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    match sys.argv[1:]:
        case ["make", count, seed]:
            make(int(count), int(seed))
        case ["check", path]:
            check(path)
        case _:
            sys.exit(__doc__)
