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
family-cards = Карты
family-hidden = Скрытая информация
family-together = Одновременные ходы
family-timed = На время
family-axiom = Сценарии Axiom
family-own = Ваши файлы
family-members = От участников
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
find-games = Найти партии
first-moves = Первые ходы
first-moves-example = e4; e5; Nf3
find = Найти
nothing-found = Партий не найдено.

new-game = Новая партия
variant = Вариант
who-plays = Кто играет
seat-me = Вы
seat-open = Кто-то другой, на этом экране или на другом
seat-bot = Бот
bot-level = уровень { $level }
bot-random = Бот, ходящий наугад
bot-best = Лучший бот
bot-alphabeta = Бот, считающий вглубь
bot-mcts = Бот, пробующий партии
bot-greedy = Бот, берущий что видит
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
view-3d = Вид 3D
no-3d = Этот браузер не может показать доску в 3D.
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
newer-page = Готова более новая версия этой страницы.
load-newer = Загрузить
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
ending-repetition = позиция повторилась
ending-no-move = нет ходов
ending-stalemate = нет ходов
ending-checkmate = мат
ending-idle = слишком долго ничего не происходит
ending-mate = мат
ending-solved = решено
ending-fifty-moves = пятьдесят ходов без взятия и хода пешкой
ending-full = доска заполнена
ending-stuck = нет ходов
ending-wiped-out = фигур не осталось
ending-king-taken = король взят
ending-escape = король ушёл
ending-no-king = короля не осталось
ending-no-men = простых шашек не осталось
ending-majority = больше половины
ending-bare = король остался один
ending-perpetual = вечный шах
ending-race = все фигуры дома
ending-connection = стороны соединены
ending-area-score = подсчёт очков территории
ending-crowned = превращение
ending-blocked = пути не осталось
ending-home = дом достигнут
ending-three-checks = третий шах
ending-captured = всё взято
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
rules-lost = Правила изменились. Некоторых ходов по новым больше нет.
file-too-large = В файле { $size } МБ, читается не больше { $most } МБ.
rules-broken = В файле правил ошибки. Партия идёт по прежним правилам.
record-paste = Вставьте текст записи или бросьте файл
record-rules = По каким правилам играли?
record-games = { $count ->
    [one] В записи { $count } партия
    [few] В записи { $count } партии
    [many] В записи { $count } партий
   *[other] В записи { $count } партии
}
record-game = Партия { $number }

editor = Редактор позиций
editor-help = Выберите фигуру и укажите поля для неё. Ещё раз — убрать.
editor-clear = Очистить доску
editor-start = Начальная позиция
editor-play = Играть отсюда
editor-analyse = Анализ отсюда
editor-side = Чей ход
eraser = Ластик
position-line = Позиция текстом
position-help = Сюда можно вставить позицию: FEN, SFEN или запись этой игры.

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
keys-3d = 3 показывает доску в 3D; там Shift со стрелками поворачивает её, + и - меняют масштаб, 0 показывает её целиком
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
say-steps = Полных ходов слишком много, поэтому этот ход делается по шагам: { $count ->
    [one] { $count } следующий шаг
    [few] { $count } следующих шага
   *[many] { $count } следующих шагов
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
piece-goalkeeper = вратарь
piece-defender = защитник
piece-attacker = нападающий
piece-ball = мяч
piece-farmer = крестьянин
piece-cabbage = капуста
piece-frog = лягушка
piece-toad = жаба
piece-white = белая
piece-grey = серая
piece-black = чёрная
piece-first = первый диск
piece-second = второй диск
piece-third = третий диск
piece-fourth = четвёртый диск
piece-fifth = пятый диск
piece-beam-block = балка
piece-first-block = первый брусок
piece-second-block = второй брусок
piece-third-block = третий брусок
piece-fourth-block = четвёртый брусок
piece-one = один
piece-two = два
piece-three = три
piece-four = четыре
piece-five = пять
piece-six = шесть
piece-seven = семь
piece-eight = восемь
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
player-orange = Оранжевые
player-purple = Фиолетовые
player-east = Восток
player-west = Запад
player-first = Первый
player-second = Второй

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
rules-own = Ваши правила
rules-private = Закрыто: только вы
rules-unlisted = По ссылке: кто её знает
rules-public = Открыто: в библиотеке
rules-link = Адрес для передачи другим: { $title }
rules-missing = Таких правил здесь нет, или они не для вас.
rules-by = Прислал { $name }
account-password-hint = Не меньше 8 знаков; лучше всего несколько слов подряд.
account-password-new = Новый пароль
account-password-change = Сменить пароль
account-delete = Удалить учётную запись
account-delete-means = Имя, рейтинги и пароль исчезнут навсегда. Партии останутся, без вашего имени.
second-factor = Второй фактор
second-factor-means = При входе понадобится ещё и код из приложения-аутентификатора. В других браузерах сеансы завершатся.
second-factor-begin = Настроить
second-factor-scan = Отсканируйте это приложением-аутентификатором.
second-factor-picture = QR-код для приложения-аутентификатора
second-factor-secret = Или введите этот секрет:
second-factor-code = Код
second-factor-code-hint = Шесть цифр, которые приложение показывает сейчас.
second-factor-code-or-recovery = Шесть цифр, которые приложение показывает сейчас, или код восстановления.
second-factor-confirm = Включить
second-factor-recovery = Коды восстановления
second-factor-recovery-means = Сохраните эти коды восстановления. Каждый из них один раз позволяет войти без приложения; больше они не будут показаны.
second-factor-is-on = { $count ->
    [one] Второй фактор включён. Остался { $count } код восстановления.
    [few] Второй фактор включён. Осталось { $count } кода восстановления.
    [many] Второй фактор включён. Осталось { $count } кодов восстановления.
   *[other] Второй фактор включён. Осталось { $count } кодов восстановления.
}
second-factor-remove = Выключить
second-factor-wrong = Пароль или код неверен, либо код уже использован.

## Tournaments
tournament = Турнир
tournaments = Турниры
tournaments-past = Прошедшие турниры
tournament-new = Новый турнир
tournament-needs-account = Войдите, чтобы создать турнир.
tournament-sign-in = Партии этого турнира идут на рейтинг: войдите, чтобы участвовать.
tournament-none = Сейчас турниров нет. Создайте турнир, и другие увидят его здесь.
tournament-missing = Такого турнира здесь нет.
tournament-more = Показать ещё
tournament-title = Название
tournament-kind = Система
tournament-kind-swiss = Швейцарская система
tournament-kind-roundRobin = Круговой турнир
tournament-kind-double = Круговой турнир в два круга
tournament-kind-arena = Арена
tournament-means-swiss = Встречаются те, у кого поровну очков, и никто не встречается дважды.
tournament-means-roundRobin = Каждый играет с каждым.
tournament-means-double = Каждый играет с каждым дважды, по разу за каждую сторону.
tournament-means-arena = Кто свободен, тот снова и снова получает соперника. Победа даёт 2 очка, ничья 1; после двух побед подряд — вдвое больше.
tournament-rounds = Туры
tournament-rounds-count = { $count ->
    [one] { $count } тур
    [few] { $count } тура
   *[many] { $count } туров
}
tournament-minutes = Минуты
tournament-minutes-count = { $count ->
    [one] { $count } минута
    [few] { $count } минуты
   *[many] { $count } минут
}
tournament-start = Начало
tournament-start-hand = Когда я скажу
tournament-start-in = { $count ->
    [one] Через { $count } минуту
    [few] Через { $count } минуты
   *[many] Через { $count } минут
}
tournament-start-moment = В выбранное время
tournament-make = Создать турнир
tournament-share = Отправьте этот адрес тем, кто будет участвовать:
tournament-join = Участвовать
tournament-leave = Выйти
tournament-begin = Начать сейчас
tournament-cancel = Отменить турнир
tournament-coming = Скоро
tournament-running = Идёт
tournament-ended = Завершён
tournament-cancelled = Отменён
tournament-joined = Вы участвуете
tournament-people = { $count ->
    [one] { $count } человек
    [few] { $count } человека
   *[many] { $count } человек
}
tournament-by = создатель: { $name }
tournament-starts-in = Начало через { $time }
tournament-starts-hand = Начнётся, когда скажет { $name }
tournament-next-round = Следующий тур через { $time }
tournament-time-left = Осталось { $time }
tournament-winner = Победитель: { $name }
tournament-called = Ваша партия в турнире «{ $title }» началась.
tournament-back = Вернуться к турниру
tournament-standings = Таблица
tournament-entered = Участники
tournament-empty = Пока никто не участвует.
tournament-place = Место
tournament-player = Игрок
tournament-points = Очки
tournament-games = Партии
tournament-round = Тур { $number } из { $rounds }
tournament-round-before = Предыдущий тур
tournament-round-after = Следующий тур
tournament-bye = { $name }: в этом туре без соперника.
tournament-playing = Играют
tournament-left = Выбыл
tournament-fire = Следующая партия считается вдвойне
tie-directEncounter = Личная встреча
tie-buchholz = Бухгольц
tie-sonnebornBerger = Зоннеборн-Бергер
tie-wins = Победы

studio = Мастерская правил
studio-write = Написать правила
studio-edit = Изменить правила
studio-copy = Изменить копию правил
studio-cursor = Слово у курсора
studio-text = Текст правил
studio-name = Имя файла
studio-name-help = Имя должно оканчиваться на .drf, .zrf или .4th
studio-format = Оформить
studio-download = Сохранить в файл
studio-again = Начать заново с образца
studio-checking = Проверка…
studio-plays = Ошибок нет: на доске эти правила
studio-sound = Ошибок нет
studio-lost = { $count ->
    [one] На доске эти правила; { $count } ход больше невозможен
    [few] На доске эти правила; { $count } хода больше невозможны
   *[many] На доске эти правила; { $count } ходов больше невозможны
}
studio-warnings = { $count ->
    [one] { $count } предупреждение
    [few] { $count } предупреждения
   *[many] { $count } предупреждений
}
studio-problems = Что не так в тексте
studio-board = Доска по этим правилам
studio-full = Открыть партию
studio-old = Играет прежний текст
studio-no-board = Игра появится здесь, как только в тексте не будет ошибок.
studio-not-kept = Браузер не хранит тексты: сохраните текст в файл.
studio-several = В этих правилах несколько файлов; здесь открыт только первый.
studio-keys = Ctrl+S оформляет и сохраняет · Ctrl+Пробел дополняет · Escape, затем Tab — выйти из текста
publish = Опубликовать
publish-link = Ссылка для игры по этим правилам
publish-link-about = Ссылка содержит сами правила. Ни один сервер их не хранит; открывший ссылку может играть и менять правила.
publish-local = Эта страница работает на вашем компьютере: ссылкой смогут воспользоваться только те, кто может открыть её здесь.
publish-long = В ссылке { $count } символов; некоторые программы обрезают такие длинные ссылки.
publish-embed = Элемент для другой веб-страницы
publish-embed-about = Вставьте это в страницу. Игра идёт прямо там.
publish-files = Файлы
publish-picture = Картинка ({ $kind })
publish-animation = Ходы анимацией (SVG)
publish-zip = Сохранить архивом
publish-page = Один файл HTML, в который можно играть где угодно
shared = Игра по ссылке
shared-not-open = По этой ссылке нельзя играть
shared-wrong = В правилах этой ссылки есть ошибки.
shared-damaged = Ссылка повреждена или неполна. Попросите её ещё раз.
shared-large = Ссылка содержит больше, чем могут содержать правила.
shared-language = В ссылке нет правил на известном здесь языке.
measures = Случайные партии
measure-games = { $count ->
    [one] { $count } партия
    [few] { $count } партии
    [many] { $count } партий
   *[other] { $count } партии
}
measure-interval = от { $low } до { $high }
measure-wins = Победы: { $player }
measure-draws = Ничьи
measure-unfinished = Не окончены
measure-length = Ходов
measure-choices = Вариантов
measure-unused-pieces = Не использованы: { $names }
measure-unused-rules = Правила, не давшие ни одного хода:
measure-changed = Изменилось с прошлой версии:
measure-change = { $what } { $before } → { $after }
versions = Версии
versions-none = Ещё ни одна версия не сыграна.
version-lines = +{ $added } −{ $removed } строк
version-present = Текущий текст
version-restore = Восстановить
version-restore-of = Восстановить версию: { $time }
parameters = Параметры
template-row = Шаблон: камни в ряд
template-race = Шаблон: прорыв
template-draughts = Шаблон: шашки
template-mancala = Шаблон: манкала
template-chess = Шаблон: малые шахматы
lessons = Уроки
lesson-number = Урок { $number } из { $count }
lesson-place = Камень на пустое поле
lesson-place-about = Правило говорит, где оно начинается и что делает. Это начинается на занятых полях, поэтому у первого игрока нет хода. Пусть оно начинается на пустых.
lesson-win = Три в ряд
lesson-win-about = Окончание — это слово, имя и условие. (full three mine) — ряды из трёх полей, которые все мои. Пусть игрок с таким рядом выигрывает.
lesson-capture = Взятия
lesson-capture-about = Правило — это путь: он идёт на поле и проверяет его. Напишите правило strike с направлением d, которое идёт на врага, и дайте его шашке для направлений nw и ne.
lesson-jump = Прыжки
lesson-jump-about = Шашка прыгает через врага, но не берёт его. (take) берёт фигуру под курсором. (first jump walk) разрешает другие ходы, только если прыжка нет.
lesson-check-legal = { $moves }: последний ход возможен
lesson-check-illegal = { $moves }: последний ход невозможен
lesson-check-wins = { $moves }: последний ход выигрывает
lesson-check-empty = { $moves }: затем поле { $site } пусто
lesson-holds = выполнено
lesson-fails = ещё не выполнено
lesson-solved = Решено
lesson-next = Следующий урок
lesson-solution = Показать решение
code-find = Найти
code-replace = Заменить
code-next = дальше
code-previous = назад
code-all = все
code-match-case = регистр
code-regexp = выражение
code-by-word = слова целиком
code-replace-all = заменить все
code-close = закрыть
code-completions = Варианты
code-diagnostics = Ошибки
code-no-diagnostics = Ошибок нет
