app-name = Dagaz
skip-to-board = Перейти к доске
skip-to-content = Перейти к содержанию
search = Поиск игр, правил и игроков
theme = Тема
theme-auto = Как в системе
theme-light = Светлая
theme-dark = Тёмная
sound-on = Включить звук
sound-off = Выключить звук
settings = Настройки
language = Язык
close = Закрыть
cancel = Отмена
back = Назад
menu = Меню

game = Игра
games = Игры
all-games = Все игры
family = Семейство
family-chess = Шахматы
family-shogi = Сёги
family-draughts = Шашки
family-connection = Соединение
family-territory = Территория
family-lines = Мельницы и ряды
family-race = Гонки и кости
family-pushing = Вытеснение
family-race-to-row = Гонка к краю
family-hunt = Охота
family-tafl = Тафл
family-puzzle = Головоломки
family-flipping = Перевороты
family-leaping = Прыжки
family-sowing = Манкала
family-columns = Столбы и башни
family-axiom = Сценарии Axiom
family-own = Ваши файлы
continue-playing = Продолжить игру
all-your-games = Все ваши партии
your-games = Ваши партии
your-move = Ваш ход
bot-thinks = Бот думает
finished = Закончена
analysis-kind = Анализ
two-players = 2 игрока
solo = Для одного
with-dice = С костями
players-count = { $count ->
    [one] { $count } игрок
    [few] { $count } игрока
   *[many] { $count } игроков
}
variants-count = { $count ->
    [one] { $count } вариант
    [few] { $count } варианта
   *[many] { $count } вариантов
}
moves-count = ход { $count }
no-games-found = Нет игры, подходящей к «{ $query }».
show-all = Показать все игры
drop-title = Бросьте игру сюда
drop-formats = .zrf .drf .zsg .zip — игра откроется или скажет, чего не хватает
drop-now = Отпустите, чтобы открыть
choose-file = Выбрать файл
opening = Открывается { $name } …
options-for = Настройки: { $title }
play-title = Играть: { $title }
site-count = { $count ->
    [one] { $count } поле
    [few] { $count } поля
   *[many] { $count } полей
}
nothing-yet = Партий пока нет.
load-more = Показать ещё

new-game = Новая партия
variant = Вариант
who-plays = Кто играет
seat-me = Вы
seat-open = Кто-то другой, на этом экране или на другом
seat-bot = Бот
bot-level = уровень { $level }
bot-random = Бот, ходящий наугад
bot-named = { $bot }, уровень { $level }
clock = Часы
clock-none = Без часов
clock-fischer = { $minutes } мин + { $seconds } с за ход
clock-byoyomi = { $minutes } мин, затем { $periods } × { $seconds } с
clock-correspondence = { $days ->
    [one] { $days } день на ход
    [few] { $days } дня на ход
   *[many] { $days } дней на ход
}
position = Позиция
position-start = Начальная позиция
position-text = Из текста (FEN или строка записи)
study-start = Доска для анализа, без соперника
start-game = Начать партию
watch-bots = Смотреть игру ботов
play-as = Играть за: { $player }

moves = Ходы
analysis = Анализ
rules = Правила
resign = Сдаться
resign-sure = Сдать эту партию?
offer-draw = Предложить ничью
offers-draw = { $player }: предлагается ничья.
offers-takeback = { $player }: просьба вернуть ход.
offers-pause = { $player }: просьба о паузе.
offers-abort = { $player }: просьба отменить партию.
offers-rematch = { $player }: просьба сыграть ещё раз.
accept = Принять
decline = Отклонить
withdraw = Отозвать
waits-for-answer = Ждём ответа …
takeback = Вернуть ход
rematch = Сыграть ещё
pause = Пауза
resume = Продолжить
paused = Партия на паузе.
abort = Отменить партию
flip = Повернуть доску
flip-short = Повернуть
zoom = Увеличить
hint = Подсказка
undo = Ход назад
list-moves = Список ходов
more = Ещё
share = Поделиться
export = Сохранить в файл
import = Открыть запись
copy = Копировать
copied = Скопировано
download = Скачать
format = Формат
left-out = Не входит в этот формат: { $what }
open-analysis = Анализ отсюда
edit-position = Изменить позицию
first = Первый ход
previous = Предыдущий ход
next = Следующий ход
last = Последний ход
back-to-game = Вернуться к партии
looking-back = Вы смотрите более раннюю позицию.
to-move = Ход: { $player }
you-to-move = Ваш ход
thinking = думает …
waiting-seat = Здесь пока никого
sit-here = Сесть сюда
not-connected = Связь потеряна. Пробуем снова …
connected-again = Связь восстановлена.
finish = Готово
finish-not-yet = Сначала выберите продолжение
finish-remove = Сначала выберите, что снять
back-out = Отменить
pass = Пас
pass-hint = Других ходов нет.
step-number = Шаг { $number }
step-go = Перемещение { $sites }
step-capture = Взятие { $sites }
step-drop = Поставлено { $sites }
step-remove = Снято { $sites }
step-change = Изменено { $sites }
step-together = Вместе { $sites }
step-pass = Пас
this-move = Этот ход
choose-remove = { $count ->
    [1] Выберите, что снять
   *[other] Выберите, что снять: { $count } на выбор
}
choose-target = { $count ->
    [one] { $count } поле для хода
    [few] { $count } поля для хода
   *[many] { $count } полей для хода
}
selection-title = { $what } — { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[many] { $count } ходов
}
selection-legend = Точка: ход · уголки: взятие
chance-rolls = Бросок …
type-move = Введите ход
type-move-placeholder = e2e4, Nf3, d4-d5 …
play-it = Сходить
typed-unclear = Ни один ход не записывается «{ $text }», или таких несколько.
captured = взято: { $what }
in-hand = { $count } в запасе
on-board = { $count } на доске
check = шах
mate-threat = { $player }: шах
evaluation = Оценка: { $player } { $percent } %
hint-is = Попробуйте { $move }.
hint-wait = Ищем хороший ход …
clock-of = Часы, { $player }: { $time }
clock-low = { $player }: меньше { $seconds } секунд.

won-by = { $player }: победа
you-won = Вы победили
you-lost = Вы проиграли
draw = Ничья
ended = Партия окончена
end-rules = { $name }
end-resigned = { $player }: сдача
end-time = { $player }: время вышло
end-agreed = по соглашению
end-aborted = партия отменена
end-stuck = Правила упёрлись в одно из ограничений; продолжить партию нельзя.
ending-checkmated = мат ({ $piece })
ending-stalemated = нет ходов
why-ended = Почему всё закончилось?
score-is = { $player }: { $score }
solved = Решено

why-not = Почему нельзя?
why-title = Так нельзя
why-title-move = { $from } – { $to }: так нельзя
show-rule = Показать правило
why-legal = Всё-таки можно.
why-notPlaying = Партия сейчас не идёт.
why-notYourTurn = Сейчас не ваш ход.
why-empty = Здесь нечем ходить.
why-notYours = Это не ваша фигура.
why-noneLeft = Таких больше нет.
why-occupied = { $count ->
    [0] Там уже что-то стоит.
   *[other] На { $sites } уже что-то стоит.
}
why-blocked = { $count ->
    [0] Путь закрыт.
    [1] Путь закрывает фигура на { $sites }.
   *[other] Путь закрывают фигуры на { $sites }.
}
why-notItsWay = Эта фигура так не ходит.
why-notThisKind = Такой ход сейчас невозможен.
why-obliged = Сначала нужен другой ход: надо бить, или бить больше.
why-forbidden = Под ударом осталось бы то, что терять нельзя.
why-rules = Правила этого не разрешают.
refused-stale = Партия тем временем ушла вперёд.
refused-notYourTurn = Ход другого игрока.
refused-ended = Партия окончена.
refused-paused = Партия на паузе.
refused-waiting = Сначала кто-то должен сесть.
refused-illegal = Такого хода нет.
refused-forbidden = Вам этого нельзя.
refused-nothing = Нечего возвращать и не на что соглашаться.
refused-notHere = В такой партии это невозможно.
refused-busy = Сервер занят. Попробуйте ещё раз.
refused-other = Не получилось: { $say }

start-analysis = Начать анализ
stop-analysis = Остановить
depth = глубина { $depth }
nodes-searched = позиций: { $count }
expected-for = { $player } { $percent } %
best-lines = Лучшие ходы
no-analysis-bot = Здесь нет бота, умеющего анализировать.
analysis-after = Анализ откроется после партии.
comment = Комментарий
add-comment = Добавить комментарий
save = Сохранить
variation = Вариант
make-main = Сделать главной линией
delete-from-here = Удалить отсюда
judge = Оценка хода

about = Об игре
how-pieces-move = Фигуры
history = История
strategy = Стратегия
notes = Заметки
rules-text = Текст правил
board-facts = полей: { $sites } · игроков: { $players }
piece-faces = Вид фигур
faces-characters = иероглифы
faces-letters = буквы
own-images = Картинки из файла правил

problems-found = { $count ->
    [one] { $count } ошибка
    [few] { $count } ошибки
   *[many] { $count } ошибок
}
cannot-play = { $name }: играть пока нельзя
plays-with-notes = { $name }: играть можно, но вот что не вошло
problem-place = строка { $line }, столбец { $column }
rules-reloaded = Правила изменились: ваши ходы сыграны заново по новым.
rules-broken = В файле правил ошибки. Партия идёт по прежним правилам.
record-paste = Вставьте текст записи или бросьте файл
record-rules = По каким правилам играли?

editor = Редактор позиций
editor-help = Выберите фигуру и укажите поля для неё. Ещё раз — убрать.
editor-clear = Очистить доску
editor-start = Начальная позиция
editor-play = Играть отсюда
editor-analyse = Анализ отсюда
editor-side = Чей ход
eraser = Ластик
position-line = Позиция текстом

confirm-moves = Подтверждать каждый ход кнопкой «Готово»
letter-keys = Буквенные клавиши на доске
reduced-motion = Меньше движения
sounds = Звуки
coordinates = Координаты
keys = Клавиши
keys-move = Стрелки и Q E Z C ведут по доске
keys-pick = Enter или пробел выбирает, Esc отменяет
keys-levels = PgUp и PgDn меняют уровень, H ведёт к запасу
keys-list = M список ходов, / ввести ход
keys-tree = [ и ] листают ходы, { "{" } и { "}" } первый и последний
keys-tools = U ход назад, F повернуть, I подсказка, W почему нельзя, B прочитать доску
keys-help = ? показывает это

board-of = Доска: { $title }
site-empty = { $site }, пусто
site-piece = { $site }, { $piece }
site-selectable = { $label }, можно выбрать
site-selected = { $label }, выбрано
site-target = { $label }, можно пойти
site-capture = { $label }, взятие
site-threatened = { $label }, под ударом
owned-piece = { $owner }: { $piece }
hidden-piece = скрытая фигура
hand-slot = { $owner }: { $piece } в запасе, { $count }
hand-of = Запас: { $owner }
your-hand = Ваш запас
level = уровень { $number }
question-promote = Чем станет?
question-capture = Что взять?
question-stop = Закончить ход здесь?
question-way = Каким путём?
option-stop = Закончить
option-go-on = Дальше
say-move = { $player }: { $piece } { $from } – { $to }
say-drop = { $player }: { $piece } на { $to }
say-other = { $player }: { $text }
say-captures = взятие на { $sites }
say-rolled = Выпало { $what }
dice-chance = { $ways } из { $of }
dice-title = { $what }: выпадает { $ways } раз из { $of }
site-column = { $label }, под ней: { $beneath }
column = Фигур: { $count }, сверху вниз: { $list }
say-choices = Ваш ход, { $count ->
    [one] { $count } возможность
    [few] { $count } возможности
   *[many] { $count } возможностей
}.
say-selected = Выбрано: { $what }, { $count ->
    [one] { $count } поле
    [few] { $count } поля
   *[many] { $count } полей
}{ $captures ->
    [0] {""}
   *[other] , взятий: { $captures }
}.
say-step = Шаг { $number } сделан: { $what }.
say-board = { $count ->
    [one] { $count } фигура
    [few] { $count } фигуры
   *[many] { $count } фигур
}: { $list }
error-title = Не получилось
unknown-game = Такой партии здесь нет.
try-again = Ещё раз

piece-king = король
piece-queen = ферзь
piece-rook = ладья
piece-bishop = слон
piece-knight = конь
piece-pawn = пешка
piece-man = шашка
piece-stone = камень
piece-disc = фишка
piece-gold = золото
piece-silver = серебро
piece-lance = стрелка
piece-general = полководец
piece-advisor = советник
piece-elephant = слон
piece-horse = конь
piece-chariot = колесница
piece-cannon = пушка
piece-soldier = солдат
piece-amazon = амазонка
piece-arrow = стрела
piece-fox = лиса
piece-hound = собака
piece-box = ящик
piece-porter = кладовщик
piece-peg = колышек
piece-archbishop = архиепископ
piece-chancellor = канцлер
piece-marshall = маршал
piece-cardinal = кардинал
piece-minister = министр
piece-counsellor = советник
piece-met = мет
piece-khon = кхон
piece-guard = страж
piece-mann = советник
piece-wizard = волшебник
piece-champion = чемпион
piece-lion = лев
piece-tiger = тигр
piece-wolf = волк
piece-leopard = леопард
piece-dog = собака
piece-cat = кошка
piece-rat = крыса
piece-goat = коза
piece-camel = верблюд
piece-duck = утка
piece-grasshopper = кузнечик
piece-centaur = кентавр
piece-janus = янус
piece-maharajah = махараджа
piece-drone = дрон
piece-hawk = ястреб
piece-falcon = сокол
piece-eagle = орёл
piece-crane = журавль
piece-goose = гусь
piece-swallow = ласточка
piece-pheasant = фазан
piece-leftquail = левый перепел
piece-rightquail = правый перепел
piece-giraffe = жираф
piece-chick = цыплёнок
piece-hen = курица
piece-withdrawer = отступающая
piece-coordinator = координатор
piece-leaper = прыгун
piece-immobilizer = иммобилизатор
piece-chameleon = хамелеон
piece-wise = мудрец
piece-jester = шут
piece-courier = курьер
piece-archer = лучник
piece-banner = знамя
piece-bers = берс
piece-officer = офицер
piece-warrior = воин
piece-prince = принц
piece-winner = победившая
piece-flat = плоский камень
piece-cap = навершие
piece-wall = стена
piece-hole = дыра
piece-trail = след
piece-rock = скала
piece-marble = шарик
piece-bead = бусина
piece-mark = знак
piece-coin = монета
piece-square = квадрат
piece-snail = улитка
piece-counter = фишка
piece-dragon = дракон
piece-tokin = токин
piece-goldsilver = превращённое серебро
piece-goldknight = превращённый конь
piece-goldlance = превращённая стрелка
piece-orange = оранжевая
piece-blue = синяя
piece-purple = фиолетовая
piece-pink = розовая
piece-yellow = жёлтая
piece-red = красная
piece-green = зелёная
piece-brown = коричневая
player-white = Белые
player-black = Чёрные
player-red = Красные
player-blue = Синие
player-yellow = Жёлтые
player-green = Зелёные
player-light = Светлые
player-dark = Тёмные
player-south = Юг
player-north = Север
player-you = Вы
player-goats = Козы
player-tigers = Тигры
player-sami = Саамы
player-farmers = Поселенцы
player-solver = Игрок
player-keeper = Кладовщик
player-gold = Золотые
player-sente = Сэнтэ
player-gote = Готэ
player-attackers = Нападающие
player-defenders = Защитники
player-muscovites = Московиты
player-swedes = Шведы
player-fire = Огонь
player-dice = Кости
player-x = Крестики
player-o = Нолики
game-chess = Шахматы
game-four-player-chess = Шахматы на четверых
game-shogi = Сёги
game-minishogi = Мини-сёги
game-xiangqi = Сянци
game-hex = Гекс
game-reversi = Реверси
game-nine-men-s-morris = Мельница
game-tic-tac-toe = Крестики-нолики
game-gomoku = Гомоку
game-halma = Хальма
game-amazons = Амазонки
game-sokoban = Сокобан
game-peg-solitaire = Солитер
game-tablut = Таблут
game-russian-draughts = Русские шашки
game-english-draughts = Английские шашки
game-turkish-draughts = Турецкие шашки
game-international-draughts = Международные шашки
game-fox-and-hounds = Лиса и собаки
game-connect-four = Четыре в ряд
game-twenty-squares = Двадцать клеток
game-amazon-chess = Шахматы с амазонкой
game-antichess = Антишахматы
game-atomic-chess = Атомные шахматы
game-capablanca-chess = Шахматы Капабланки
game-chaturanga = Чатуранга
game-shatranj = Шатрандж
game-courier-chess = Курьерские шахматы
game-crazyhouse = Крейзихаус
game-dragon-chess = Шахматы с драконом
game-duck-chess = Шахматы с уткой
game-grand-chess = Большие шахматы
game-grasshopper-chess = Шахматы с кузнечиками
game-horde = Орда
game-king-of-the-hill = Царь горы
game-racing-kings = Гонка королей
game-three-check = Три шаха
game-makruk = Макрук
game-janggi = Чанги
game-go-9x9 = Го 9x9
game-go-13x13 = Го 13x13
game-go-19x19 = Го 19x19
game-backgammon = Нарды (короткие)
game-nard = Длинные нарды
game-royal-game-of-ur = Царская игра Ура
game-senet = Сенет
game-kalah = Калах
game-oware = Оваре
game-jungle = Джунгли
game-lines-of-action = Линии действия
game-brazilian-draughts = Бразильские шашки
game-canadian-draughts = Канадские шашки
game-czech-draughts = Чешские шашки
game-frisian-draughts = Фризские шашки
game-italian-draughts = Итальянские шашки
game-spanish-draughts = Испанские шашки
game-thai-draughts = Тайские шашки
game-poddavki = Поддавки
game-bashni = Башни
game-bagh-chal = Баг-чал
game-alquerque = Алькерк
game-six-men-s-morris = Мельница на шесть
game-three-men-s-morris = Мельница на три
game-twelve-men-s-morris = Мельница на двенадцать
game-eight-queens = Восемь ферзей
game-knight-s-tour = Ход коня
game-lights-out = Погаси огни
game-french-peg-solitaire = Французский солитер
game-triangular-peg-solitaire = Треугольный солитер
game-sokoban-the-corner = Сокобан: угол
game-four-player-chess-to-the-last-king = Шахматы на четверых до последнего короля
game-four-player-chess-two-against-two = Шахматы на четверых, двое на двое

## People
lobby = Лобби
lobby-now = { $people ->
    [one] Здесь { $people } человек
    [few] Здесь { $people } человека
   *[many] Здесь { $people } человек
}; { $games ->
    [one] идёт { $games } партия
    [few] идут { $games } партии
   *[many] идёт { $games } партий
}
lobby-side = Сторона
lobby-side-any = Любая сторона
lobby-side-first = Хожу первым
lobby-side-second = Хожу вторым
lobby-rated = На рейтинг
lobby-seek = Найти соперника
lobby-seeks = Кто хочет играть
lobby-empty = Сейчас никто не ищет партию. Начните поиск, и другие увидят его здесь.
lobby-watch = Посмотреть партии
go-to-game = К партии
profile = Профиль
profile-games = Партии
profile-guest = Гость
profile-result = Результат
profile-result-win = Победы
profile-result-draw = Ничьи
profile-result-loss = Поражения
rating = Рейтинг
rating-games = Рейтинговых партий
mute = Заглушить
unmute = Снова слушать
report = Пожаловаться
reported = Жалоба отправлена
talk = Разговор
talk-say = Скажите что-нибудь
invite-link = Отправьте этот адрес тому, с кем хотите играть:
invite-only = Только по приглашению: партии нет ни в одном списке
account-enter = Войти
account-new = Новая учётная запись
account-make = Создать учётную запись
account-have = У меня есть учётная запись
account-name = Имя
account-password = Пароль
account-leave = Выйти
account-export = Всё, что обо мне хранится
account-password-hint = Не меньше 8 знаков; лучше всего несколько слов подряд.
account-password-new = Новый пароль
account-password-change = Сменить пароль
account-delete = Удалить учётную запись
account-delete-means = Имя, рейтинги и пароль исчезнут навсегда. Партии останутся, без вашего имени.
