( Pegs: the solitaire on a cross, on a small board of the French kind with nine by the middle left out. )
( A peg jumps over a neighbour into a hole, and the neighbour is gone. One peg must be left. )
( Written for Dagaz from the rules of the game. )

{board
  5 5 {grid}
  {variable} pegs-left
board}

{directions
  -1  0 {direction} n   1  0 {direction} s
   0  1 {direction} e   0 -1 {direction} w
directions}

{players {player} You players}

{turn-order {turn} You turn-order}

: one-less pegs-left -- ;

: jump ( 'dir -- )
  DUP EXECUTE verify
  friend? verify
  here SWAP
  EXECUTE verify
  empty? verify
  from here move
  capture-at
  COMPILE one-less
  add-move
;

: jump-n ['] n jump ;
: jump-s ['] s jump ;
: jump-e ['] e jump ;
: jump-w ['] w jump ;

{moves peg-moves {move} jump-n {move} jump-s {move} jump-e {move} jump-w moves}

{pieces {piece} peg {moves} peg-moves pieces}

{board-setup
  {setup} You peg a5 {setup} You peg b5 {setup} You peg c5 {setup} You peg d5 {setup} You peg e5
  {setup} You peg a4 {setup} You peg b4 {setup} You peg c4 {setup} You peg d4 {setup} You peg e4
  {setup} You peg a3 {setup} You peg b3                    {setup} You peg d3 {setup} You peg e3
  {setup} You peg a2 {setup} You peg b2 {setup} You peg c2 {setup} You peg d2 {setup} You peg e2
  {setup} You peg a1 {setup} You peg b1 {setup} You peg c1 {setup} You peg d1 {setup} You peg e1
board-setup}

: OnNewGame 24 pegs-left ! ;

: OnIsGameOver
  pegs-left @ 1 = IF ^" one peg is left" #WinScore ELSE
  stalemate? IF pegs-left @ ^number ^"  pegs are left" #LossScore ELSE
  #UnknownScore ENDIF ENDIF
;

: OnEvaluate 100 pegs-left @ - move-count + ;
