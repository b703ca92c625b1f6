( Ur for the impatient: hit whoever can be hit, else land on a rosette, else run with the man who is farthest. )

LOAD ur.4th
LOAD search.4th
LOAD way.4th

: square  DUP * ;

( Squares of ways: a step of the man who is farthest counts most, and one that brings him home still more. )
: run-worth  ( -- n )
  15 square current-player home-of @ * sum !
  a3 spot !
  BEGIN
    current-player spot @ player-at =
    IF spot @ way square sum +! ENDIF
    spot ++
    spot @ h1 >
  UNTIL
  sum @
;

: fierce-worth
  opponent hand-of @ 1000 *          ( men sent back )
  extra @ current-player = IF 100 + ENDIF
  run-worth +
;

' fierce-worth IS Worth

: OnEvaluate
  current-player ?Dice = IF 0 ELSE
    opponent hand-of @ 10 *  current-player hand-of @ 10 * -
    current-player home-of @ 20 * +  opponent home-of @ 20 * -
  ENDIF
;

{players
  {player} White {search-engine} One-Ply
  {player} Black {search-engine} One-Ply
  {player} ?Dice {random}
players}
