"""Plays a game with OpenSpiel's Monte-Carlo tree search, for `cargo xtask rivals`.

    rival.py GAME SEED    for each line `SECONDS WORD WORD ...` on the input (the moves so far, each a list of sites joined
                          by commas, `-` for a pass) writes the move that it would make and the seconds that this took, or
                          `over` where it thinks the game is

The search is the one that its library has, as its own example sets it up: UCT with a constant of 2, one random game for
each new leaf, wins and losses proved in the tree. It thinks for as long as it is told by the time of the processor: as many playouts as that
was enough for at the moves before.
"""

import sys
import time

import pyspiel

EXPLORE = 2
MEMORY_MB = 1000
# Playouts of the first search of a game, which shows how many there are in a second.
FIRST = 100


class Words:
    """How moves of a game are called there and here."""

    # Among how many actions the time for a move is shared.
    parts = 1

    def goes_on(self, actions):
        """Whether the same player's next action belongs to the same move."""
        return False


class Hex(Words):
    """A stone on a site. Both sides count columns by letters and rows by numbers."""

    def actions(self, state, word):
        return [state.string_to_action(state.current_player(), word)]

    def word(self, state, actions):
        return state.action_to_string(actions[0])


class Breakthrough(Words):
    """From a site to a site. Here White begins below, there Black above."""

    def actions(self, state, word):
        origin, target = (flipped(site, 8) for site in word.split(","))
        wanted = {origin + target, origin + target + "*"}
        return [action for action in state.legal_actions() if state.action_to_string(action) in wanted]

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return ",".join(flipped(site, 8) for site in (said[:2], said[2:4]))


class Amazons(Words):
    """From a site to a site, and a third one for the arrow: three actions in turn."""

    parts = 3

    def goes_on(self, actions):
        return len(actions) < 3

    def actions(self, state, word):
        sites = word.split(",")
        return [(10 - int(site[1:])) * 10 + ord(site[0]) - ord("a") for site in sites]

    def word(self, state, actions):
        return ",".join(chr(ord("a") + action % 10) + str(10 - action // 10) for action in actions)


class Othello(Words):
    """A disc on a site, or a pass."""

    def actions(self, state, word):
        said = "pass" if word == "-" else word
        return [action for action in state.legal_actions() if state.action_to_string(action).startswith(said)]

    def word(self, state, actions):
        said = state.action_to_string(actions[0])
        return "-" if said.startswith("pass") else said[:2]


class Checkers(Words):
    """All the sites on the way; each jump is an action of its own."""

    def goes_on(self, actions):
        return True

    def actions(self, state, word):
        sites = word.split(",")
        found, state = [], state.clone()
        for origin, target in zip(sites, sites[1:]):
            action = state.string_to_action(state.current_player(), origin + target)
            found.append(action)
            state.apply_action(action)
        return found

    def word(self, state, actions):
        said = []
        state = state.clone()
        for action in actions:
            name = state.action_to_string(action)
            said = (said or [name[:2]]) + [name[2:4]]
            state.apply_action(action)
        return ",".join(said)


def flipped(site, size):
    return site[0] + str(size + 1 - int(site[1:]))


GAMES = {"hex": Hex, "breakthrough": Breakthrough, "amazons": Amazons, "othello": Othello, "checkers": Checkers}


def main():
    name, seed = sys.argv[1], int(sys.argv[2])
    game, words = pyspiel.load_game(name), GAMES[name]()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    pace = Pace()
    for line in sys.stdin:
        seconds, *moves = line.split()
        state = game.new_initial_state()
        for move in moves:
            # Draughts ends there after forty moves without a capture, and goes on here.
            if state.is_terminal():
                break
            for action in words.actions(state, move):
                state.apply_action(action)
        began = time.process_time()
        said = answer(game, words, state, evaluator, pace, float(seconds), seed + len(moves))
        print(said if said == "over" else f"{said} {time.process_time() - began:.3f}", flush=True)


class Pace:
    """How many playouts there are in a second of the processor."""

    def __init__(self):
        self.rate = None

    def playouts(self, seconds):
        return max(2, int(self.rate * seconds))

    def seen(self, playouts, seconds):
        rate = playouts / max(seconds, 1e-4)
        # What is proved early has taken fewer playouts than it was allowed.
        self.rate = rate if self.rate is None else 0.5 * (self.rate + min(rate, 1.5 * self.rate))


def answer(game, words, state, evaluator, pace, seconds, seed):
    if state.is_terminal():
        return "over"
    player, actions, now = state.current_player(), [], state.clone()
    while True:
        def search(playouts):
            bot = pyspiel.MCTSBot(game, evaluator, EXPLORE, playouts, MEMORY_MB, True, seed, False)
            began = time.process_time()
            action = bot.step(now)
            pace.seen(playouts, time.process_time() - began)
            return action

        legal = now.legal_actions()
        if len(legal) > 1 and pace.rate is None:
            search(FIRST)
        actions.append(legal[0] if len(legal) == 1 else search(pace.playouts(seconds / words.parts)))
        now.apply_action(actions[-1])
        if now.is_terminal() or now.current_player() != player or not words.goes_on(actions):
            return words.word(state, actions)


if __name__ == "__main__":
    main()
