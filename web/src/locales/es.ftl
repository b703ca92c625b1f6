app-name = Dagaz
skip-to-board = Saltar al tablero
skip-to-content = Saltar al contenido
search = Buscar juegos, reglas y jugadores
theme = Tema
theme-auto = Como el sistema
theme-light = Claro
theme-dark = Oscuro
sound-on = Activar el sonido
sound-off = Desactivar el sonido
settings = Ajustes
language = Idioma
close = Cerrar
cancel = Cancelar
back = Volver
menu = Menú

game = Juego
games = Juegos
all-games = Todos los juegos
family = Familia
family-chess = Familia del ajedrez
family-shogi = Shogi
family-draughts = Damas
family-connection = Conexión
family-territory = Territorio
family-lines = Molinos y líneas
family-race = Carreras y dados
family-pushing = Empuje
family-race-to-row = Carrera a la fila
family-hunt = Caza
family-tafl = Tafl
family-puzzle = Rompecabezas
family-flipping = Volteo
family-leaping = Saltos
family-sowing = Siembra
family-columns = Torres
family-axiom = Guiones de Axiom
family-own = Tus archivos
continue-playing = Seguir jugando
all-your-games = Todas tus partidas
your-games = Tus partidas
your-move = Te toca
bot-thinks = El bot está pensando
finished = Terminada
analysis-kind = Análisis
two-players = 2 jugadores
solo = En solitario
with-dice = Con dados
players-count = { $count ->
    [one] 1 jugador
   *[other] { $count } jugadores
}
variants-count = { $count ->
    [one] 1 variante
   *[other] { $count } variantes
}
moves-count = jugada { $count }
no-games-found = Ningún juego coincide con «{ $query }».
show-all = Ver todos los juegos
drop-title = Suelta aquí un juego
drop-formats = .zrf .drf .zsg .zip — se abre y se juega, o dice qué falta
drop-now = Suelta para abrirlo
choose-file = Elegir un archivo
opening = Abriendo { $name } …
options-for = Opciones de { $title }
play-title = Jugar a { $title }
site-count = { $count ->
    [one] 1 casilla
   *[other] { $count } casillas
}
nothing-yet = Aún no hay partidas.
load-more = Ver más

new-game = Nueva partida
variant = Variante
who-plays = Quién juega
seat-me = Tú
seat-open = Otra persona, en esta pantalla o en otra
seat-bot = Bot
bot-level = nivel { $level }
bot-random = Bot que juega al azar
bot-named = { $bot }, nivel { $level }
clock = Reloj
clock-none = Sin reloj
clock-fischer = { $minutes } min + { $seconds } s por jugada
clock-byoyomi = { $minutes } min, luego { $periods } × { $seconds } s
clock-correspondence = { $days ->
    [one] 1 día por jugada
   *[other] { $days } días por jugada
}
position = Posición
position-start = Posición inicial
position-text = A partir de un texto (FEN o línea de un registro)
study-start = Tablero de análisis, sin rival
start-game = Empezar la partida
watch-bots = Ver jugar a los bots
play-as = Jugar con { $player }

moves = Jugadas
analysis = Análisis
rules = Reglas
resign = Abandonar
resign-sure = ¿Quieres abandonar esta partida?
offer-draw = Ofrecer tablas
offers-draw = { $player }: oferta de tablas.
offers-takeback = { $player }: petición de deshacer una jugada.
offers-pause = { $player }: petición de pausa.
offers-abort = { $player }: petición de anular la partida.
offers-rematch = { $player }: petición de otra partida.
accept = Aceptar
decline = Rechazar
withdraw = Retirar
waits-for-answer = Esperando respuesta …
takeback = Deshacer
rematch = Jugar otra vez
pause = Pausa
resume = Continuar
paused = La partida está en pausa.
abort = Anular
flip = Girar el tablero
flip-short = Girar
zoom = Ampliar
hint = Pista
undo = Deshacer
list-moves = Lista de jugadas
more = Más
share = Compartir
export = Guardar como archivo
import = Abrir un registro
copy = Copiar
copied = Copiado
download = Descargar
format = Formato
left-out = No cabe en este formato: { $what }
open-analysis = Analizar desde aquí
edit-position = Editar la posición
first = Primera jugada
previous = Jugada anterior
next = Jugada siguiente
last = Última jugada
back-to-game = Volver a la partida
looking-back = Estás viendo una posición anterior.
to-move = Turno de { $player }
you-to-move = Te toca
thinking = pensando …
waiting-seat = Aún no hay nadie aquí
sit-here = Sentarse aquí
not-connected = Conexión perdida. Reintentando …
connected-again = Conectado de nuevo.
finish = Terminar
finish-not-yet = Elige primero cómo seguir
finish-remove = Elige primero una pieza para retirar
back-out = Atrás
pass = Pasar
pass-hint = No tienes otra jugada.
step-number = Paso { $number }
step-go = Movida { $sites }
step-capture = Captura { $sites }
step-drop = Colocada { $sites }
step-remove = Retirada { $sites }
step-change = Cambiada { $sites }
step-together = Movidas juntas { $sites }
step-pass = Sin mover
this-move = Esta jugada
choose-remove = { $count ->
    [one] Elige la pieza que se retira
   *[other] Elige una de { $count } piezas para retirar
}
choose-target = { $count ->
    [one] 1 destino
   *[other] { $count } destinos
}
selection-title = { $what } — { $count ->
    [one] 1 jugada
   *[other] { $count } jugadas
}
selection-legend = Punto: mover · esquinas: capturar
chance-rolls = Tirando …
type-move = Escribir una jugada
type-move-placeholder = e2e4, Nf3, d4-d5 …
play-it = Jugar
typed-unclear = Ninguna jugada legal se escribe «{ $text }», o lo hacen varias.
captured = capturó { $what }
in-hand = { $count } en mano
on-board = { $count } en el tablero
check = jaque
mate-threat = Jaque a { $player }
evaluation = Evaluación: { $player } { $percent } %
hint-is = Prueba con { $move }.
hint-wait = Buscando una buena jugada …
clock-of = Reloj de { $player }: { $time }
clock-low = { $player }: menos de { $seconds } segundos.

won-by = Victoria de { $player }
you-won = Has ganado
you-lost = Has perdido
draw = Tablas
ended = La partida ha terminado
end-rules = { $name }
end-resigned = abandono de { $player }
end-time = tiempo agotado de { $player }
end-agreed = por acuerdo de los jugadores
end-aborted = la partida se anuló
end-stuck = Las reglas han llegado a uno de sus límites; esta partida no puede seguir.
ending-checkmated = jaque mate a { $piece }
ending-stalemated = sin jugadas legales
why-ended = ¿Por qué terminó?
score-is = { $player }: { $score }
solved = Resuelto

why-not = ¿Por qué no?
why-title = Esto no es posible
why-title-move = { $from } – { $to } no es posible
show-rule = Ver la regla
why-legal = Al final sí es posible.
why-notPlaying = La partida no se está jugando ahora.
why-notYourTurn = No te toca a ti.
why-empty = Aquí no hay nada que mover.
why-notYours = Esta pieza no es tuya.
why-noneLeft = No queda ninguna.
why-occupied = { $count ->
    [0] Ya hay algo allí.
   *[other] Ya hay algo en { $sites }.
}
why-blocked = { $count ->
    [0] Hay algo en el camino.
    [one] La pieza de { $sites } estorba.
   *[other] Las piezas de { $sites } estorban.
}
why-notItsWay = Esta pieza no va así.
why-notThisKind = Esta clase de jugada no es posible ahora.
why-obliged = Antes hay que hacer otra jugada: es obligatorio capturar, o capturar más.
why-forbidden = Dejaría bajo ataque algo que no se puede perder.
why-rules = Las reglas no lo permiten.
refused-stale = La partida ha avanzado entretanto.
refused-notYourTurn = Le toca a otro jugador.
refused-ended = La partida ha terminado.
refused-paused = La partida está en pausa.
refused-waiting = Antes tiene que sentarse alguien.
refused-illegal = Esta jugada no es legal.
refused-forbidden = No puedes hacer esto.
refused-nothing = No hay nada que deshacer ni que aceptar.
refused-notHere = Esto no se puede hacer en esta clase de partida.
refused-busy = El servidor está ocupado. Inténtalo de nuevo.
refused-other = No se pudo hacer: { $say }

start-analysis = Empezar el análisis
stop-analysis = Parar
depth = profundidad { $depth }
nodes-searched = { $count } posiciones
expected-for = { $player } { $percent } %
best-lines = Mejores jugadas
no-analysis-bot = Aquí ningún bot sabe analizar.
analysis-after = El análisis se abre después de la partida.
comment = Comentario
add-comment = Añadir un comentario
save = Guardar
variation = Variante
make-main = Hacer línea principal
delete-from-here = Borrar desde aquí
judge = Valoración

about = Acerca de
how-pieces-move = Piezas
history = Historia
strategy = Estrategia
notes = Notas
rules-text = Texto de las reglas
board-facts = { $sites } casillas · { $players } jugadores
piece-faces = Caras de las piezas
faces-characters = caracteres
faces-letters = letras
own-images = Imágenes del archivo de reglas

problems-found = { $count ->
    [one] 1 problema
   *[other] { $count } problemas
}
cannot-play = Todavía no se puede jugar a { $name }
plays-with-notes = Se puede jugar a { $name }; esto quedó fuera
problem-place = línea { $line }, columna { $column }
rules-reloaded = Las reglas han cambiado: tus jugadas se han repetido con las nuevas.
rules-broken = El archivo de reglas tiene errores. La partida sigue con las reglas de antes.
record-paste = Pega el texto de un registro o suelta un archivo
record-rules = ¿Con qué reglas se jugó?

editor = Editor de posiciones
editor-help = Elige una pieza y pulsa los lugares donde va. Púlsalos de nuevo para quitarla.
editor-clear = Vaciar el tablero
editor-start = Posición inicial
editor-play = Jugar desde aquí
editor-analyse = Analizar desde aquí
editor-side = Turno de
eraser = Borrador
position-line = Posición como texto

confirm-moves = Confirmar cada jugada con Terminar
letter-keys = Teclas de letras en el tablero
reduced-motion = Menos movimiento
sounds = Sonidos
coordinates = Coordenadas
keys = Teclas
keys-move = Flechas y Q E Z C recorren el tablero
keys-pick = Intro o espacio elige, Esc vuelve atrás
keys-levels = RePág y AvPág cambian de nivel, H va a la mano
keys-list = M lista de jugadas, / escribir una jugada
keys-tree = [ y ] recorren las jugadas, { "{" } y { "}" } primera y última
keys-tools = U deshacer, F girar, I pista, W por qué no, B leer el tablero
keys-help = ? muestra esto

board-of = Tablero de { $title }
site-empty = { $site }, vacía
site-piece = { $site }, { $piece }
site-selectable = { $label }, se puede elegir
site-selected = { $label }, elegida
site-target = { $label }, destino
site-capture = { $label }, captura
site-threatened = { $label }, amenazada
owned-piece = { $piece } de { $owner }
hidden-piece = pieza oculta
hand-slot = { $owner }: { $count } { $piece } en mano
hand-of = Mano de { $owner }
your-hand = Tu mano
level = nivel { $number }
question-promote = ¿En qué se convierte?
question-capture = ¿Qué se captura?
question-stop = ¿Terminar aquí la jugada?
question-way = ¿Por dónde?
option-stop = Terminar aquí
option-go-on = Seguir
say-move = { $player }: { $piece } de { $from } a { $to }
say-drop = { $player }: { $piece } en { $to }
say-other = { $player }: { $text }
say-captures = captura en { $sites }
say-rolled = Salió { $what }
dice-chance = { $ways } de { $of }
dice-title = { $what }: sale { $ways } de cada { $of } veces
site-column = { $label }, sobre { $beneath }
column = { $count } piezas, de arriba abajo: { $list }
say-choices = Te toca, { $count ->
    [one] 1 opción
   *[other] { $count } opciones
}.
say-selected = { $what }, { $count ->
    [one] 1 destino
   *[other] { $count } destinos
}{ $captures ->
    [0] {""}
    [one] , 1 captura
   *[other] , { $captures } capturas
}.
say-step = Paso { $number } hecho: { $what }.
say-board = { $count ->
    [one] 1 pieza
   *[other] { $count } piezas
}: { $list }
error-title = No ha funcionado
unknown-game = Aquí no hay tal partida.
try-again = Intentar de nuevo

piece-king = rey
piece-queen = dama
piece-rook = torre
piece-bishop = alfil
piece-knight = caballo
piece-pawn = peón
piece-man = peón
piece-stone = piedra
piece-disc = ficha
piece-gold = oro
piece-silver = plata
piece-lance = lancero
piece-general = general
piece-advisor = consejero
piece-elephant = elefante
piece-horse = caballo
piece-chariot = carro
piece-cannon = cañón
piece-soldier = soldado
piece-amazon = amazona
piece-arrow = flecha
piece-fox = zorro
piece-hound = perro
piece-box = caja
piece-porter = porteador
piece-peg = clavija
piece-archbishop = arzobispo
piece-chancellor = canciller
piece-marshall = mariscal
piece-cardinal = cardenal
piece-minister = ministro
piece-counsellor = consejero
piece-met = met
piece-khon = khon
piece-guard = guardia
piece-mann = hombre
piece-wizard = mago
piece-champion = campeón
piece-lion = león
piece-tiger = tigre
piece-wolf = lobo
piece-leopard = leopardo
piece-dog = perro
piece-cat = gato
piece-rat = rata
piece-goat = cabra
piece-camel = camello
piece-duck = pato
piece-grasshopper = saltamontes
piece-centaur = centauro
piece-janus = Jano
piece-maharajah = maharajá
piece-drone = zángano
piece-hawk = halcón
piece-falcon = halcón
piece-eagle = águila
piece-crane = grulla
piece-goose = ganso
piece-swallow = golondrina
piece-pheasant = faisán
piece-leftquail = codorniz izquierda
piece-rightquail = codorniz derecha
piece-giraffe = jirafa
piece-chick = pollito
piece-hen = gallina
piece-withdrawer = retirador
piece-coordinator = coordinador
piece-leaper = saltador
piece-immobilizer = inmovilizador
piece-chameleon = camaleón
piece-wise = sabio
piece-jester = bufón
piece-courier = correo
piece-archer = arquero
piece-banner = bandera
piece-bers = bers
piece-officer = oficial
piece-warrior = guerrero
piece-prince = príncipe
piece-winner = ganadora
piece-flat = plana
piece-cap = remate
piece-wall = muro
piece-hole = hueco
piece-trail = rastro
piece-rock = roca
piece-marble = canica
piece-bead = cuenta
piece-mark = marca
piece-coin = moneda
piece-square = cuadro
piece-snail = caracol
piece-counter = ficha
piece-dragon = dragón
piece-tokin = tokin
piece-goldsilver = plata ascendida
piece-goldknight = caballo ascendido
piece-goldlance = lancero ascendido
piece-orange = naranja
piece-blue = azul
piece-purple = púrpura
piece-pink = rosa
piece-yellow = amarilla
piece-red = roja
piece-green = verde
piece-brown = marrón
player-white = Blancas
player-black = Negras
player-red = Rojo
player-blue = Azul
player-yellow = Amarillo
player-green = Verde
player-light = Claras
player-dark = Oscuras
player-south = Sur
player-north = Norte
player-you = Tú
player-goats = Cabras
player-tigers = Tigres
player-sami = Samis
player-farmers = Granjeros
player-solver = Jugador
player-keeper = Almacenero
player-gold = Oro
player-sente = Sente
player-gote = Gote
player-attackers = Atacantes
player-defenders = Defensores
player-muscovites = Moscovitas
player-swedes = Suecos
player-fire = Fuego
player-dice = Dados
player-x = Cruces
player-o = Círculos
game-chess = Ajedrez
game-four-player-chess = Ajedrez para cuatro
game-hex = Hex
game-reversi = Reversi
game-nine-men-s-morris = Juego del molino
game-tic-tac-toe = Tres en raya
game-amazons = Amazonas
game-peg-solitaire = Solitario de clavijas
game-russian-draughts = Damas rusas
game-english-draughts = Damas inglesas
game-turkish-draughts = Damas turcas
game-international-draughts = Damas internacionales
game-fox-and-hounds = Zorro y perros
game-connect-four = Cuatro en raya
game-twenty-squares = Veinte casillas
game-amazon-chess = Ajedrez de la amazona
game-antichess = Ajedrez suicida
game-atomic-chess = Ajedrez atómico
game-capablanca-chess = Ajedrez de Capablanca
game-chaturanga = Chaturanga
game-shatranj = Shatranj
game-courier-chess = Ajedrez del correo
game-crazyhouse = Crazyhouse
game-dragon-chess = Ajedrez del dragón
game-duck-chess = Ajedrez del pato
game-grand-chess = Gran ajedrez
game-grasshopper-chess = Ajedrez del saltamontes
game-horde = Horda
game-king-of-the-hill = Rey de la colina
game-racing-kings = Carrera de reyes
game-three-check = Tres jaques
game-makruk = Makruk
game-janggi = Janggi
game-xiangqi = Xiangqi
game-go-9x9 = Go 9x9
game-go-13x13 = Go 13x13
game-go-19x19 = Go 19x19
game-backgammon = Backgammon
game-nard = Nard
game-royal-game-of-ur = Juego real de Ur
game-senet = Senet
game-kalah = Kalah
game-oware = Oware
game-jungle = Jungla
game-lines-of-action = Líneas de acción
game-brazilian-draughts = Damas brasileñas
game-canadian-draughts = Damas canadienses
game-czech-draughts = Damas checas
game-frisian-draughts = Damas frisonas
game-italian-draughts = Damas italianas
game-spanish-draughts = Damas españolas
game-thai-draughts = Damas tailandesas
game-poddavki = Poddavki
game-bashni = Bashni
game-bagh-chal = Bagh-chal
game-alquerque = Alquerque
game-six-men-s-morris = Molino de seis
game-three-men-s-morris = Molino de tres
game-twelve-men-s-morris = Molino de doce
game-eight-queens = Ocho damas
game-knight-s-tour = Vuelta del caballo
game-lights-out = Luces apagadas
game-french-peg-solitaire = Solitario francés
game-triangular-peg-solitaire = Solitario triangular
game-sokoban-the-corner = Sokoban: la esquina
game-four-player-chess-to-the-last-king = Ajedrez para cuatro, hasta el último rey
game-four-player-chess-two-against-two = Ajedrez para cuatro, dos contra dos

## People
lobby = Sala
lobby-now = { $people ->
    [one] Hay 1 persona
   *[other] Hay { $people } personas
}; { $games ->
    [one] se juega 1 partida
   *[other] se juegan { $games } partidas
}
lobby-side = Lado
lobby-side-any = Cualquier lado
lobby-side-first = Juego primero
lobby-side-second = Juego segundo
lobby-rated = Con puntuación
lobby-seek = Buscar rival
lobby-seeks = Quién quiere jugar
lobby-empty = Nadie busca partida ahora. Busca una y otros la verán aquí.
lobby-watch = Partidas para ver
go-to-game = Ir a la partida
profile = Perfil
profile-games = Partidas
profile-guest = Invitado
profile-result = Resultado
profile-result-win = Ganadas
profile-result-draw = Tablas
profile-result-loss = Perdidas
rating = Puntuación
rating-games = Partidas con puntuación
mute = Silenciar
unmute = Volver a oír
report = Denunciar
reported = Denunciado
talk = Charla
talk-say = Di algo
invite-link = Envía esta dirección a quien vaya a jugar contigo:
invite-only = Solo por invitación: la partida no aparece en ninguna lista
account-enter = Entrar
account-new = Cuenta nueva
account-make = Crear una cuenta
account-have = Ya tengo cuenta
account-name = Nombre
account-password = Contraseña
account-leave = Salir
account-export = Todo lo que se guarda sobre mí
account-password-hint = Al menos 8 caracteres; lo mejor son varias palabras juntas.
account-password-new = Contraseña nueva
account-password-change = Cambiar la contraseña
account-delete = Borrar la cuenta
account-delete-means = Tu nombre, tus puntuaciones y tu contraseña desaparecen para siempre. Las partidas quedan, sin tu nombre.
