LOAD part.4th
{board {position} a {position} b {position} c board}
{directions {link} on a b {link} on b c {unlink} on b directions}
VARIABLE best 4 [] stack DEFER later
: eval current-player material-balance move-count + ;
: OnEvaluate eval ;
: OnIsGameOver seen? IF #LossScore ELSE #UnknownScore ENDIF ;
: seen? stalemate? ;
: OnIsGameOver seen? IF ^" stuck" #LossScore ELSE #UnknownScore ENDIF ;
: Deep $FirstMove BEGIN $CloneBoard DUP .moveCFA EXECUTE eval Score! $DeallocateBoard DUP $MoveString BestMove! $NextMove DUP NOT UNTIL DROP ;
: OnNextTurn OnNextTurn repetition-push-position best ! ;
: step on verify from here move 0 5 RAND-WITHIN stack DROP add-move ;
: five 5 ; ' five IS later
: loops 3 0 DO I later + DROP LOOP ;
: SQUARE <BUILDS DUP * , DOES> @ ; 4 SQUARE sixteen
{players {player} One {search-engine} Deep {player} Two {random} players}
{moves m {move} step moves}
{pieces {piece} p {moves} m {dummy-pieces} {piece} q pieces}
{board-setup {setup} One p a {setup} Two p c board-setup}
