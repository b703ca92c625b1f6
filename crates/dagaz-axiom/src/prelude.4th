( Words that every script finds, made of natives. Written for Dagaz. )

: DECIMAL 10 BASE ! ;
: HEX 16 BASE ! ;
: OCTAL 8 BASE ! ;
: BINARY 2 BASE ! ;

: CELLS 4 * ;
: ? @ . ;
: CR LF EMIT ;
: SPACE BL EMIT ;
: TAB 9 EMIT ;
: FILL SWAP DUP IF ROT SWAP OVER + SWAP DO DUP I C! LOOP DROP ELSE 2DROP DROP ENDIF ;
: CMOVE DUP IF 0 DO OVER I + C@ OVER I + C! LOOP 2DROP ELSE 2DROP DROP ENDIF ;
: RANDOMIZE ;
: RANDOMIZE2 ;

( Switches. )
VARIABLE $passTurnForced
VARIABLE $gameLog
VARIABLE $flipGrid
VARIABLE $shareMovesList
VARIABLE $combinePartial
VARIABLE $gameResultBug
VARIABLE $authoring
VARIABLE $timeCheckFrequency
VARIABLE $searchTime
VARIABLE $searchStatus
$shareMovesList ON
$combinePartial ON
100 $timeCheckFrequency !
5000 $searchTime !

DEFER $RAND-WITHIN
' RAND-WITHIN IS $RAND-WITHIN

: stalemate? move-count 0= ;

( What happens when a script says nothing else. )
: OnNewGame ;
: OnIsGameOver stalemate? IF #DrawScore ELSE #UnknownScore ENDIF ;
: OnEvaluate 0 ;
: OnIsTerminal? TRUE ;
: OnNextTurn (next-turn) ;
: OnRetractMove ;
: OnFriends? = ;
: OnEditAdd (add-piece) ;
: OnEditRemove (remove-piece) ;
: OnGenerateMoves ;
: OnMakeAMove ;
: OnSearch ;
