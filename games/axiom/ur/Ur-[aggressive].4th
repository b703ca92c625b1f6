( Ur for the impatient: hit whoever can be hit, else run with the man who is farthest. )

LOAD ur.4th
LOAD search.4th

: fierce-worth
  opponent hand-of @ 1000 *          ( men sent back )
  current-player home-of @ 300 * +
  current-player hand-of @ 20 * -
  extra @ current-player = IF 30 + ENDIF
  0 5 $RAND-WITHIN +
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
