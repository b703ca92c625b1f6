# Titles of the games of the library. The id is the title of the rules in small letters; each
# other sign is a hyphen.

## axiom

game-hold = Hold (ForthScript)
game-kalah-forth = Kalah (ForthScript)
game-pegs = Clavijas (ForthScript)
game-ur = Juego de Ur (ForthScript)

## cards

game-blackjack = Blackjack
game-cribbage-squares = Cuadrado de cribbage
game-dominoes = Dominó
game-forty-two = Cuarenta y dos
game-kuhn-poker = Póquer de Kuhn
game-leduc-poker = Póquer de Leduc
game-liar-s-dice = Dados mentirosos
game-liar-s-dice-three-sides = Dados mentirosos, tres caras
game-poker-squares = Cuadrado de póquer

## chess

game-ai-wok = Ai-wok
game-alice-chess = Ajedrez de Alicia
game-almost-chess = Casi ajedrez
game-amazon-chess = Ajedrez de la amazona
game-antichess = Ajedrez suicida
game-asean-chess = Ajedrez de la ASEAN
game-atomar-chess = Ajedrez atomar
game-atomic-chess = Ajedrez atómico
game-atomic-chess-960-rqbbknrn = Ajedrez atómico 960, RQBBKNRN
game-atomic-chess-960-qrbbknrn = Ajedrez atómico 960, QRBBKNRN
game-berolina-chess = Ajedrez de Berolina
game-cambodian-chess = Ajedrez camboyano
game-capablanca-chess = Ajedrez de Capablanca
game-capahouse = Capahouse
game-centaur-chess = Ajedrez del centauro
game-chancellor-chess = Ajedrez del canciller
game-chaturanga = Chaturanga
game-chess = Ajedrez
game-chess960 = Ajedrez 960
game-chess960-bqnbnrkr = Ajedrez 960, BQNBNRKR
game-chess960-bqnnrbkr = Ajedrez 960, BQNNRBKR
game-chess960-nrkbqnrb = Ajedrez 960, NRKBQNRB
game-chessgi = Chessgi
game-chigorin-chess = Ajedrez de Chigorin
game-codrus-chess = Ajedrez de Codro
game-coregal-chess = Ajedrez de la dama real
game-courier-chess = Ajedrez del correo
game-crazyhouse = Crazyhouse
game-dragon-chess = Ajedrez del dragón
game-duck-chess = Ajedrez del pato
game-dunsany-s-chess = Ajedrez de Dunsany
game-embassy-chess = Ajedrez de la embajada
game-endgame-chess = Ajedrez de finales
game-extinction-chess = Ajedrez de la extinción
game-extinction-chess-960-rnbqb-kr = Ajedrez de la extinción 960, RNBQB-KR
game-four-player-chess = Ajedrez para cuatro
game-four-player-chess-to-the-last-king = Ajedrez para cuatro, hasta el último rey
game-four-player-chess-two-against-two = Ajedrez para cuatro, dos contra dos
game-gardner-chess = Ajedrez de Gardner
game-georgian-chess = Ajedrez georgiano
game-giveaway-chess = Ajedrez al ganapierde
game-gothic-chess = Ajedrez gótico
game-grand-chess = Gran ajedrez
game-grasshopper-chess = Ajedrez del saltamontes
game-gustav-iii-s-chess = Ajedrez de Gustavo III
game-hoppel-poppel = Hoppel-Poppel
game-horde = Horda
game-janggi = Janggi
game-janggi-with-facing-generals = Janggi, con generales enfrentados
game-janus-chess = Ajedrez de Jano
game-jeson-mor = Jeson Mor
game-kar-ouk = Kar ouk
game-king-capture-chess = Ajedrez de captura del rey
game-king-of-the-hill = Rey de la colina
game-kinglet-chess = Ajedrez del reyezuelo
game-knightmate = Mate al caballo
game-koedem-chess = Ajedrez Koedem
game-legan-chess = Ajedrez de Legan
game-loop-chess = Ajedrez en bucle
game-los-alamos-chess = Ajedrez de Los Álamos
game-losers-chess = Ajedrez de perdedores
game-maharajah-and-the-sepoys = El maharajá y los cipayos
game-makpong = Makpong
game-makruk = Makruk
game-manchu-chess = Ajedrez manchú
game-martian-chess = Ajedrez marciano
game-mighty-lion-chess = Ajedrez del león poderoso
game-mini-xiangqi = Minixiangqi
game-mis-re-chess = Ajedrez misère
game-modern-chess = Ajedrez moderno
game-new-zealand-chess = Ajedrez neozelandés
game-nightrider-chess = Ajedrez del jinete nocturno
game-no-castling-chess = Ajedrez sin enroque
game-atomic-chess-without-check = Ajedrez atómico sin jaque
game-omicron-chess = Ajedrez Ómicron
game-opulent-chess = Ajedrez opulento
game-paradigm-chess = Ajedrez del paradigma
game-pawnback-chess = Ajedrez de peones que retroceden
game-pawn-sideways-chess = Ajedrez de peones laterales
game-peasants-revolt = Rebelión de los campesinos
game-perfect-chess = Ajedrez perfecto
game-petrified-chess = Ajedrez petrificado
game-placement-chess = Ajedrez de colocación
game-pocket-knight-chess = Ajedrez del caballo de bolsillo
game-raazuvaa = Raazuvaa
game-racing-kings = Carrera de reyes
game-s-house = S-House
game-seirawan-chess = Ajedrez de Seirawan
game-seirawan-chess-960-qbbrnkrn = Ajedrez de Seirawan 960, QBBRNKRN
game-shahboy = Shahboy
game-shako = Shako
game-shatar = Shatar
game-shatranj = Shatranj
game-sittuyin = Sittuyin
game-sort-of-almost-chess = Algo así como casi ajedrez
game-spartan-chess = Ajedrez espartano
game-suicide-chess = Ajedrez del suicidio
game-tamerlane-chess = Ajedrez de Tamerlán
game-tencubed-chess = Ajedrez diez al cubo
game-three-check = Tres jaques
game-five-check = Cinco jaques
game-three-kings-chess = Ajedrez de los tres reyes
game-torpedo-chess = Ajedrez torpedo
game-troitzky-chess = Ajedrez de Troitzky
game-ultima = Ultima
game-wolf-chess = Ajedrez del lobo
game-xiangqi = Xiangqi

## columns

game-bashni = Bashni
game-focus = Focus
game-focus-without-symmetry = Focus sin simetría
game-lasca = Lasca
game-stapeldammen = Stapeldammen
game-tak = Tak
game-tavreli = Tavreli

## connection

game-gonnect = Gonnect
game-havannah = Havannah
game-hex = Hex
game-hex-9x9 = Hex 9x9
game-hex-9x9-with-swap = Hex 9x9 con intercambio
game-hive = Hive
game-hive-with-expansions = Hive con expansiones
game-hive-with-the-mosquito = Hive con el mosquito
game-hive-with-the-ladybird = Hive con la mariquita
game-hive-with-the-pillbug = Hive con la cochinilla
game-lines-of-action = Líneas de acción
game-y = Y

## draughts

game-brazilian-draughts = Damas brasileñas
game-brazilian-draughts-by-the-order-of-captures = Damas brasileñas, por orden de capturas
game-breakthrough-draughts = Damas de ruptura
game-english-breakthrough-draughts = Damas inglesas de ruptura
game-russian-breakthrough-draughts = Damas rusas de ruptura
game-russian-breakthrough-draughts-by-the-order-of-captures = Damas rusas de ruptura, por orden de capturas
game-canadian-draughts = Damas canadienses
game-sri-lankan-draughts = Damas de Sri Lanka
game-cheskers = Cheskers
game-czech-draughts = Damas checas
game-czech-draughts-by-the-order-of-captures = Damas checas, por orden de capturas
game-damii = Damii
game-english-draughts = Damas inglesas
game-english-draughts-by-the-order-of-captures = Damas inglesas, por orden de capturas
game-english-draughts-6x6 = Damas inglesas 6x6
game-frisian-draughts = Damas frisonas
game-frysk- = Frysk!
game-frisian-draughts-by-the-order-of-captures = Damas frisonas, por orden de capturas
game-english-draughts-with-huffing = Damas inglesas con soplo
game-international-draughts = Damas internacionales
game-antidraughts = Antidamas
game-international-draughts-by-the-order-of-captures = Damas internacionales, por orden de capturas
game-international-draughts-14x14 = Damas internacionales 14x14
game-international-draughts-6x6 = Damas internacionales 6x6
game-italian-draughts = Damas italianas
game-italian-draughts-by-the-order-of-captures = Damas italianas, por orden de capturas
game-killer-draughts = Damas asesinas
game-killer-draughts-by-the-order-of-captures = Damas asesinas, por orden de capturas
game-old-french-draughts = Damas francesas antiguas
game-poddavki = Poddavki
game-pool-checkers = Damas pool
game-pool-checkers-by-the-order-of-captures = Damas pool, por orden de capturas
game-russian-draughts = Damas rusas
game-russian-draughts-by-the-order-of-captures = Damas rusas, por orden de capturas
game-spanish-draughts = Damas españolas
game-spanish-draughts-by-the-order-of-captures = Damas españolas, por orden de capturas
game-spantsiretti = Spantsiretti
game-stavropol-draughts = Damas de Stávropol
game-thai-draughts = Damas tailandesas
game-thai-draughts-three-rows-of-men = Damas tailandesas, tres filas de peones
game-thai-draughts-by-the-order-of-captures = Damas tailandesas, por orden de capturas
game-thai-draughts-three-rows-of-men-by-the-order-of-captures = Damas tailandesas, tres filas de peones, por orden de capturas
game-turkish-draughts = Damas turcas

## flipping

game-ataxx = Ataxx
game-reversi = Reversi
game-reversi-old-opening = Reversi, apertura antigua
game-reversi-10x10 = Reversi 10x10
game-reversi-passing-on = Reversi, con paso continuado

## hidden

game-banqi = Banqi
game-battleship = Batalla naval
game-battleship-2x2 = Batalla naval 2x2
game-dark-chess = Ajedrez oscuro
game-dark-hex = Hex oscuro
game-dark-hex-2x2 = Hex oscuro 2x2
game-flipped-jungle = Jungla boca abajo
game-hidden-ranks = Rangos ocultos
game-kriegspiel = Kriegspiel
game-phantom-go-9x9 = Go fantasma 9x9
game-phantom-go-3x3 = Go fantasma 3x3
game-phantom-go-5x5 = Go fantasma 5x5
game-phantom-tic-tac-toe = Tres en raya fantasma

## hunt

game-bagh-chal = Bagh-chal
game-fox-and-hounds = Zorro y perros
game-fox-and-hounds-the-fox-chooses = Zorro y perros, elige el zorro
game-mirror-duel = Duelo de espejos

## leaping

game-alquerque = Alquerque
game-alquerque-with-huffing = Alquerque con soplo
game-chinese-checkers = Damas chinas
game-chinese-checkers-for-three = Damas chinas para tres
game-chinese-checkers-for-two = Damas chinas para dos
game-chinese-checkers-pegs-may-stay = Damas chinas, las fichas pueden quedarse
game-dablot-prejjesne = Dablot Prejjesne
game-fanorona = Fanorona
game-halma = Halma
game-halma-on-8x8 = Halma en 8x8
game-halma-on-10x10 = Halma en 10x10
game-konane = Kōnane
game-mana = Mana
game-surakarta = Surakarta
game-yot- = Yoté

## lines

game-achi = Achi
game-andantino = Andantino
game-bolotudu = Bolotudu
game-connect-four = Cuatro en raya
game-connect6 = Conecta 6
game-entropy = Entropía
game-five-without-borders = Cinco en raya sin bordes
game-gomoku = Gomoku
game-m-hle = Mühle (molino alemán)
game-nine-men-s-morris = Juego del molino
game-pasang = Pasang
game-pentago = Pentago
game-pentago-every-turn-told-apart = Pentago, cada giro por separado
game-pente = Pente
game-quantum-tic-tac-toe = Tres en raya cuántico
game-renju = Renju
game-rithmomachia = Ritmomaquia
game-score-four = Cuatro en raya 3D
game-qubic = Qubic
game-six-men-s-morris = Molino de seis
game-tapatan = Tapatan
game-three-men-s-morris = Molino de tres
game-tic-tac-toe = Tres en raya
game-twelve-men-s-morris = Molino de doce
game-ultimate-tic-tac-toe = Tres en raya definitivo
game-yavalath = Yavalath

## pushing

game-abalone = Abalone
game-arimaa = Arimaa
game-arimaa-set-up = Arimaa, ya colocada
game-chessball = Chessball
game-splut- = Splut!
game-splut-for-two = Splut! para dos

## puzzle

game-2048 = 2048
game-eight-puzzle = Rompecabezas de ocho
game-eight-queens = Ocho damas
game-four-knights = Cuatro caballos
game-french-peg-solitaire = Solitario francés
game-frogs-and-toads = Ranas y sapos
game-tower-of-hanoi = Torre de Hanói
game-klotski = Klotski
game-knight-s-tour = Vuelta del caballo
game-lights-out = Luces apagadas
game-mahjong-solitaire-a-small-hill = Solitario mahjong, una colina pequeña
game-peg-solitaire = Solitario de clavijas
game-peg-solitaire-any-last-hole = Solitario de clavijas, último hueco cualquiera
game-sokoban-the-corner = Sokoban: la esquina
game-sokoban-two-rooms = Sokoban: dos salas
game-sokoban-the-shelves = Sokoban: las estanterías
game-triangular-peg-solitaire = Solitario triangular
game-wiegleb-s-peg-solitaire = Solitario de Wiegleb
game-wolf-goat-and-cabbage = Lobo, cabra y col

## race

game-backgammon = Backgammon
game-can-t-stop = Sin parar (Can't Stop)
game-hounds-and-jackals = Perros y chacales
game-fifty-eight-holes-carnarvon-and-carter = Cincuenta y ocho agujeros, Carnarvon y Carter
game-mensch-rgere-dich-nicht = Parchís alemán (Mensch ärgere dich nicht)
game-nard = Nard
game-pig = Pig (dado cerdo)
game-royal-game-of-ur = Juego real de Ur
game-senet = Senet
game-twenty-squares = Veinte casillas
game-yacht = Yate (dados)

## race-to-row

game-breakthrough = Ruptura
game-dawson-s-chess = Ajedrez de Dawson
game-einstein-w-rfelt-nicht = EinStein würfelt nicht
game-epaminondas = Epaminondas
game-five-field-kono = Kono de cinco campos
game-hanga-roa = Hanga Roa
game-jungle = Jungla
game-kamisado = Kamisado
game-knightthrough = Ruptura de caballos
game-onitama = Onitama
game-ordo = Ordo
game-quoridor = Quoridor

## shogi

game-annan-shogi = Annan shogi
game-check-shogi = Shogi al primer jaque
game-dobutsu-shogi = Dobutsu shogi
game-euroshogi = EuroShogi
game-gorogoro-shogi = Gorogoro shogi
game-judkins-shogi = Shogi de Judkins
game-ko-shogi = Ko shogi
game-kyoto-shogi = Shogi de Kioto
game-micro-shogi = Microshogi
game-minishogi = Minishogi
game-okisaki-shogi = Okisaki shogi
game-sho-shogi = Sho shogi
game-shogi = Shogi
game-tori-shogi = Tori shogi
game-yari-shogi = Yari shogi
game-yonin-shogi = Yonin shogi
game-yonin-shogi-two-against-two = Yonin shogi, dos contra dos

## sowing

game-ayoayo = Ayoayo
game-bao = Bao
game-bohnenspiel = Bohnenspiel
game-congkak = Congkak
game-hus = Hus
game-kalah = Kalah
game-oware = Oware
game-toguz-korgool = Toguz korgool
game-vai-lung-thlan = Vai lung thlan

## tafl

game-alea-evangelii = Alea evangelii
game-ard-ri = Ard rí
game-brandubh = Brandubh
game-hasami-shogi = Hasami shogi
game-hnefatafl = Hnefatafl
game-mak-yek = Mak-yek
game-tablut = Tablut
game-tawlbwrdd = Tawlbwrdd

## territory

game-amazons = Amazonas
game-amazons-6x6 = Amazonas 6x6
game-amazons-10x10 = Amazonas 10x10
game-blokus-duo = Blokus Duo
game-blokus = Blokus
game-clobber = Clobber
game-clobber-10x10 = Clobber 10x10
game-dots-and-boxes = Puntos y cajas
game-dots-and-boxes-2x2 = Puntos y cajas 2x2
game-dots-and-boxes-3x3 = Puntos y cajas 3x3
game-filler = Filler (relleno de colores)
game-go-13x13 = Go 13x13
game-go-10x10 = Go 10x10
game-go-11x11 = Go 11x11
game-go-12x12 = Go 12x12
game-go-19x19 = Go 19x19
game-go-19x19-without-a-pass = Go 19x19, sin pasar
game-go-14x14 = Go 14x14
game-go-15x15 = Go 15x15
game-go-16x16 = Go 16x16
game-go-17x17 = Go 17x17
game-go-18x18 = Go 18x18
game-go-9x9 = Go 9x9
game-go-5x5 = Go 5x5
game-go-6x6 = Go 6x6
game-go-7x7 = Go 7x7
game-go-8x8 = Go 8x8
game-hippos-and-crocodiles-on-the-lake = Hipopótamos y cocodrilos, en el lago
game-hippos-and-crocodiles-on-the-river = Hipopótamos y cocodrilos, en el río
game-isolation = Aislamiento
game-isolation-7x7 = Aislamiento 7x7
game-joust = Justa
game-l-game = Juego de la L
game-nim = Nim
game-nim-the-last-counter-wins = Nim, gana la última ficha
game-snailtrail = Rastro de caracol
game-zertz = Zertz

## timed

game-gomoku-with-byo-yomi = Gomoku con byo-yomi
game-tamsk = Tamsk
game-tamsk-first-level = Tamsk, primer nivel
game-tamsk-third-level = Tamsk, tercer nivel

## together

game-colonel-blotto = Coronel Blotto
game-goofspiel = Goofspiel
game-matching-pennies = Pares y nones (monedas)
game-oshi-zumo = Oshi-zumo
game-rock-paper-scissors = Piedra, papel o tijera
game-three-player-matching-pennies = Pares y nones para tres (monedas)
