HEX FF DECIMAL CONSTANT x : w IF 1 ELSE 2 ENDIF BEGIN DUP WHILE 1- REPEAT DROP ; IMMEDIATE w
: t S" text" TYPE ." out" ASCII c EMIT [ 2 3 + ] LITERAL DROP RECURSE ; FORGET t CREATE y 1 , 8 ALLOT TIMER z
: c COMPILE DUP [COMPILE] IF ; 0 @ -5 ! DROP DROP + SWAP ROT 1 0 / \ line
( comment ) $flipGrid ON {board 2 27 {grid} {dummy-positions} {position} off 9 {carray} bytes board}
