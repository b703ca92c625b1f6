( Hold: two players fill a board of five by five. A stone that is put down turns every enemy stone beside it that has )
( fewer friends than enemies beside it then. When the board is full, whoever holds more of it has won. )
( Made up for Dagaz: a small game of territory, with neutral rocks that belong to nobody's side. )

{board
  5 5 {grid}
  {variable} turned        ( how many stones the last move has turned )
board}

{directions
  -1  0 {direction} n
   1  0 {direction} s
   0  1 {direction} e
   0 -1 {direction} w
directions}

{players
  {player} Black
  {player} White
  {neutral} Rock
players}

{turn-order {turn} Black {turn} White turn-order}

DEFER STONE

VARIABLE friends
VARIABLE enemies
VARIABLE spot
VARIABLE put-at

: enemy-stone? enemy? player Rock <> AND ;

( Counts what stands beside the cursor; the stone being put counts as a friend. )
: count-here
  friend? here put-at @ = OR IF friends ++ ELSE enemy-stone? IF enemies ++ ENDIF ENDIF
;

: look ( xt -- ) spot @ to EXECUTE IF count-here ENDIF ;

: outnumbered? ( pos -- ? : an enemy stone that will have more foes than friends )
  spot ! 0 friends ! 0 enemies !
  ['] n look ['] s look ['] e look ['] w look
  enemies @ friends @ <
;

: turned++ turned ++ ;
: none-turned 0 turned ! ;

: turn-beside ( xt -- )
  put-at @ to
  EXECUTE IF
    enemy-stone? IF
      here DUP outnumbered?
      IF current-player SWAP change-owner-at COMPILE turned++ ELSE DROP ENDIF
    ENDIF
  ENDIF
;

: put-stone
  empty? verify
  here put-at !
  COMPILE none-turned
  drop
  ['] n turn-beside ['] s turn-beside ['] e turn-beside ['] w turn-beside
  add-move
;

{moves stone-drops {move} put-stone moves}

{pieces
  {piece} stone {drops} stone-drops
  {dummy-pieces}
  {piece} rock
pieces}

' stone IS STONE

{board-setup
  {setup} Rock rock b2
  {setup} Rock rock d4
  {setup} Rock rock d2
  {setup} Rock rock b4
board-setup}

: held ( player -- n )
  0 a5
  BEGIN
    DUP player-at 4 PICK = IF SWAP 1+ SWAP ENDIF
    1+ DUP e1 >
  UNTIL
  DROP SWAP DROP
;

: lead  current-player held  current-player Black = IF White ELSE Black ENDIF held - ;

: OnIsGameOver
  stalemate? IF
    lead 0> IF #WinScore ELSE #LossScore ENDIF
    ^" held by " current-player held ^number
  ELSE
    #UnknownScore
  ENDIF
;

: OnEvaluate lead 10 * ;
