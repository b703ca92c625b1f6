"""Draughts games by the rules of pydraughts (https://pypi.org/project/pydraughts/), to be compared with ours.

    draughts_games.py make VARIANT COUNT SEED   prints random games as PDN
    draughts_games.py check VARIANT FILE        reads games, fails at the first illegal move, prints final positions

Every game has its final position in the tag `FinalFEN`. Every fifth game of `make` begins in the middle of another one,
with a `FEN` tag. Captures are written by their ends where that is enough in the even games, by their whole way in the
odd ones.

`make` ends a game where pydraughts does: no moves left, the third occurrence of a position, and the counts of moves by
which it declares draws. The last are not in our rules, which would go on. No game is longer than PLIES.

One move of pydraughts 0.6.7 is against all rules and is not chosen: in Turkish draughts it lets a king that takes nothing
go over any pieces, its own too.
"""

import random
import re
import sys

from draughts import Board, Move
from draughts.convert import _number_to_algebraic
from draughts.PDN import PDNReader

PLIES = 160
MIDDLE = 40
TAGS = {
    "standard": "20,W,10,10,N2,0",
    "english": "21,B,8,8,N1,0",
    "russian": "25,W,8,8,A0,0",
    "turkish": "30,W,8,8,A0,0",
    "italian": "22,W,8,8,N2,1",
    "brazilian": "26,W,8,8,A0,0",
    "frisian": "40,W,10,10,N2,0",
    "frysk!": "40,W,10,10,N2,0",
    "breakthrough": "20,W,10,10,N2,0",
    "antidraughts": "20,W,10,10,N2,0",
}
LETTERED = ("russian", "brazilian", "turkish")
MOVE = re.compile(r"[a-h]?\d+(?:[-x:][a-h]?\d+)+")


def goes_over_pieces(board, move):
    """Whether a king goes over a piece without taking it. Squares are counted along the rows of eight."""
    (start, end), = move
    step = 8 if (start - end) % 8 == 0 else 1
    if start > end:
        step = -step
    held = set(re.findall(r"[a-h][1-8]", board.fen))
    between = range(start + step, end, step)
    return any(_number_to_algebraic(str(square), variant=board.variant) in held for square in between)


def random_move(board, rng):
    """A legal move, or none; all are equally likely."""
    moves, captures = board._legal_moves_board()
    pairs = list(zip(moves, captures))
    if board.variant == "turkish":
        pairs = [pair for pair in pairs if pair[1][0] is not None or not goes_over_pieces(board, pair[0])]
    if not pairs:
        return None
    chosen = pairs[rng.randrange(len(pairs))][0]
    return Move(board, board_move=chosen, possible_moves=moves, possible_captures=captures)


def whole_way(move, variant):
    """A move by all squares on which the piece stands."""
    steps = [move.board_move[0][0]] + [step[1] for step in move.board_move]
    text = ("x" if move.captures else "-").join(str(step) for step in steps)
    return _number_to_algebraic(text, variant=variant) if variant in LETTERED else text


def play(board, rng, plies):
    """Plays at random; gives the moves."""
    moves = []
    while len(moves) < plies and not board.is_over():
        move = random_move(board, rng)
        if move is None:
            break
        moves.append(move)
        board.push(move)
    return moves


def result(board, variant):
    """The result, as the variant has it; White is named first."""
    winner = board.winner()
    if winner is None:
        return "*"
    names = ("1-1", "0-2", "2-0") if variant == "standard" else ("1/2-1/2", "0-1", "1-0")
    return names[winner]


def make(variant, count, seed):
    rng = random.Random(f"{variant} {seed}")
    for number in range(count):
        board = Board(variant)
        if number % 5 == 4:
            play(board, rng, MIDDLE)
            if not board.is_over():
                board = Board(variant, board.fen)
            else:
                board = Board(variant)
        start = board.fen
        begins = start[0] == TAGS[variant].split(",")[1]
        moves = play(board, rng, PLIES)
        texts = [whole_way(move, variant) if number % 2 else move.pdn_move for move in moves]
        tags = {"Event": f"Random {number}", "Result": result(board, variant), "GameType": TAGS[variant]}
        if start != Board(variant).fen:
            tags |= {"SetUp": "1", "FEN": start}
        tags["FinalFEN"] = board.fen
        for name, value in tags.items():
            print(f'[{name} "{value}"]')
        print()
        words = [] if begins or not texts else ["1...", texts.pop(0)]
        first = 1 if begins else 2
        for index, text in enumerate(texts):
            words += ([f"{first + index // 2}."] if index % 2 == 0 else []) + [text]
        print(" ".join(words + [tags["Result"]]))
        print()


def check(variant, path):
    with open(path, encoding="utf8") as file:
        text = file.read()
    # The reader of pydraughts pairs the moves by the numbers and takes W for the player who begins, also where Black
    # does; so it is used for tags and for games from the start, and the moves of the others are found by their form.
    for number, game in enumerate(PDNReader(pdn_text=text).games):
        start = game.tags.get("FEN")
        moves = game.moves
        if start:
            body = game.pdn_text.strip().split("\n\n", 1)[1].split("\n[", 1)[0]
            moves = MOVE.findall(body)
        board = Board(variant, start or "startpos")
        for ply, move in enumerate(moves):
            try:
                # pydraughts knows `:` as a separator only half: captures are shown to it with `x`.
                board.push(Move(board, pdn_move=move.replace(":", "x")))
            except (KeyError, ValueError, IndexError):
                legal, captures = board._legal_moves_board()
                known = [
                    Move(board, board_move=one, possible_moves=legal, possible_captures=captures).pdn_move for one in legal
                ]
                print(f"game {number}, ply {ply}: {move} is illegal in {board.fen}; legal: {known}", file=sys.stderr)
                sys.exit(1)
        print(f"{len(moves)} {board.fen}")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]), sys.argv[4])
    else:
        check(sys.argv[2], sys.argv[3])
