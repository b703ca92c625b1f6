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
family-cards = Cartas
family-hidden = Información oculta
family-together = Turnos simultáneos
family-timed = Contra el tiempo
family-axiom = Guiones de Axiom
family-own = Tus archivos
family-members = De los miembros
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
find-games = Buscar partidas
first-moves = Primeras jugadas
first-moves-example = e4; e5; Nf3
find = Buscar
nothing-found = No se ha encontrado ninguna partida.

new-game = Nueva partida
variant = Variante
who-plays = Quién juega
seat-me = Tú
seat-open = Otra persona, en esta pantalla o en otra
seat-bot = Bot
bot-level = nivel { $level }
bot-random = Bot que juega al azar
bot-best = El mejor bot que hay
bot-alphabeta = Bot que busca a fondo
bot-mcts = Bot que prueba partidas
bot-greedy = Bot que toma lo que ve
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
view-3d = Vista 3D
no-3d = Este navegador no puede mostrar el tablero en 3D.
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
newer-page = Hay una versión más reciente de esta página.
load-newer = Cargarla
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
ending-repetition = la posición se ha repetido
ending-no-move = sin jugadas legales
ending-stalemate = sin jugadas legales
ending-checkmate = jaque mate
ending-idle = demasiado tiempo sin que pase nada
ending-mate = jaque mate
ending-solved = resuelto
ending-fifty-moves = cincuenta jugadas sin captura ni avance de peón
ending-full = el tablero está lleno
ending-stuck = sin jugadas legales
ending-wiped-out = no quedan piezas
ending-king-taken = el rey ha sido capturado
ending-escape = el rey ha escapado
ending-no-king = no queda ningún rey
ending-no-men = no quedan peones
ending-majority = más de la mitad
ending-bare = el rey está solo
ending-perpetual = jaque perpetuo
ending-race = todas las piezas han llegado a casa
ending-connection = los lados están unidos
ending-area-score = se cuentan los puntos del territorio
ending-crowned = coronación
ending-blocked = no queda camino
ending-home = se ha llegado a casa
ending-three-checks = el tercer jaque
ending-captured = todo ha sido capturado
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
rules-lost = Las reglas han cambiado. Algunas jugadas ya no existen con las nuevas.
file-too-large = El archivo tiene { $size } MB; se leen { $most } MB como máximo.
rules-broken = El archivo de reglas tiene errores. La partida sigue con las reglas de antes.
record-paste = Pega el texto de un registro o suelta un archivo
record-rules = ¿Con qué reglas se jugó?
record-games = { $count ->
    [one] El registro tiene 1 partida
   *[other] El registro tiene { $count } partidas
}
record-game = Partida { $number }

editor = Editor de posiciones
editor-help = Elige una pieza y pulsa los lugares donde va. Púlsalos de nuevo para quitarla.
editor-clear = Vaciar el tablero
editor-start = Posición inicial
editor-play = Jugar desde aquí
editor-analyse = Analizar desde aquí
editor-side = Turno de
eraser = Borrador
position-line = Posición como texto
position-help = Pegue aquí una posición: FEN, SFEN o como la escribe este juego.

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
keys-3d = 3 muestra el tablero en 3D; allí Mayús con flechas lo gira, + y - acercan y alejan, 0 lo muestra entero
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
say-steps = Hay demasiadas jugadas completas para listarlas, así que este turno se juega paso a paso: { $count ->
    [one] 1 paso siguiente
   *[other] { $count } pasos siguientes
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
piece-goalkeeper = portero
piece-defender = defensor
piece-attacker = atacante
piece-ball = balón
piece-farmer = granjero
piece-cabbage = col
piece-frog = rana
piece-toad = sapo
piece-white = blanca
piece-grey = gris
piece-black = negra
piece-first = primero
piece-second = segundo
piece-third = tercero
piece-fourth = cuarto
piece-fifth = quinto
piece-beam-block = viga
piece-first-block = primer bloque
piece-second-block = segundo bloque
piece-third-block = tercer bloque
piece-fourth-block = cuarto bloque
piece-one = uno
piece-two = dos
piece-three = tres
piece-four = cuatro
piece-five = cinco
piece-six = seis
piece-seven = siete
piece-eight = ocho
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
player-orange = Naranja
player-purple = Púrpura
player-east = Este
player-west = Oeste
player-first = Primero
player-second = Segundo

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
rules-own = Tus reglas
rules-private = Privado: solo tú
rules-unlisted = No listado: quien conozca el enlace
rules-public = Público: en la biblioteca
rules-link = Dirección de { $title }, para compartir
rules-missing = Aquí no hay tales reglas, o no son para ti.
rules-by = Entregado por { $name }
account-password-hint = Al menos 8 caracteres; lo mejor son varias palabras juntas.
account-password-new = Contraseña nueva
account-password-change = Cambiar la contraseña
account-delete = Borrar la cuenta
account-delete-means = Tu nombre, tus puntuaciones y tu contraseña desaparecen para siempre. Las partidas quedan, sin tu nombre.
second-factor = Segundo factor
second-factor-means = Al entrar se pedirá también un código que muestra una aplicación de autenticación. Se cerrará la sesión en otros navegadores.
second-factor-begin = Configurar
second-factor-scan = Escanea esto con tu aplicación de autenticación.
second-factor-picture = Código QR para la aplicación de autenticación
second-factor-secret = O escribe este secreto:
second-factor-code = Código
second-factor-code-hint = Las seis cifras que muestra ahora la aplicación.
second-factor-code-or-recovery = Las seis cifras que muestra ahora la aplicación, o un código de recuperación.
second-factor-confirm = Activar
second-factor-recovery = Códigos de recuperación
second-factor-recovery-means = Guarda estos códigos de recuperación. Cada uno permite entrar una vez sin la aplicación, y no se muestran de nuevo.
second-factor-is-on = { $count ->
    [one] El segundo factor está activado. Queda { $count } código de recuperación.
   *[other] El segundo factor está activado. Quedan { $count } códigos de recuperación.
}
second-factor-remove = Desactivar
second-factor-wrong = La contraseña o el código no es correcto, o el código ya se usó.

## Tournaments
tournament = Torneo
tournaments = Torneos
tournaments-past = Torneos pasados
tournament-new = Nuevo torneo
tournament-needs-account = Inicia sesión para crear un torneo.
tournament-sign-in = Las partidas de este torneo puntúan: inicia sesión para participar.
tournament-none = Ahora no hay ningún torneo. Crea uno y otros lo verán aquí.
tournament-missing = Aquí no existe ese torneo.
tournament-more = Mostrar más
tournament-title = Título
tournament-kind = Tipo
tournament-kind-swiss = Sistema suizo
tournament-kind-roundRobin = Todos contra todos
tournament-kind-double = Todos contra todos, ida y vuelta
tournament-kind-arena = Arena
tournament-means-swiss = Se enfrentan quienes tienen los mismos puntos, y nadie repite rival.
tournament-means-roundRobin = Cada uno juega contra todos los demás.
tournament-means-double = Cada uno juega dos veces contra todos los demás, una con cada lado.
tournament-means-arena = Quien está libre recibe rival, una y otra vez. Una victoria vale 2 puntos y unas tablas 1; tras dos victorias seguidas, el doble.
tournament-rounds = Rondas
tournament-rounds-count = { $count ->
    [one] 1 ronda
   *[other] { $count } rondas
}
tournament-minutes = Minutos
tournament-minutes-count = { $count ->
    [one] 1 minuto
   *[other] { $count } minutos
}
tournament-start = Comienzo
tournament-start-hand = Cuando yo lo diga
tournament-start-in = { $count ->
    [one] Dentro de 1 minuto
   *[other] Dentro de { $count } minutos
}
tournament-start-moment = En el momento que elija
tournament-make = Crear el torneo
tournament-share = Envía esta dirección a quien deba participar:
tournament-join = Participar
tournament-leave = Salir
tournament-begin = Comenzar ya
tournament-cancel = Cancelar el torneo
tournament-coming = Pronto
tournament-running = En curso
tournament-ended = Terminado
tournament-cancelled = Cancelado
tournament-joined = Participas
tournament-people = { $count ->
    [one] 1 persona
   *[other] { $count } personas
}
tournament-by = creado por { $name }
tournament-starts-in = Comienza en { $time }
tournament-starts-hand = Comienza cuando { $name } lo diga
tournament-next-round = Siguiente ronda en { $time }
tournament-time-left = Quedan { $time }
tournament-winner = Gana: { $name }
tournament-called = Tu partida en «{ $title }» ha comenzado.
tournament-back = Volver al torneo
tournament-standings = Clasificación
tournament-entered = Participantes
tournament-empty = Nadie participa todavía.
tournament-place = Puesto
tournament-player = Jugador
tournament-points = Puntos
tournament-games = Partidas
tournament-round = Ronda { $number } de { $rounds }
tournament-round-before = Ronda anterior
tournament-round-after = Ronda siguiente
tournament-bye = { $name } no tiene rival en esta ronda.
tournament-playing = Jugando
tournament-left = Se ha ido
tournament-fire = La próxima partida vale el doble
tie-directEncounter = Encuentro directo
tie-buchholz = Buchholz
tie-sonnebornBerger = Sonneborn-Berger
tie-wins = Victorias

studio = Taller de reglas
studio-write = Escribir reglas
studio-edit = Editar las reglas
studio-copy = Editar una copia de las reglas
studio-cursor = La palabra en el cursor
studio-text = Texto de las reglas
studio-name = Nombre del archivo
studio-name-help = El nombre debe terminar en .drf, .zrf o .4th
studio-format = Dar formato
studio-download = Guardar como archivo
studio-again = Empezar de nuevo desde la plantilla
studio-checking = Comprobando…
studio-plays = Sin problemas: el tablero juega con estas reglas
studio-sound = Sin problemas
studio-lost = { $count ->
    [one] El tablero juega con estas reglas; 1 jugada ya no es legal
   *[other] El tablero juega con estas reglas; { $count } jugadas ya no son legales
}
studio-warnings = { $count ->
    [one] 1 aviso
   *[other] { $count } avisos
}
studio-problems = Qué falla en el texto
studio-board = Tablero de estas reglas
studio-full = Abrir la partida
studio-old = Juega el texto anterior
studio-no-board = La partida aparece aquí en cuanto el texto no tenga errores.
studio-not-kept = Este navegador no guarda textos: guarda el texto como archivo.
studio-several = Estas reglas tienen varios archivos; aquí solo se abre el primero.
studio-keys = Ctrl+S da formato y guarda · Ctrl+Espacio completa · Escape y luego Tab salen del texto
publish = Publicar
publish-link = Enlace para jugar con estas reglas
publish-link-about = El enlace contiene las propias reglas. Ningún servidor las guarda, y quien lo abra puede jugar y editarlas.
publish-local = Esta página funciona en su propio ordenador: solo quien pueda abrirla aquí puede usar el enlace.
publish-long = El enlace tiene { $count } caracteres; algunos programas cortan enlaces así de largos.
publish-embed = Elemento para otra página web
publish-embed-about = Péguelo en una página. El juego se juega allí.
publish-files = Archivos
publish-picture = Imagen ({ $kind })
publish-animation = Jugadas como animación (SVG)
publish-zip = Guardar como archivo comprimido
publish-page = Un archivo HTML que se juega en cualquier lugar
shared = Juego de un enlace
shared-not-open = No se puede jugar con este enlace
shared-wrong = Las reglas de este enlace tienen errores.
shared-damaged = El enlace está dañado o incompleto. Pídalo de nuevo.
shared-large = El enlace contiene más de lo que pueden tener unas reglas.
shared-language = El enlace no contiene reglas en un lenguaje conocido.
measures = Partidas al azar
measure-games = { $count ->
    [one] 1 partida
   *[other] { $count } partidas
}
measure-interval = de { $low } a { $high }
measure-wins = Gana { $player }
measure-draws = Tablas
measure-unfinished = Sin terminar
measure-length = Jugadas
measure-choices = Opciones
measure-unused-pieces = Nunca usadas: { $names }
measure-unused-rules = Reglas que no dieron ninguna jugada:
measure-changed = Cambios desde la última versión:
measure-change = { $what } { $before } → { $after }
versions = Versiones
versions-none = Aún no se ha jugado ninguna versión.
version-lines = +{ $added } −{ $removed } líneas
version-present = Texto actual
version-restore = Restaurar
version-restore-of = Restaurar la versión de { $time }
parameters = Parámetros
template-row = Plantilla: piedras en raya
template-race = Plantilla: carrera
template-draughts = Plantilla: damas
template-mancala = Plantilla: mancala
template-chess = Plantilla: ajedrez pequeño
lessons = Lecciones
lesson-number = Lección { $number } de { $count }
lesson-place = Una piedra en una casilla vacía
lesson-place-about = Una regla dice dónde empieza y qué hace. Esta empieza en casillas ocupadas, así que el primer jugador no tiene jugada. Haga que empiece en las vacías.
lesson-win = Tres en raya
lesson-win-about = Un final es una palabra, un nombre y una condición. (full three mine) son las filas de tres casillas que son todas mías. Haga que gane quien tenga una.
lesson-capture = Capturas
lesson-capture-about = Una regla es un camino: va a una casilla y la examina. Escriba una regla strike con una dirección d que vaya a un enemigo, y désela al peón para las direcciones nw y ne.
lesson-jump = Saltos
lesson-jump-about = El peón salta sobre un enemigo, pero no lo captura. (take) captura la pieza del cursor. (first jump walk) permite otras jugadas solo si no hay saltos.
lesson-check-legal = { $moves }: la última jugada es legal
lesson-check-illegal = { $moves }: la última jugada no es legal
lesson-check-wins = { $moves }: la última jugada gana
lesson-check-empty = { $moves }: después { $site } está vacía
lesson-holds = se cumple
lesson-fails = aún no se cumple
lesson-solved = Resuelto
lesson-next = Lección siguiente
lesson-solution = Mostrar una solución
code-find = Buscar
code-replace = Reemplazar
code-next = siguiente
code-previous = anterior
code-all = todo
code-match-case = mayúsculas
code-regexp = patrón
code-by-word = palabras enteras
code-replace-all = reemplazar todo
code-close = cerrar
code-completions = Sugerencias
code-diagnostics = Problemas
code-no-diagnostics = Sin problemas
