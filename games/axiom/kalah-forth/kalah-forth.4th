( Kalah: the mancala that William Champion made in 1940, with six pits a side and four seeds in each. )
( Written for Dagaz from the rules of the game. Seeds are counted; the pit pieces only show whose pit is whose. )

{board
  2 6 {grid}
  {position} south-store
  {position} north-store

  12 {array} seeds[]       ( the seeds of each pit, by its position )
  {variable} south-seeds
  {variable} north-seeds
  {variable} again         ( who has ended in the own store, and so moves once more )
board}

( The way round: each pit leads to the next, the stores left out. )
{directions
  {link} on a1 b1  {link} on b1 c1  {link} on c1 d1  {link} on d1 e1  {link} on e1 f1
  {link} on f1 f2  {link} on f2 e2  {link} on e2 d2  {link} on d2 c2  {link} on c2 b2
  {link} on b2 a2  {link} on a2 a1
  {link} across a1 a2  {link} across b1 b2  {link} across c1 c2
  {link} across d1 d2  {link} across e1 e2  {link} across f1 f2
  {link} across a2 a1  {link} across b2 b1  {link} across c2 c1
  {link} across d2 d1  {link} across e2 e1  {link} across f2 f1
directions}

{players
  {player} South {search-engine} Greedy
  {player} North {search-engine} Greedy
players}

{turn-order
  {turn} South
  {turn} North
turn-order}

4 CONSTANT SEEDS
VARIABLE hand
VARIABLE pit

: store-of  ( player -- addr ) South = IF south-seeds ELSE north-seeds ENDIF ;
: own-end   ( player -- pos )  South = IF f1 ELSE a2 ENDIF ;
: own-pit?  ( pos -- ? ) player-at current-player = ;

: next-pit  ( pos -- pos' )  to on DROP here ;
: facing    ( pos -- pos' )  to across DROP here ;

( Sowing, on the board that is being changed. Own store comes after own last pit; the other one is passed by. )
: take-all  ( pos -- ) DUP seeds[] @ hand ! seeds[] OFF ;

: into-store ( -- )
  current-player store-of ++
  hand --
  hand @ 0= IF current-player again ! ENDIF
;

: capture-facing ( -- )
  pit @ seeds[] @ 1 =
  pit @ own-pit? AND
  pit @ facing seeds[] @ 0> AND
  IF
    pit @ facing seeds[] @ 1+  current-player store-of +!
    pit @ facing seeds[] OFF
    pit @ seeds[] OFF
  ENDIF
;

: sow  ( pos -- )
  0 again !
  DUP take-all pit !
  BEGIN
    pit @ current-player own-end = hand @ 0> AND IF into-store ENDIF
    hand @ 0>
  WHILE
    pit @ next-pit pit !
    pit @ seeds[] ++
    hand --
    hand @ 0= IF capture-facing ENDIF
  REPEAT
;

: may-move?  again @ 0= again @ current-player = OR ;

: play-pit
  may-move? verify
  from seeds[] @ 0> verify
  from COMPILE-LITERAL COMPILE sow
  ( The pit stays what it is; this shows which one was played. )
  create
  add-move
;

{moves pit-moves {move} play-pit moves}

{pieces {piece} pit-of {moves} pit-moves pieces}

{board-setup
  {setup} South pit-of a1 {setup} South pit-of b1 {setup} South pit-of c1
  {setup} South pit-of d1 {setup} South pit-of e1 {setup} South pit-of f1
  {setup} North pit-of a2 {setup} North pit-of b2 {setup} North pit-of c2
  {setup} North pit-of d2 {setup} North pit-of e2 {setup} North pit-of f2
board-setup}

$passTurnForced ON

: OnNewGame
  a2 BEGIN
    SEEDS OVER seeds[] !
    1+ DUP f1 >
  UNTIL DROP
;

: side-seeds ( pos -- n )   ( the seeds in a row of six pits from here )
  0 SWAP 6 0 DO DUP I + seeds[] @ ROT + SWAP LOOP DROP
;

: total ( player -- n )
  DUP store-of @ SWAP South = IF a1 ELSE a2 ENDIF side-seeds +
;

: opponent  current-player South = IF North ELSE South ENDIF ;

: OnIsGameOver
  a1 side-seeds 0=  a2 side-seeds 0= OR
  IF
    current-player total opponent total -
    DUP 0> IF DROP #WinScore ELSE 0< IF #LossScore ELSE #DrawScore ENDIF ENDIF
  ELSE
    #UnknownScore
  ENDIF
;

: OnEvaluate
  current-player store-of @ opponent store-of @ - 10 *
  again @ current-player = IF 5 + ENDIF
;

( Takes the move after which the own store leads by most. )
VARIABLE best
: Greedy
  -1000 best !
  $FirstMove
  BEGIN
    $CloneBoard DUP .moveCFA EXECUTE OnEvaluate $DeallocateBoard
    DUP best @ > IF DUP best ! Score! DUP $MoveString BestMove! ELSE DROP ENDIF
    $NextMove DUP NOT
  UNTIL DROP
;
