"""Games of backgammon that gnubg plays against itself, and a judge of such files: gnubg.

    backgammon_games.py make mat|sgf COUNT SEED
    backgammon_games.py check FILE mat|sgf

`make` writes one file with COUNT games (`mat`), or COUNT files with a line of `=` before each
(`sgf`). `check` has gnubg read each file, and fails if it complains about a move; it prints the
turns that gnubg has then.
"""

import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM = shutil.which("gnubg") or "/usr/games/gnubg"


def told(*commands):
    """What gnubg prints after some commands."""
    text = "\n".join([*commands, "quit", "y", ""])
    environment = {**os.environ, "HOME": tempfile.gettempdir()}
    run = subprocess.run([PROGRAM, "-t", "-q"], input=text, capture_output=True, text=True, env=environment, timeout=300)
    return run.stdout + run.stderr


def exported(folder, *commands):
    """The turns of a match after some commands, as gnubg writes them."""
    path = os.path.join(folder, "out.mat")
    said = told(*commands, f"export match mat {path}")
    assert os.path.exists(path), said
    with open(path, encoding="utf-8") as file:
        return file.read(), said


def net(turn):
    """A throw and what changes on the points, whatever the order of its parts."""
    dice, *parts = turn.split()
    change = collections.Counter()
    for part in parts:
        start, *_, end = re.findall(r"\d+", part)
        change[int(start)] -= 1
        change[int(end)] += 1
    return dice + "".join(f" {point}{count:+}" for point, count in sorted(change.items()) if count)


def turns(text):
    """The turns of a file, without names, numbers and points."""
    lines = [line for line in text.splitlines() if re.match(r" *\d+\) ", line)]
    return [net(turn) for line in lines for turn in re.findall(r"\d\d:(?: +\d+/[\d/*]+)*", line)]


PLAYERS = [
    *(f"set player {player} {what}" for player in (0, 1) for what in ("gnubg", "chequerplay evaluation plies 0")),
    "set player 0 name ann",
    "set player 1 name ben",
    "set automatic game off",
    "set automatic roll on",
    "set cube use off",
]


def make(form, count, seed):
    with tempfile.TemporaryDirectory() as folder:
        if form == "mat":
            games = ["new game"] * (count - 1)
            print(exported(folder, *PLAYERS, f"set seed {seed}", "new session", *games)[0])
            return
        for number in range(count):
            path = os.path.join(folder, f"{number}.sgf")
            told(*PLAYERS, f"set seed {seed + number}", "new session", f"save game {path}")
            with open(path, encoding="utf-8") as file:
                # Its analysis of each move is long, and not what is exchanged here.
                print("=\n" + re.sub(r"\bA\[\d+\](\[[^\]]*\])+", "", file.read()).strip())


def check(path, form):
    with tempfile.TemporaryDirectory() as folder, open(path, encoding="utf-8") as file:
        texts = [text for text in file.read().split("=\n") if text.strip()]
        for number, text in enumerate(texts):
            here = os.path.join(folder, f"{number}.{form}")
            with open(here, "w", encoding="utf-8") as written:
                written.write(text)
            read = f"import mat {here}" if form == "mat" else f"load game {here}"
            match, said = exported(folder, read)
            wrong = [line for line in said.splitlines() if re.search("WARNING|llegal|rror|nvalid", line)]
            assert not wrong, f"file {number}: {wrong}"
            for line in turns(match):
                print(line)


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        try:
            check(sys.argv[2], sys.argv[3])
        except AssertionError as error:
            print(error)
            sys.exit(1)
