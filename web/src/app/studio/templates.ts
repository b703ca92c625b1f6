/** Texts to start from. Their parameters can be changed next to the text. */

export interface Template {
  /** Names its text: `template-ID`. */
  id: string;
  text: string;
}

export const TEMPLATES: readonly Template[] = [
  {
    id: "row",
    text: `(drf 3)
(game "Row"
  (parameter size 6 4..12)
  (parameter goal 4 3..6)
  (players Black White)
  (board (grid size size) (lines row goal))
  (piece Stone)
  (rule place (at empty) (put Stone))
  (moves place)
  (win  row  (full row mine))
  (draw full (no empty)))
`,
  },
  {
    id: "race",
    text: `(drf 3)
(game "Across"
  (parameter files 6 3..10)
  (parameter ranks 6 4..12)
  (players White Black)
  (board (grid files ranks))
  (setup (each (Man (row 1 2))))
  (piece Man "M" (moves (walk (nw n ne)) (strike (nw ne))))
  (rule (strike d) d enemy)
  (win across (and mine Man (row -1)))
  (lose no-man (no mine)))
`,
  },
  {
    id: "draughts",
    text: `(drf 3)
(game "Draughts"
  (parameter size 8 7..12)
  (parameter rows 3 1..3)
  (players White Black)
  (board (grid size size) (keep dark))
  (setup (each (Man (row 1 rows))))
  (piece Man "M" (moves (walk (nw ne)) (jump (nw ne)))
    (on move-end (if (row -1) (become King))))
  (piece King "K" (moves (walk diagonal) (jump diagonal)))
  (rule (jump d) d enemy (take) d empty (then jump))
  (first jump walk)
  (lose no-move no-moves)
  (draw repetition (>= (repeats) 3)))
`,
  },
  {
    id: "mancala",
    text: `(drf 3)
(game "Mancala"
  (parameter sown 3 1..6)
  (players South North)
  (board (grid a-f 1-2)
    (track next a1..f1 f2..a2 a1)
    (zone house South a1..f1)
    (zone house North a2..f2))
  (var seeds of site 0)
  (var store of player 0)
  (setup (seeds sown board))
  (rule sow (at (and house seeds)) (let k seeds) (set seeds 0)
    (times k next (add seeds 1))
    (if (house (= seeds 1) (> (seeds (n here)) 0)) capture))
  (define capture (add store (seeds (n here))) (set seeds 0 (n here)))
  (moves sow)
  (score most no-moves (+ store (seeds house)))
  (draw long (>= (repeats) 3)))
`,
  },
  {
    id: "chess",
    text: `(drf 3)
(game "Small chess"
  (parameter leap-long 2 2..3)
  (players White Black)
  (board (grid a-f 1-6))
  (setup (White (Rook a1 f1) (Knight b1 e1) (Queen c1) (King d1) (Pawn (row 2)))
    (Black (Rook a6 f6) (Knight b6 e6) (Queen c6) (King d6) (Pawn (row 2))))
  (piece Pawn "P" (moves step-on (strike (nw ne)))
    (on move-end (if (row -1) (become Queen))))
  (piece Knight "N" (moves leap))
  (piece Rook "R" (moves (slide orthogonal)))
  (piece Queen "Q" (moves (slide adjacent)))
  (piece King "K" (moves (step adjacent)))
  (rule step-on n empty)
  (rule (strike d) d enemy)
  (rule leap (leaper 1 leap-long) (or empty enemy))
  (never check (and mine King attacked))
  (lose checkmate no-moves (and mine King attacked))
  (draw stalemate no-moves)
  (draw repetition (>= (repeats) 3)))
`,
  },
];
