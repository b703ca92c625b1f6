# Titles of the games of the library. The id is the title of the rules in small letters; each
# other sign is a hyphen.

## axiom

game-hold = Удержание (ForthScript)
game-kalah-forth = Калах (ForthScript)
game-pegs = Колышки (ForthScript)
game-ur = Игра Ура (ForthScript)

## cards

game-blackjack = Блэкджек
game-cribbage-squares = Квадрат криббедж
game-dominoes = Домино
game-forty-two = Сорок два
game-kuhn-poker = Покер Куна
game-leduc-poker = Покер Ледюка
game-liar-s-dice = Кости лжеца
game-liar-s-dice-three-sides = Кости лжеца, три грани
game-poker-squares = Покерный квадрат

## chess

game-ai-wok = Ай-вок
game-alice-chess = Шахматы Алисы
game-almost-chess = Почти шахматы
game-amazon-chess = Шахматы с амазонкой
game-antichess = Антишахматы
game-asean-chess = Шахматы АСЕАН
game-atomar-chess = Шахматы «Атомар»
game-atomic-chess = Атомные шахматы
game-atomic-chess-960-rqbbknrn = Атомные шахматы 960, RQBBKNRN
game-atomic-chess-960-qrbbknrn = Атомные шахматы 960, QRBBKNRN
game-berolina-chess = Шахматы с берлинскими пешками
game-cambodian-chess = Камбоджийские шахматы
game-capablanca-chess = Шахматы Капабланки
game-capahouse = Капахаус
game-centaur-chess = Шахматы с кентаврами
game-chancellor-chess = Шахматы с канцлером
game-chaturanga = Чатуранга
game-chess = Шахматы
game-chess960 = Шахматы 960
game-chess960-bqnbnrkr = Шахматы 960, BQNBNRKR
game-chess960-bqnnrbkr = Шахматы 960, BQNNRBKR
game-chess960-nrkbqnrb = Шахматы 960, NRKBQNRB
game-chessgi = Чесги
game-chigorin-chess = Шахматы Чигорина
game-codrus-chess = Шахматы Кодра
game-coregal-chess = Шахматы с королевским ферзём
game-courier-chess = Курьерские шахматы
game-crazyhouse = Крейзихаус
game-dragon-chess = Шахматы с драконом
game-duck-chess = Шахматы с уткой
game-dunsany-s-chess = Шахматы Дансени
game-embassy-chess = Посольские шахматы
game-endgame-chess = Эндшпильные шахматы
game-extinction-chess = Шахматы на вымирание
game-extinction-chess-960-rnbqb-kr = Шахматы на вымирание 960, RNBQB-KR
game-four-player-chess = Шахматы на четверых
game-four-player-chess-to-the-last-king = Шахматы на четверых до последнего короля
game-four-player-chess-two-against-two = Шахматы на четверых, двое на двое
game-gardner-chess = Шахматы Гарднера
game-georgian-chess = Грузинские шахматы
game-giveaway-chess = Шахматные поддавки
game-gothic-chess = Готические шахматы
game-grand-chess = Большие шахматы
game-grasshopper-chess = Шахматы с кузнечиками
game-gustav-iii-s-chess = Шахматы Густава III
game-hoppel-poppel = Хоппель-поппель
game-horde = Орда
game-janggi = Чанги
game-janggi-with-facing-generals = Чанги, генералы друг против друга
game-janus-chess = Шахматы с янусами
game-jeson-mor = Девять коней (Есөн морь)
game-kar-ouk = Кар оук
game-king-capture-chess = Шахматы со взятием короля
game-king-of-the-hill = Царь горы
game-kinglet-chess = Шахматы «Королёк»
game-knightmate = Мат коню
game-koedem-chess = Шахматы Кудема
game-legan-chess = Шахматы Легана
game-loop-chess = Шахматы-петля
game-los-alamos-chess = Лос-Аламосские шахматы
game-losers-chess = Шахматы на проигрыш
game-maharajah-and-the-sepoys = Махараджа и сипаи
game-makpong = Макпонг
game-makruk = Макрук
game-manchu-chess = Маньчжурские шахматы
game-martian-chess = Марсианские шахматы
game-mighty-lion-chess = Шахматы с могучим львом
game-mini-xiangqi = Мини-сянци
game-mis-re-chess = Мизерные шахматы
game-modern-chess = Современные шахматы
game-new-zealand-chess = Новозеландские шахматы
game-nightrider-chess = Шахматы с ночными всадниками
game-no-castling-chess = Шахматы без рокировки
game-atomic-chess-without-check = Атомные шахматы без шаха
game-omicron-chess = Шахматы «Омикрон»
game-opulent-chess = Роскошные шахматы
game-paradigm-chess = Шахматы «Парадигма»
game-pawnback-chess = Шахматы с отступающими пешками
game-pawn-sideways-chess = Шахматы с боковым ходом пешек
game-peasants-revolt = Крестьянское восстание
game-perfect-chess = Совершенные шахматы
game-petrified-chess = Окаменелые шахматы
game-placement-chess = Шахматы с расстановкой
game-pocket-knight-chess = Шахматы с карманным конём
game-raazuvaa = Раазуваа
game-racing-kings = Гонка королей
game-s-house = Эс-хаус
game-seirawan-chess = Шахматы Сейравана
game-seirawan-chess-960-qbbrnkrn = Шахматы Сейравана 960, QBBRNKRN
game-shahboy = Шахбой
game-shako = Шако
game-shatar = Шатар
game-shatranj = Шатрандж
game-sittuyin = Ситтуйин
game-sort-of-almost-chess = Как бы почти шахматы
game-spartan-chess = Спартанские шахматы
game-suicide-chess = Шахматы-самоубийство
game-tamerlane-chess = Шахматы Тамерлана
game-tencubed-chess = Шахматы «Десять в кубе»
game-three-check = Три шаха
game-five-check = Пять шахов
game-three-kings-chess = Шахматы с тремя королями
game-torpedo-chess = Торпедные шахматы
game-troitzky-chess = Шахматы Троицкого
game-ultima = Ультима
game-wolf-chess = Шахматы с волками
game-xiangqi = Сянци

## columns

game-bashni = Башни
game-focus = Фокус
game-focus-without-symmetry = Фокус без симметрии
game-lasca = Ласка
game-stapeldammen = Стапелдаммен
game-tak = Так
game-tavreli = Таврели

## connection

game-gonnect = Гоннект
game-havannah = Гавана
game-hex = Гекс
game-hex-9x9 = Гекс 9x9
game-hex-9x9-with-swap = Гекс 9x9 с обменом
game-hive = Улей
game-hive-with-expansions = Улей с дополнениями
game-hive-with-the-mosquito = Улей с комаром
game-hive-with-the-ladybird = Улей с божьей коровкой
game-hive-with-the-pillbug = Улей с мокрицей
game-lines-of-action = Линии действия
game-y = Игрек (Y)

## draughts

game-brazilian-draughts = Бразильские шашки
game-brazilian-draughts-by-the-order-of-captures = Бразильские шашки, по порядку взятий
game-breakthrough-draughts = Шашки на прорыв
game-english-breakthrough-draughts = Английские шашки на прорыв
game-russian-breakthrough-draughts = Русские шашки на прорыв
game-russian-breakthrough-draughts-by-the-order-of-captures = Русские шашки на прорыв, по порядку взятий
game-canadian-draughts = Канадские шашки
game-sri-lankan-draughts = Шри-ланкийские шашки
game-cheskers = Ческерс
game-czech-draughts = Чешские шашки
game-czech-draughts-by-the-order-of-captures = Чешские шашки, по порядку взятий
game-damii = Дамии
game-english-draughts = Английские шашки
game-english-draughts-by-the-order-of-captures = Английские шашки, по порядку взятий
game-english-draughts-6x6 = Английские шашки 6x6
game-frisian-draughts = Фризские шашки
game-frysk- = Фриск!
game-frisian-draughts-by-the-order-of-captures = Фризские шашки, по порядку взятий
game-english-draughts-with-huffing = Английские шашки с фуком
game-international-draughts = Международные шашки
game-antidraughts = Антишашки (стоклеточные поддавки)
game-international-draughts-by-the-order-of-captures = Международные шашки, по порядку взятий
game-international-draughts-14x14 = Международные шашки 14x14
game-international-draughts-6x6 = Международные шашки 6x6
game-italian-draughts = Итальянские шашки
game-italian-draughts-by-the-order-of-captures = Итальянские шашки, по порядку взятий
game-killer-draughts = Киллер-шашки
game-killer-draughts-by-the-order-of-captures = Киллер-шашки, по порядку взятий
game-old-french-draughts = Старинные французские шашки
game-poddavki = Поддавки
game-pool-checkers = Пул-чекерс
game-pool-checkers-by-the-order-of-captures = Пул-чекерс, по порядку взятий
game-russian-draughts = Русские шашки
game-russian-draughts-by-the-order-of-captures = Русские шашки, по порядку взятий
game-spanish-draughts = Испанские шашки
game-spanish-draughts-by-the-order-of-captures = Испанские шашки, по порядку взятий
game-spantsiretti = Спанцирети
game-stavropol-draughts = Ставропольские шашки
game-thai-draughts = Тайские шашки
game-thai-draughts-three-rows-of-men = Тайские шашки, три ряда шашек
game-thai-draughts-by-the-order-of-captures = Тайские шашки, по порядку взятий
game-thai-draughts-three-rows-of-men-by-the-order-of-captures = Тайские шашки, три ряда шашек, по порядку взятий
game-turkish-draughts = Турецкие шашки

## flipping

game-ataxx = Атакс
game-reversi = Реверси
game-reversi-old-opening = Реверси, старое начало
game-reversi-10x10 = Реверси 10x10
game-reversi-passing-on = Реверси, с пропусками хода

## hidden

game-banqi = Баньци
game-battleship = Морской бой
game-battleship-2x2 = Морской бой 2x2
game-dark-chess = Тёмные шахматы
game-dark-hex = Тёмный гекс
game-dark-hex-2x2 = Тёмный гекс 2x2
game-flipped-jungle = Перевёрнутые джунгли
game-hidden-ranks = Скрытые ранги
game-kriegspiel = Кригшпиль
game-phantom-go-9x9 = Фантомное го 9x9
game-phantom-go-3x3 = Фантомное го 3x3
game-phantom-go-5x5 = Фантомное го 5x5
game-phantom-tic-tac-toe = Фантомные крестики-нолики

## hunt

game-bagh-chal = Баг-чал
game-fox-and-hounds = Лиса и собаки
game-fox-and-hounds-the-fox-chooses = Лиса и собаки, лиса выбирает поле
game-mirror-duel = Дуэль зеркал

## leaping

game-alquerque = Алькерк
game-alquerque-with-huffing = Алькерк с фуком
game-chinese-checkers = Китайские шашки
game-chinese-checkers-for-three = Китайские шашки на троих
game-chinese-checkers-for-two = Китайские шашки на двоих
game-chinese-checkers-pegs-may-stay = Китайские шашки, фишки могут оставаться
game-dablot-prejjesne = Даблот прейесне
game-fanorona = Фанорона
game-halma = Хальма
game-halma-on-8x8 = Хальма на доске 8x8
game-halma-on-10x10 = Хальма на доске 10x10
game-konane = Конане
game-mana = Мана
game-surakarta = Суракарта
game-yot- = Йоте

## lines

game-achi = Ачи
game-andantino = Андантино
game-bolotudu = Болотуду
game-connect-four = Четыре в ряд
game-connect6 = Шесть в ряд (Connect6)
game-entropy = Энтропия
game-five-without-borders = Пять в ряд без границ
game-gomoku = Гомоку
game-m-hle = Мюле (немецкая мельница)
game-nine-men-s-morris = Мельница
game-pasang = Пасанг
game-pentago = Пентаго
game-pentago-every-turn-told-apart = Пентаго, все повороты различаются
game-pente = Пенте
game-quantum-tic-tac-toe = Квантовые крестики-нолики
game-renju = Рэндзю
game-rithmomachia = Ритмомахия
game-score-four = Четыре в ряд 3D
game-qubic = Кьюбик
game-six-men-s-morris = Мельница на шесть
game-tapatan = Тапатан
game-three-men-s-morris = Мельница на три
game-tic-tac-toe = Крестики-нолики
game-twelve-men-s-morris = Мельница на двенадцать
game-ultimate-tic-tac-toe = Супер-крестики-нолики
game-yavalath = Явалат

## pushing

game-abalone = Абалон
game-arimaa = Аримаа
game-arimaa-set-up = Аримаа, с готовой расстановкой
game-chessball = Чессбол
game-splut- = Сплют!
game-splut-for-two = Сплют! на двоих

## puzzle

game-2048 = 2048
game-eight-puzzle = Игра в восемь
game-eight-queens = Восемь ферзей
game-four-knights = Четыре коня
game-french-peg-solitaire = Французский солитер
game-frogs-and-toads = Лягушки и жабы
game-tower-of-hanoi = Ханойская башня
game-klotski = Клоцки
game-knight-s-tour = Ход коня
game-lights-out = Погаси огни
game-mahjong-solitaire-a-small-hill = Маджонг-солитер, малый холм
game-peg-solitaire = Солитер
game-peg-solitaire-any-last-hole = Солитер, последняя лунка любая
game-sokoban-the-corner = Сокобан: угол
game-sokoban-two-rooms = Сокобан: две комнаты
game-sokoban-the-shelves = Сокобан: полки
game-triangular-peg-solitaire = Треугольный солитер
game-wiegleb-s-peg-solitaire = Солитер Виглеба
game-wolf-goat-and-cabbage = Волк, коза и капуста

## race

game-backgammon = Нарды (короткие)
game-can-t-stop = Не могу остановиться (Can't Stop)
game-hounds-and-jackals = Собаки и шакалы
game-fifty-eight-holes-carnarvon-and-carter = Пятьдесят восемь лунок, Карнарвон и Картер
game-mensch-rgere-dich-nicht = Не сердись, дружок
game-nard = Длинные нарды
game-pig = Свинья (игра в кости)
game-royal-game-of-ur = Царская игра Ура
game-senet = Сенет
game-twenty-squares = Двадцать клеток
game-yacht = Яхта (игра в кости)

## race-to-row

game-breakthrough = Прорыв
game-dawson-s-chess = Шахматы Доусона
game-einstein-w-rfelt-nicht = Эйнштейн не бросает кости
game-epaminondas = Эпаминонд
game-five-field-kono = Коно на пяти полях
game-hanga-roa = Ханга-Роа
game-jungle = Джунгли
game-kamisado = Камисадо
game-knightthrough = Прорыв коней
game-onitama = Онитама
game-ordo = Ордо
game-quoridor = Коридор

## shogi

game-annan-shogi = Аннан-сёги
game-check-shogi = Сёги до первого шаха
game-dobutsu-shogi = Добуцу-сёги
game-euroshogi = Евросёги
game-gorogoro-shogi = Горогоро-сёги
game-judkins-shogi = Сёги Джадкинса
game-ko-shogi = Ко-сёги
game-kyoto-shogi = Киото-сёги
game-micro-shogi = Микро-сёги
game-minishogi = Мини-сёги
game-okisaki-shogi = Окисаки-сёги
game-sho-shogi = Сё-сёги
game-shogi = Сёги
game-tori-shogi = Тори-сёги
game-yari-shogi = Яри-сёги
game-yonin-shogi = Ёнин-сёги
game-yonin-shogi-two-against-two = Ёнин-сёги, двое на двое

## sowing

game-ayoayo = Айоайо
game-bao = Бао
game-bohnenspiel = Боненшпиль
game-congkak = Чонгкак
game-hus = Хус
game-kalah = Калах
game-oware = Оваре
game-toguz-korgool = Тогуз коргоол
game-vai-lung-thlan = Вай лунг тхлан

## tafl

game-alea-evangelii = Алеа евангелии
game-ard-ri = Ард-ри
game-brandubh = Брандуб
game-hasami-shogi = Хасами-сёги
game-hnefatafl = Хнефатафл
game-mak-yek = Мак-ек
game-tablut = Таблут
game-tawlbwrdd = Таулбурд

## territory

game-amazons = Амазонки
game-amazons-6x6 = Амазонки 6x6
game-amazons-10x10 = Амазонки 10x10
game-blokus-duo = Блокус Дуо
game-blokus = Блокус
game-clobber = Клоббер
game-clobber-10x10 = Клоббер 10x10
game-dots-and-boxes = Точки и квадраты
game-dots-and-boxes-2x2 = Точки и квадраты 2x2
game-dots-and-boxes-3x3 = Точки и квадраты 3x3
game-filler = Филлер
game-go-13x13 = Го 13x13
game-go-10x10 = Го 10x10
game-go-11x11 = Го 11x11
game-go-12x12 = Го 12x12
game-go-19x19 = Го 19x19
game-go-19x19-without-a-pass = Го 19x19, без паса
game-go-14x14 = Го 14x14
game-go-15x15 = Го 15x15
game-go-16x16 = Го 16x16
game-go-17x17 = Го 17x17
game-go-18x18 = Го 18x18
game-go-9x9 = Го 9x9
game-go-5x5 = Го 5x5
game-go-6x6 = Го 6x6
game-go-7x7 = Го 7x7
game-go-8x8 = Го 8x8
game-hippos-and-crocodiles-on-the-lake = Бегемоты и крокодилы, на озере
game-hippos-and-crocodiles-on-the-river = Бегемоты и крокодилы, на реке
game-isolation = Изоляция
game-isolation-7x7 = Изоляция 7x7
game-joust = Рыцарский турнир
game-l-game = Игра L
game-nim = Ним
game-nim-the-last-counter-wins = Ним, последняя фишка выигрывает
game-snailtrail = След улитки
game-zertz = Зерц

## timed

game-gomoku-with-byo-yomi = Гомоку с бёёми
game-tamsk = Тамск
game-tamsk-first-level = Тамск, первый уровень
game-tamsk-third-level = Тамск, третий уровень

## together

game-colonel-blotto = Полковник Блотто
game-goofspiel = Гуфшпиль
game-matching-pennies = Орлянка
game-oshi-zumo = Оси-дзумо
game-rock-paper-scissors = Камень, ножницы, бумага
game-three-player-matching-pennies = Орлянка на троих
