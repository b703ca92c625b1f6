# Titles of the games of the library. The id is the title of the rules in small letters; each
# other sign is a hyphen.

## axiom

game-hold = التثبيت (ForthScript)
game-kalah-forth = كالاه (ForthScript)
game-pegs = الأوتاد (ForthScript)
game-ur = لعبة أور (ForthScript)

## cards

game-blackjack = بلاك جاك
game-cribbage-squares = مربع الكريبيج
game-dominoes = الدومينو
game-forty-two = اثنان وأربعون
game-kuhn-poker = بوكر كون
game-leduc-poker = بوكر ليدوك
game-liar-s-dice = نرد الكذاب
game-liar-s-dice-three-sides = نرد الكذاب، ثلاثة أوجه
game-poker-squares = مربع البوكر

## chess

game-ai-wok = آي ووك
game-alice-chess = شطرنج أليس
game-almost-chess = شبه الشطرنج
game-amazon-chess = شطرنج الأمازونة
game-antichess = الشطرنج المعكوس
game-asean-chess = شطرنج آسيان
game-atomar-chess = شطرنج أتومار
game-atomic-chess = الشطرنج الذري
game-atomic-chess-960-rqbbknrn = الشطرنج الذري 960، RQBBKNRN
game-atomic-chess-960-qrbbknrn = الشطرنج الذري 960، QRBBKNRN
game-berolina-chess = شطرنج بيرولينا
game-cambodian-chess = الشطرنج الكمبودي
game-capablanca-chess = شطرنج كابابلانكا
game-capahouse = كاباهاوس
game-centaur-chess = شطرنج القنطور
game-chancellor-chess = شطرنج المستشار الأعلى
game-chaturanga = شاتورانغا
game-chess = الشطرنج
game-chess960 = شطرنج 960
game-chess960-bqnbnrkr = شطرنج 960، BQNBNRKR
game-chess960-bqnnrbkr = شطرنج 960، BQNNRBKR
game-chess960-nrkbqnrb = شطرنج 960، NRKBQNRB
game-chessgi = تشيسغي
game-chigorin-chess = شطرنج تشيغورين
game-codrus-chess = شطرنج كودروس
game-coregal-chess = شطرنج الوزير الملكي
game-courier-chess = شطرنج الساعي
game-crazyhouse = كريزي هاوس
game-dragon-chess = شطرنج التنين
game-duck-chess = شطرنج البطة
game-dunsany-s-chess = شطرنج دنساني
game-embassy-chess = شطرنج السفارة
game-endgame-chess = شطرنج النهايات
game-extinction-chess = شطرنج الانقراض
game-extinction-chess-960-rnbqb-kr = شطرنج الانقراض 960، RNBQB-KR
game-four-player-chess = شطرنج لأربعة
game-four-player-chess-to-the-last-king = شطرنج لأربعة حتى آخر ملك
game-four-player-chess-two-against-two = شطرنج لأربعة، اثنان ضد اثنين
game-gardner-chess = شطرنج غاردنر
game-georgian-chess = الشطرنج الجورجي
game-giveaway-chess = شطرنج التخلي
game-gothic-chess = الشطرنج القوطي
game-grand-chess = الشطرنج الكبير
game-grasshopper-chess = شطرنج الجنادب
game-gustav-iii-s-chess = شطرنج غوستاف الثالث
game-hoppel-poppel = هوبل بوبل
game-horde = الحشد
game-janggi = جانغي
game-janggi-with-facing-generals = جانغي، مع تواجه القائدين
game-janus-chess = شطرنج يانوس
game-jeson-mor = يسون مور
game-kar-ouk = كار أوك
game-king-capture-chess = شطرنج أخذ الملك
game-king-of-the-hill = ملك التل
game-kinglet-chess = شطرنج الملك الصغير
game-knightmate = كش مات للحصان
game-koedem-chess = شطرنج كوديم
game-legan-chess = شطرنج ليغان
game-loop-chess = شطرنج الحلقة
game-los-alamos-chess = شطرنج لوس ألاموس
game-losers-chess = شطرنج الخاسرين
game-maharajah-and-the-sepoys = المهراجا والسيبوي
game-makpong = ماكبونغ
game-makruk = ماكروك
game-manchu-chess = شطرنج المانشو
game-martian-chess = الشطرنج المريخي
game-mighty-lion-chess = شطرنج الأسد الجبار
game-mini-xiangqi = ميني شيانغتشي
game-mis-re-chess = شطرنج ميزير
game-modern-chess = الشطرنج الحديث
game-new-zealand-chess = الشطرنج النيوزيلندي
game-nightrider-chess = شطرنج فارس الليل
game-no-castling-chess = شطرنج بلا تبييت
game-atomic-chess-without-check = الشطرنج الذري بلا كش
game-omicron-chess = شطرنج أوميكرون
game-opulent-chess = الشطرنج الفخم
game-paradigm-chess = شطرنج النموذج
game-pawnback-chess = شطرنج البيادق المتراجعة
game-pawn-sideways-chess = شطرنج البيادق الجانبية
game-peasants-revolt = ثورة الفلاحين
game-perfect-chess = الشطرنج الكامل
game-petrified-chess = الشطرنج المتحجر
game-placement-chess = شطرنج وضع القطع
game-pocket-knight-chess = شطرنج حصان الجيب
game-raazuvaa = رازوفا
game-racing-kings = سباق الملوك
game-s-house = إس هاوس
game-seirawan-chess = شطرنج سيروان
game-seirawan-chess-960-qbbrnkrn = شطرنج سيروان 960، QBBRNKRN
game-shahboy = شاه بوي
game-shako = شاكو
game-shatar = شطر
game-shatranj = الشطرنج القديم
game-sittuyin = سيتوين
game-sort-of-almost-chess = ما يشبه شبه الشطرنج
game-spartan-chess = الشطرنج الإسبرطي
game-suicide-chess = الشطرنج الانتحاري
game-tamerlane-chess = شطرنج تيمور
game-tencubed-chess = شطرنج العشرة المكعبة
game-three-check = ثلاث كشات
game-five-check = خمس كشات
game-three-kings-chess = شطرنج الملوك الثلاثة
game-torpedo-chess = شطرنج الطوربيد
game-troitzky-chess = شطرنج ترويتسكي
game-ultima = ألتيما
game-wolf-chess = شطرنج الذئب
game-xiangqi = شيانغتشي

## columns

game-bashni = باشني
game-focus = فوكوس
game-focus-without-symmetry = فوكوس بلا تناظر
game-lasca = لاسكا
game-stapeldammen = ستابلدامن
game-tak = تاك
game-tavreli = تافريلي

## connection

game-gonnect = غونكت
game-havannah = هافانا
game-hex = هكس
game-hex-9x9 = هكس 9x9
game-hex-9x9-with-swap = هكس 9x9 مع التبديل
game-hive = هايف
game-hive-with-expansions = هايف مع التوسعات
game-hive-with-the-mosquito = هايف مع البعوضة
game-hive-with-the-ladybird = هايف مع الدعسوقة
game-hive-with-the-pillbug = هايف مع حمار قبان
game-lines-of-action = خطوط الحركة
game-y = واي (Y)

## draughts

game-brazilian-draughts = الداما البرازيلية
game-brazilian-draughts-by-the-order-of-captures = الداما البرازيلية، حسب ترتيب الأخذ
game-breakthrough-draughts = داما الاختراق
game-english-breakthrough-draughts = داما الاختراق الإنجليزية
game-russian-breakthrough-draughts = داما الاختراق الروسية
game-russian-breakthrough-draughts-by-the-order-of-captures = داما الاختراق الروسية، حسب ترتيب الأخذ
game-canadian-draughts = الداما الكندية
game-sri-lankan-draughts = الداما السريلانكية
game-cheskers = تشيسكرز
game-czech-draughts = الداما التشيكية
game-czech-draughts-by-the-order-of-captures = الداما التشيكية، حسب ترتيب الأخذ
game-damii = دامي
game-english-draughts = الداما الإنجليزية
game-english-draughts-by-the-order-of-captures = الداما الإنجليزية، حسب ترتيب الأخذ
game-english-draughts-6x6 = الداما الإنجليزية 6x6
game-frisian-draughts = الداما الفريزية
game-frysk- = فريسك!
game-frisian-draughts-by-the-order-of-captures = الداما الفريزية، حسب ترتيب الأخذ
game-english-draughts-with-huffing = الداما الإنجليزية مع النفخ
game-international-draughts = الداما الدولية
game-antidraughts = الداما المعكوسة
game-international-draughts-by-the-order-of-captures = الداما الدولية، حسب ترتيب الأخذ
game-international-draughts-14x14 = الداما الدولية 14x14
game-international-draughts-6x6 = الداما الدولية 6x6
game-italian-draughts = الداما الإيطالية
game-italian-draughts-by-the-order-of-captures = الداما الإيطالية، حسب ترتيب الأخذ
game-killer-draughts = الداما القاتلة
game-killer-draughts-by-the-order-of-captures = الداما القاتلة، حسب ترتيب الأخذ
game-old-french-draughts = الداما الفرنسية القديمة
game-poddavki = بودافكي
game-pool-checkers = داما الجنوب الأمريكي
game-pool-checkers-by-the-order-of-captures = داما الجنوب الأمريكي، حسب ترتيب الأخذ
game-russian-draughts = الداما الروسية
game-russian-draughts-by-the-order-of-captures = الداما الروسية، حسب ترتيب الأخذ
game-spanish-draughts = الداما الإسبانية
game-spanish-draughts-by-the-order-of-captures = الداما الإسبانية، حسب ترتيب الأخذ
game-spantsiretti = سبانتسيريتي
game-stavropol-draughts = داما ستافروبول
game-thai-draughts = الداما التايلاندية
game-thai-draughts-three-rows-of-men = الداما التايلاندية، ثلاثة صفوف من الأحجار
game-thai-draughts-by-the-order-of-captures = الداما التايلاندية، حسب ترتيب الأخذ
game-thai-draughts-three-rows-of-men-by-the-order-of-captures = الداما التايلاندية، ثلاثة صفوف من الأحجار، حسب ترتيب الأخذ
game-turkish-draughts = الداما التركية

## flipping

game-ataxx = أتاكس
game-reversi = ريفيرسي
game-reversi-old-opening = ريفيرسي، الافتتاح القديم
game-reversi-10x10 = ريفيرسي 10x10
game-reversi-passing-on = ريفيرسي، مع التمرير

## hidden

game-banqi = بانتشي
game-battleship = حرب السفن
game-battleship-2x2 = حرب السفن 2x2
game-dark-chess = الشطرنج المظلم
game-dark-hex = هكس المظلم
game-dark-hex-2x2 = هكس المظلم 2x2
game-flipped-jungle = الغابة المقلوبة
game-hidden-ranks = الرتب الخفية
game-kriegspiel = كريغشبيل
game-phantom-go-9x9 = غو الشبح 9x9
game-phantom-go-3x3 = غو الشبح 3x3
game-phantom-go-5x5 = غو الشبح 5x5
game-phantom-tic-tac-toe = إكس أو الشبح

## hunt

game-bagh-chal = باغ تشال
game-fox-and-hounds = الثعلب والكلاب
game-fox-and-hounds-the-fox-chooses = الثعلب والكلاب، الثعلب يختار
game-mirror-duel = مبارزة المرايا

## leaping

game-alquerque = القرق
game-alquerque-with-huffing = القرق مع النفخ
game-chinese-checkers = الداما الصينية
game-chinese-checkers-for-three = الداما الصينية لثلاثة
game-chinese-checkers-for-two = الداما الصينية لاثنين
game-chinese-checkers-pegs-may-stay = الداما الصينية، يجوز بقاء القطع
game-dablot-prejjesne = دابلوت برييسنه
game-fanorona = فانورونا
game-halma = هالما
game-halma-on-8x8 = هالما 8x8
game-halma-on-10x10 = هالما 10x10
game-konane = كوناني
game-mana = مانا
game-surakarta = سوراكارتا
game-yot- = يوتيه

## lines

game-achi = آتشي
game-andantino = أندانتينو
game-bolotudu = بولوتودو
game-connect-four = أربعة على خط
game-connect6 = أوصل ستة
game-entropy = إنتروبيا
game-five-without-borders = خمسة على خط بلا حدود
game-gomoku = غوموكو
game-m-hle = مولة (الطاحونة الألمانية)
game-nine-men-s-morris = طاحونة التسعة
game-pasang = باسانغ
game-pentago = بنتاغو
game-pentago-every-turn-told-apart = بنتاغو، كل دوران على حدة
game-pente = بنتي
game-quantum-tic-tac-toe = إكس أو الكمومية
game-renju = رينجو
game-rithmomachia = ريثموماخيا
game-score-four = أربعة على خط 3D
game-qubic = كيوبك
game-six-men-s-morris = طاحونة الستة
game-tapatan = تاباتان
game-three-men-s-morris = طاحونة الثلاثة
game-tic-tac-toe = إكس أو
game-twelve-men-s-morris = طاحونة الاثني عشر
game-ultimate-tic-tac-toe = إكس أو المطلقة
game-yavalath = يافالاث

## pushing

game-abalone = أبالون
game-arimaa = أريما
game-arimaa-set-up = أريما، مع ترتيب جاهز
game-chessball = تشيسبول
game-splut- = سبلت!
game-splut-for-two = سبلت! لاثنين

## puzzle

game-2048 = 2048
game-eight-puzzle = لغز الثمانية
game-eight-queens = ثماني وزراء
game-four-knights = أربعة أحصنة
game-french-peg-solitaire = السوليتير الفرنسي
game-frogs-and-toads = الضفادع والعلاجيم
game-tower-of-hanoi = برج هانوي
game-klotski = كلوتسكي
game-knight-s-tour = جولة الحصان
game-lights-out = أطفئ الأنوار
game-mahjong-solitaire-a-small-hill = سوليتير ماهجونغ، تل صغير
game-peg-solitaire = سوليتير الأوتاد
game-peg-solitaire-any-last-hole = سوليتير الأوتاد، أي حفرة أخيرة
game-sokoban-the-corner = سوكوبان: الركن
game-sokoban-two-rooms = سوكوبان: غرفتان
game-sokoban-the-shelves = سوكوبان: الرفوف
game-triangular-peg-solitaire = السوليتير المثلث
game-wiegleb-s-peg-solitaire = سوليتير فيغليب
game-wolf-goat-and-cabbage = الذئب والماعز والملفوف

## race

game-backgammon = طاولة الزهر
game-can-t-stop = لا توقف (Can't Stop)
game-hounds-and-jackals = كلاب الصيد وبنات آوى
game-fifty-eight-holes-carnarvon-and-carter = ثمانية وخمسون ثقبًا، كارنارفون وكارتر
game-mensch-rgere-dich-nicht = لودو الألمانية (مينش)
game-nard = النرد الطويل
game-pig = الخنزير (لعبة نرد)
game-royal-game-of-ur = لعبة أور الملكية
game-senet = سينيت
game-twenty-squares = العشرون مربعًا
game-yacht = اليخت (لعبة نرد)

## race-to-row

game-breakthrough = الاختراق
game-dawson-s-chess = شطرنج داوسون
game-einstein-w-rfelt-nicht = أينشتاين لا يرمي النرد
game-epaminondas = إبامينونداس
game-five-field-kono = كونو الحقول الخمسة
game-hanga-roa = هانغا روا
game-jungle = الغابة
game-kamisado = كاميسادو
game-knightthrough = اختراق الأحصنة
game-onitama = أونيتاما
game-ordo = أوردو
game-quoridor = كوريدور

## shogi

game-annan-shogi = أنان شوغي
game-check-shogi = شوغي الكش
game-dobutsu-shogi = دوبوتسو شوغي
game-euroshogi = يوروشوغي
game-gorogoro-shogi = غوروغورو شوغي
game-judkins-shogi = شوغي جدكنز
game-ko-shogi = كو شوغي
game-kyoto-shogi = شوغي كيوتو
game-micro-shogi = ميكرو شوغي
game-minishogi = ميني شوغي
game-okisaki-shogi = أوكيساكي شوغي
game-sho-shogi = شو شوغي
game-shogi = شوغي
game-tori-shogi = توري شوغي
game-yari-shogi = ياري شوغي
game-yonin-shogi = يونين شوغي
game-yonin-shogi-two-against-two = يونين شوغي، اثنان ضد اثنين

## sowing

game-ayoayo = أيوأيو
game-bao = باو
game-bohnenspiel = بوننشبيل
game-congkak = تشونغكاك
game-hus = هوس
game-kalah = كالاه
game-oware = أواري
game-toguz-korgool = توغوز كورغول
game-vai-lung-thlan = فاي لونغ ثلان

## tafl

game-alea-evangelii = أليا إيفانغيلي
game-ard-ri = آرد ري
game-brandubh = براندوب
game-hasami-shogi = هاسامي شوغي
game-hnefatafl = هنيفاتافل
game-mak-yek = ماك يك
game-tablut = تابلوت
game-tawlbwrdd = تاولبورد

## territory

game-amazons = الأمازونيات
game-amazons-6x6 = الأمازونيات 6x6
game-amazons-10x10 = الأمازونيات 10x10
game-blokus-duo = بلوكس ديو
game-blokus = بلوكس
game-clobber = كلوبر
game-clobber-10x10 = كلوبر 10x10
game-dots-and-boxes = النقاط والمربعات
game-dots-and-boxes-2x2 = النقاط والمربعات 2x2
game-dots-and-boxes-3x3 = النقاط والمربعات 3x3
game-filler = فيلر
game-go-13x13 = غو 13x13
game-go-10x10 = غو 10x10
game-go-11x11 = غو 11x11
game-go-12x12 = غو 12x12
game-go-19x19 = غو 19x19
game-go-19x19-without-a-pass = غو 19x19، بلا تمرير
game-go-14x14 = غو 14x14
game-go-15x15 = غو 15x15
game-go-16x16 = غو 16x16
game-go-17x17 = غو 17x17
game-go-18x18 = غو 18x18
game-go-9x9 = غو 9x9
game-go-5x5 = غو 5x5
game-go-6x6 = غو 6x6
game-go-7x7 = غو 7x7
game-go-8x8 = غو 8x8
game-hippos-and-crocodiles-on-the-lake = أفراس النهر والتماسيح، على البحيرة
game-hippos-and-crocodiles-on-the-river = أفراس النهر والتماسيح، على النهر
game-isolation = العزل
game-isolation-7x7 = العزل 7x7
game-joust = مبارزة الفرسان
game-l-game = لعبة L
game-nim = نيم
game-nim-the-last-counter-wins = نيم، آخر قطعة تفوز
game-snailtrail = أثر الحلزون
game-zertz = زيرتس

## timed

game-gomoku-with-byo-yomi = غوموكو مع بيويومي
game-tamsk = تامسك
game-tamsk-first-level = تامسك، المستوى الأول
game-tamsk-third-level = تامسك، المستوى الثالث

## together

game-colonel-blotto = العقيد بلوتو
game-goofspiel = غوفشبيل
game-matching-pennies = مطابقة القطع النقدية
game-oshi-zumo = أوشي زومو
game-rock-paper-scissors = حجر ورقة مقص
game-three-player-matching-pennies = مطابقة القطع النقدية لثلاثة
