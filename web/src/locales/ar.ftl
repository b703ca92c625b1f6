app-name = Dagaz
skip-to-board = انتقل إلى الرقعة
skip-to-content = انتقل إلى المحتوى
search = ابحث عن ألعاب وقواعد ولاعبين
theme = المظهر
theme-auto = كما في النظام
theme-light = فاتح
theme-dark = داكن
sound-on = تشغيل الصوت
sound-off = إيقاف الصوت
settings = الإعدادات
language = اللغة
close = إغلاق
cancel = إلغاء
back = رجوع
menu = القائمة

game = اللعبة
games = الألعاب
all-games = كل الألعاب
family = العائلة
family-chess = عائلة الشطرنج
family-shogi = شوغي
family-draughts = الداما
family-connection = ألعاب الوصل
family-territory = السيطرة على المساحة
family-lines = الطواحين والصفوف
family-race = السباق والنرد
family-pushing = الدفع
family-race-to-row = سباق إلى الصف
family-hunt = الصيد
family-tafl = تافل
family-puzzle = ألغاز
family-flipping = القلب
family-leaping = القفز
family-sowing = المنقلة
family-columns = الأبراج
family-cards = أوراق اللعب
family-hidden = معلومات مخفية
family-together = أدوار متزامنة
family-timed = ضد الوقت
family-axiom = نصوص Axiom
family-own = ملفاتك
family-members = من الأعضاء
continue-playing = تابع اللعب
all-your-games = كل مبارياتك
your-games = مبارياتك
your-move = دورك
bot-thinks = الآلة تفكر
finished = انتهت
analysis-kind = تحليل
two-players = لاعبان
solo = فردي
with-dice = مع نرد
players-count = { $count ->
    [one] لاعب واحد
    [two] لاعبان
    [few] { $count } لاعبين
    [many] { $count } لاعبًا
   *[other] { $count } لاعب
}
variants-count = { $count ->
    [one] شكل واحد
    [two] شكلان
    [few] { $count } أشكال
    [many] { $count } شكلًا
   *[other] { $count } شكل
}
moves-count = النقلة { $count }
no-games-found = لا لعبة توافق «{ $query }».
show-all = عرض كل الألعاب
drop-title = أفلت لعبة هنا
drop-formats = ‎.zrf .drf .zsg .zip‎ — تُلعب، أو يُقال ما ينقصها
drop-now = أفلت لفتحها
choose-file = اختر ملفًا
opening = يُفتح { $name } …
options-for = خيارات { $title }
play-title = العب { $title }
site-count = { $count ->
    [one] خانة واحدة
    [two] خانتان
    [few] { $count } خانات
    [many] { $count } خانة
   *[other] { $count } خانة
}
nothing-yet = لا مباريات بعد.
load-more = عرض المزيد
find-games = البحث عن مباريات
first-moves = النقلات الأولى
first-moves-example = e4; e5; Nf3
find = بحث
nothing-found = لم يُعثر على أي مباراة.

new-game = مباراة جديدة
variant = الشكل
who-plays = من يلعب
seat-me = أنت
seat-open = شخص آخر، على هذه الشاشة أو غيرها
seat-bot = آلة
bot-level = المستوى { $level }
bot-random = آلة تلعب عشوائيًا
bot-best = أفضل آلة متاحة
bot-alphabeta = آلة تبحث بعمق
bot-mcts = آلة تجرّب المباريات
bot-greedy = آلة تأخذ ما تراه
bot-named = { $bot }، المستوى { $level }
clock = الساعة
clock-none = بلا ساعة
clock-fischer = { $minutes } دقيقة + { $seconds } ثانية للنقلة
clock-byoyomi = { $minutes } دقيقة، ثم { $periods } × { $seconds } ثانية
clock-correspondence = { $days ->
    [one] يوم للنقلة
    [two] يومان للنقلة
    [few] { $days } أيام للنقلة
    [many] { $days } يومًا للنقلة
   *[other] { $days } يوم للنقلة
}
position = الوضعية
position-start = وضعية البداية
position-text = من نص (FEN أو سطر سجل)
study-start = رقعة تحليل، بلا خصم
start-game = ابدأ المباراة
watch-bots = شاهد الآلات تلعب
play-as = العب بـ{ $player }

moves = النقلات
analysis = التحليل
rules = القواعد
resign = استسلام
resign-sure = هل تستسلم في هذه المباراة؟
offer-draw = عرض التعادل
offers-draw = { $player } يعرض التعادل.
offers-takeback = { $player } يطلب إرجاع نقلة.
offers-pause = { $player } يطلب استراحة.
offers-abort = { $player } يطلب إلغاء المباراة.
offers-rematch = { $player } يطلب مباراة أخرى.
accept = قبول
decline = رفض
withdraw = سحب
waits-for-answer = في انتظار الجواب …
takeback = إرجاع
rematch = العب ثانية
pause = استراحة
resume = متابعة
paused = المباراة متوقفة.
abort = إلغاء المباراة
flip = اقلب الرقعة
flip-short = قلب
zoom = تكبير
view-3d = عرض ثلاثي الأبعاد
no-3d = لا يستطيع هذا المتصفح عرض الرقعة بثلاثة أبعاد.
hint = تلميح
undo = تراجع
list-moves = قائمة النقلات
more = المزيد
share = مشاركة
export = حفظ في ملف
import = فتح سجل
copy = نسخ
copied = نُسخ
download = تنزيل
format = الصيغة
left-out = ليس في هذه الصيغة: { $what }
open-analysis = حلّل من هنا
edit-position = تعديل الوضعية
first = أول نقلة
previous = النقلة السابقة
next = النقلة التالية
last = آخر نقلة
back-to-game = العودة إلى المباراة
looking-back = أنت ترى وضعية سابقة.
to-move = الدور: { $player }
you-to-move = دورك
thinking = تفكر …
waiting-seat = لا أحد هنا بعد
sit-here = اجلس هنا
not-connected = انقطع الاتصال. تُعاد المحاولة …
newer-page = يتوفر إصدار أحدث من هذه الصفحة.
load-newer = تحميله
connected-again = عاد الاتصال.
finish = إنهاء
finish-not-yet = اختر أولًا كيف تتابع
finish-remove = اختر أولًا قطعة لإزالتها
back-out = تراجع
pass = تمرير
pass-hint = لا نقلة أخرى لديك.
step-number = الخطوة { $number }
step-go = نُقلت { $sites }
step-capture = أُخذت { $sites }
step-drop = وُضعت { $sites }
step-remove = أُزيلت { $sites }
step-change = تغيّرت { $sites }
step-together = نُقلت معًا { $sites }
step-pass = تمرير
this-move = هذه النقلة
choose-remove = { $count ->
    [1] اختر القطعة التي تُزال
    [2] اختر إحدى القطعتين لإزالتها
    [few] اختر واحدة من { $count } قطع لإزالتها
   *[other] اختر واحدة من { $count } قطعة لإزالتها
}
choose-target = { $count ->
    [one] مكان واحد للنقل
    [two] مكانان للنقل
    [few] { $count } أماكن للنقل
    [many] { $count } مكانًا للنقل
   *[other] { $count } مكان للنقل
}
selection-title = { $what } — { $count ->
    [one] نقلة واحدة
    [two] نقلتان
    [few] { $count } نقلات
    [many] { $count } نقلة
   *[other] { $count } نقلة
}
selection-legend = نقطة: نقل · زوايا: أخذ
chance-rolls = يُرمى النرد …
type-move = اكتب نقلة
type-move-placeholder = e2e4, Nf3, d4-d5 …
play-it = العب
typed-unclear = لا نقلة تُكتب «{ $text }»، أو أكثر من واحدة.
captured = أخذ { $what }
in-hand = { $count } في اليد
on-board = { $count } على الرقعة
check = كش
mate-threat = { $player } في كش
evaluation = التقييم: { $player } { $percent } %
hint-is = جرّب { $move }.
hint-wait = يُبحث عن نقلة جيدة …
clock-of = ساعة { $player }: { $time }
clock-low = { $player }: بقي أقل من { $seconds } ثانية.

won-by = فاز { $player }
you-won = فزت
you-lost = خسرت
draw = تعادل
ended = انتهت المباراة
end-rules = { $name }
end-resigned = استسلم { $player }
end-time = انتهى وقت { $player }
end-agreed = باتفاق اللاعبين
end-aborted = أُلغيت المباراة
end-stuck = بلغت القواعد أحد حدودها؛ لا يمكن أن تستمر المباراة.
ending-checkmated = كش مات: { $piece }
ending-stalemated = لا نقلة قانونية
ending-repetition = تكرر الوضع
ending-no-move = لا نقلة قانونية
ending-stalemate = لا نقلة قانونية
ending-checkmate = كش مات
ending-idle = لم يحدث شيء منذ وقت طويل
ending-mate = مات
ending-solved = حُلّت
ending-fifty-moves = خمسون نقلة بلا أسر ولا تحريك بيدق
ending-full = امتلأت الرقعة
ending-stuck = لا نقلة قانونية
ending-wiped-out = لم تبق أي قطعة
ending-king-taken = أُسر الملك
ending-escape = أفلت الملك
ending-no-king = لم يبق ملك
ending-no-men = لم يبق أي رجل
ending-majority = أكثر من النصف
ending-bare = بقي الملك وحده
ending-perpetual = كش دائم
ending-race = وصلت كل القطع إلى البيت
ending-connection = اتصل الجانبان
ending-area-score = تُحسب نقاط المنطقة
ending-crowned = تُوّجت
ending-blocked = لم يبق طريق
ending-home = بُلغ البيت
ending-three-checks = الكش الثالث
ending-captured = أُسر الجميع
why-ended = لماذا انتهت؟
score-is = { $player }: { $score }
solved = حُلّ

why-not = لماذا لا؟
why-title = هذا غير ممكن
why-title-move = { $from } – { $to } غير ممكنة
show-rule = أظهر القاعدة
why-legal = إنها ممكنة في النهاية.
why-notPlaying = المباراة لا تُلعب الآن.
why-notYourTurn = ليس دورك.
why-empty = لا شيء هنا لتنقله.
why-notYours = هذه القطعة ليست لك.
why-noneLeft = لم يبق منها شيء.
why-occupied = { $count ->
    [0] المكان مشغول.
   *[other] المكان { $sites } مشغول.
}
why-blocked = { $count ->
    [0] الطريق مسدود.
    [1] القطعة على { $sites } تسد الطريق.
   *[other] القطع على { $sites } تسد الطريق.
}
why-notItsWay = هذه القطعة لا تسير هكذا.
why-notThisKind = هذا النوع من النقل غير ممكن الآن.
why-obliged = يجب أولًا نقلة أخرى: عليك أن تأخذ، أو أن تأخذ أكثر.
why-forbidden = سيبقى مهددًا ما لا يجوز خسارته.
why-rules = القواعد لا تسمح بذلك.
refused-stale = تقدمت المباراة في الأثناء.
refused-notYourTurn = الدور للاعب آخر.
refused-ended = انتهت المباراة.
refused-paused = المباراة متوقفة.
refused-waiting = يجب أن يجلس أحد أولًا.
refused-illegal = هذه النقلة غير قانونية.
refused-forbidden = لا يجوز لك هذا.
refused-nothing = لا شيء لإرجاعه أو لقبوله.
refused-notHere = لا يمكن هذا في هذا النوع من المباريات.
refused-busy = الخادم مشغول. حاول ثانية.
refused-other = لم يتم: { $say }

start-analysis = ابدأ التحليل
stop-analysis = أوقف
depth = العمق { $depth }
nodes-searched = { $count ->
    [one] وضعية واحدة
    [two] وضعيتان
    [few] { $count } وضعيات
    [many] { $count } وضعية
   *[other] { $count } وضعية
}
expected-for = { $player } { $percent } %
best-lines = أفضل النقلات
no-analysis-bot = لا آلة هنا تستطيع التحليل.
analysis-after = يُفتح التحليل بعد المباراة.
comment = تعليق
add-comment = أضف تعليقًا
save = حفظ
variation = تفريعة
make-main = اجعلها الخط الرئيسي
delete-from-here = احذف من هنا
judge = حكم

about = عن اللعبة
how-pieces-move = القطع
history = التاريخ
strategy = الاستراتيجية
notes = ملاحظات
rules-text = نص القواعد
board-facts = الخانات: { $sites } · اللاعبون: { $players }
piece-faces = وجوه القطع
faces-characters = رموز
faces-letters = حروف
own-images = صور ملف القواعد

problems-found = { $count ->
    [one] مشكلة واحدة
    [two] مشكلتان
    [few] { $count } مشكلات
    [many] { $count } مشكلة
   *[other] { $count } مشكلة
}
cannot-play = لا يمكن لعب { $name } بعد
plays-with-notes = { $name } تُلعب؛ وهذا تُرك
problem-place = السطر { $line }، العمود { $column }
rules-reloaded = تغيّرت القواعد: أُعيدت نقلاتك حسب الجديدة.
rules-lost = تغيّرت القواعد. بعض النقلات لم تعد موجودة في الجديدة.
file-too-large = حجم الملف { $size } م.ب؛ يُقرأ حتى { $most } م.ب.
rules-broken = في ملف القواعد أخطاء الآن. تستمر المباراة بالقواعد السابقة.
record-paste = ألصق نص سجل، أو أفلت ملفًا
record-rules = بأي قواعد لُعبت؟
record-games = { $count ->
    [one] في السجل لعبة واحدة
    [two] في السجل لعبتان
    [few] في السجل { $count } ألعاب
    [many] في السجل { $count } لعبة
   *[other] في السجل { $count } لعبة
}
record-game = اللعبة { $number }

editor = محرر الوضعيات
editor-help = اختر قطعة، ثم انقر الأماكن التي توضع فيها. انقر ثانية لإزالتها.
editor-clear = أفرغ الرقعة
editor-start = وضعية البداية
editor-play = العب من هنا
editor-analyse = حلّل من هنا
editor-side = صاحب الدور
eraser = ممحاة
position-line = الوضعية نصًا
position-help = ألصق هنا وضعًا: ‏FEN أو SFEN أو كما تكتبه هذه اللعبة.

confirm-moves = تأكيد كل نقلة بزر الإنهاء
letter-keys = مفاتيح الحروف على الرقعة
reduced-motion = حركة أقل
sounds = الأصوات
coordinates = الإحداثيات
keys = المفاتيح
keys-move = الأسهم و Q E Z C للتنقل على الرقعة
keys-pick = Enter أو المسافة للاختيار، Esc للتراجع
keys-levels = PgUp و PgDn لتغيير المستوى، H إلى اليد
keys-list = M قائمة النقلات، / كتابة نقلة
keys-tree = [ و ] بين النقلات، { "{" } و { "}" } الأولى والأخيرة
keys-tools = U تراجع، F قلب، I تلميح، W لماذا لا، B قراءة الرقعة
keys-3d = 3 يعرض الرقعة بثلاثة أبعاد؛ وفيه Shift مع الأسهم يديرها، و+ و- للتكبير والتصغير، و0 يعرضها كاملة
keys-help = ? يُظهر هذا

board-of = رقعة { $title }
site-empty = { $site }، فارغة
site-piece = { $site }، { $piece }
site-selectable = { $label }، يمكن اختيارها
site-selected = { $label }، مختارة
site-target = { $label }، هدف
site-capture = { $label }، أخذ
site-threatened = { $label }، مهددة
owned-piece = { $piece } { $owner }
hidden-piece = قطعة مخفية
hand-slot = { $owner }: { $count } { $piece } في اليد
hand-of = يد { $owner }
your-hand = يدك
level = المستوى { $number }
question-promote = ماذا تصبح؟
question-capture = ماذا يؤخذ؟
question-stop = هل تنتهي النقلة هنا؟
question-way = أي طريق؟
option-stop = إنهاء هنا
option-go-on = متابعة
say-move = { $player }: { $piece } من { $from } إلى { $to }
say-drop = { $player }: { $piece } على { $to }
say-other = { $player }: { $text }
say-captures = أخذ على { $sites }
say-rolled = النرد: { $what }
dice-chance = { $ways } من { $of }
dice-title = { $what }: يظهر { $ways } من { $of } مرة
site-column = { $label }، وتحتها { $beneath }
column = { $count } قطع، من الأعلى إلى الأسفل: { $list }
say-choices = دورك، { $count ->
    [one] خيار واحد
    [two] خياران
    [few] { $count } خيارات
    [many] { $count } خيارًا
   *[other] { $count } خيار
}.
say-steps = النقلات الكاملة أكثر من أن تُسرد، لذا يُلعب هذا الدور خطوة خطوة: { $count ->
    [one] خطوة تالية واحدة
    [two] خطوتان تاليتان
    [few] { $count } خطوات تالية
    [many] { $count } خطوة تالية
   *[other] { $count } خطوة تالية
}.
say-selected = اختيرت { $what }، { $count ->
    [one] هدف واحد
    [two] هدفان
    [few] { $count } أهداف
    [many] { $count } هدفًا
   *[other] { $count } هدف
}{ $captures ->
    [0] {""}
    [1] ، أخذ واحد
   *[other] ، أخذ: { $captures }
}.
say-step = تمت الخطوة { $number }: { $what }.
say-board = { $count ->
    [one] قطعة واحدة
    [two] قطعتان
    [few] { $count } قطع
    [many] { $count } قطعة
   *[other] { $count } قطعة
}: { $list }
error-title = لم ينجح هذا
unknown-game = لا مباراة كهذه هنا.
try-again = حاول ثانية

piece-king = الملك
piece-queen = الوزير
piece-rook = القلعة
piece-bishop = الفيل
piece-knight = الحصان
piece-pawn = البيدق
piece-man = حجر
piece-stone = حجر
piece-disc = قرص
piece-general = القائد
piece-advisor = المستشار
piece-elephant = الفيل
piece-horse = الحصان
piece-chariot = العربة
piece-cannon = المدفع
piece-soldier = الجندي
piece-archbishop = الأسقف
piece-chancellor = المستشار الأعلى
piece-marshall = المشير
piece-cardinal = الكاردينال
piece-minister = المدبّر
piece-counsellor = المستشار
piece-met = مِت
piece-khon = خون
piece-guard = الحارس
piece-mann = الرجل
piece-wizard = الساحر
piece-champion = البطل
piece-lion = الأسد
piece-tiger = النمر
piece-wolf = الذئب
piece-leopard = الفهد
piece-dog = الكلب
piece-cat = القط
piece-rat = الجرذ
piece-goat = الماعز
piece-camel = الجمل
piece-duck = البطة
piece-grasshopper = الجندب
piece-centaur = القنطور
piece-janus = يانوس
piece-maharajah = المهراجا
piece-drone = الطنّانة
piece-hawk = الصقر
piece-falcon = الصقر
piece-eagle = النسر
piece-crane = الكركي
piece-goose = الإوزة
piece-swallow = السنونو
piece-pheasant = التدرج
piece-leftquail = السمّان الأيسر
piece-rightquail = السمّان الأيمن
piece-giraffe = الزرافة
piece-chick = الكتكوت
piece-hen = الدجاجة
piece-withdrawer = المنسحب
piece-coordinator = المنسّق
piece-leaper = القافز
piece-immobilizer = المُثبِّت
piece-chameleon = الحرباء
piece-wise = الحكيم
piece-jester = المهرّج
piece-courier = الساعي
piece-archer = الرامي
piece-banner = الراية
piece-bers = برس
piece-officer = الضابط
piece-warrior = المحارب
piece-prince = الأمير
piece-winner = الفائزة
piece-flat = المسطّحة
piece-cap = التاج
piece-wall = الجدار
piece-hole = الحفرة
piece-trail = الأثر
piece-rock = الصخرة
piece-marble = الكرة
piece-bead = الخرزة
piece-mark = العلامة
piece-coin = القطعة النقدية
piece-square = المربع
piece-snail = الحلزون
piece-counter = القرص
piece-gold = الذهب
piece-silver = الفضة
piece-lance = الرمح
piece-dragon = التنين
piece-tokin = توكين
piece-goldsilver = الفضة المرقّاة
piece-goldknight = الحصان المرقّى
piece-goldlance = الرمح المرقّى
piece-amazon = الأمازونة
piece-arrow = السهم
piece-fox = الثعلب
piece-hound = كلب الصيد
piece-box = الصندوق
piece-porter = الحمّال
piece-peg = الوتد
piece-orange = البرتقالية
piece-blue = الزرقاء
piece-purple = الأرجوانية
piece-pink = الوردية
piece-yellow = الصفراء
piece-red = الحمراء
piece-green = الخضراء
piece-brown = البنية
piece-goalkeeper = حارس المرمى
piece-defender = المدافع
piece-attacker = المهاجم
piece-ball = الكرة
piece-farmer = المزارع
piece-cabbage = الملفوف
piece-frog = الضفدع
piece-toad = العلجوم
piece-white = البيضاء
piece-grey = الرمادية
piece-black = السوداء
piece-first = القرص الأول
piece-second = القرص الثاني
piece-third = القرص الثالث
piece-fourth = القرص الرابع
piece-fifth = القرص الخامس
piece-beam-block = العارضة
piece-first-block = القالب الأول
piece-second-block = القالب الثاني
piece-third-block = القالب الثالث
piece-fourth-block = القالب الرابع
piece-one = واحد
piece-two = اثنان
piece-three = ثلاثة
piece-four = أربعة
piece-five = خمسة
piece-six = ستة
piece-seven = سبعة
piece-eight = ثمانية
player-white = الأبيض
player-black = الأسود
player-red = الأحمر
player-blue = الأزرق
player-yellow = الأصفر
player-green = الأخضر
player-light = الفاتح
player-dark = الداكن
player-south = الجنوب
player-north = الشمال
player-you = أنت
player-goats = الماعز
player-tigers = النمور
player-sami = الساميون
player-farmers = المزارعون
player-solver = اللاعب
player-keeper = أمين المخزن
player-gold = الذهبي
player-sente = سنتي
player-gote = غوتي
player-attackers = المهاجمون
player-defenders = المدافعون
player-muscovites = الموسكوفيون
player-swedes = السويديون
player-fire = النار
player-dice = النرد
player-x = إكس
player-o = أو
player-orange = البرتقالي
player-purple = الأرجواني
player-east = الشرق
player-west = الغرب
player-first = الأول
player-second = الثاني

## People
lobby = الردهة
lobby-now = { $people ->
    [zero] لا أحد هنا
    [one] هنا شخص واحد
    [two] هنا شخصان
    [few] { $people } أشخاص هنا
    [many] { $people } شخصًا هنا
   *[other] { $people } شخص هنا
}؛ { $games ->
    [zero] لا مباراة تُلعب
    [one] تُلعب مباراة واحدة
    [two] تُلعب مباراتان
    [few] { $games } مباريات تُلعب
    [many] { $games } مباراة تُلعب
   *[other] { $games } مباراة تُلعب
}
lobby-side = الجانب
lobby-side-any = أي جانب
lobby-side-first = أبدأ أنا
lobby-side-second = ألعب ثانيًا
lobby-rated = محسوبة
lobby-seek = ابحث عن خصم
lobby-seeks = من يريد اللعب
lobby-empty = لا أحد يبحث عن مباراة الآن. ابحث أنت وسيراها الآخرون هنا.
lobby-watch = مباريات للمشاهدة
go-to-game = إلى المباراة
profile = الملف الشخصي
profile-games = المباريات
profile-guest = ضيف
profile-result = النتيجة
profile-result-win = فوز
profile-result-draw = تعادل
profile-result-loss = خسارة
rating = التصنيف
rating-games = المباريات المحسوبة
mute = كتم
unmute = إلغاء الكتم
report = إبلاغ
reported = تم الإبلاغ
talk = الحديث
talk-say = قل شيئًا
invite-link = أرسل هذا العنوان إلى من سيلعب معك:
invite-only = بالدعوة فقط: لا تظهر المباراة في أي قائمة
account-enter = تسجيل الدخول
account-new = حساب جديد
account-make = إنشاء حساب
account-have = لدي حساب
account-name = الاسم
account-password = كلمة المرور
account-leave = تسجيل الخروج
account-export = كل ما يُحفظ عني
rules-own = قواعدك
rules-private = خاص: أنت فقط
rules-unlisted = غير مدرج: لمن يعرف الرابط
rules-public = عام: في المكتبة
rules-link = عنوان { $title } لمشاركته
rules-missing = لا قواعد كهذه هنا، أو ليست لك.
rules-by = قدّمها { $name }
account-password-hint = ثمانية أحرف على الأقل؛ والأفضل بضع كلمات معًا.
account-password-new = كلمة المرور الجديدة
account-password-change = تغيير كلمة المرور
account-delete = حذف الحساب
account-delete-means = يزول اسمك وتقييماتك وكلمة مرورك نهائيًا. تبقى المباريات بلا اسمك.
second-factor = العامل الثاني
second-factor-means = سيُطلب عند تسجيل الدخول أيضًا رمز يعرضه تطبيق المصادقة. وسيُسجَّل الخروج من المتصفحات الأخرى.
second-factor-begin = إعداد
second-factor-scan = امسح هذا بتطبيق المصادقة.
second-factor-picture = رمز استجابة سريعة لتطبيق المصادقة
second-factor-secret = أو اكتب هذا السر:
second-factor-code = الرمز
second-factor-code-hint = الأرقام الستة التي يعرضها التطبيق الآن.
second-factor-code-or-recovery = الأرقام الستة التي يعرضها التطبيق الآن، أو رمز استرداد.
second-factor-confirm = تفعيل
second-factor-recovery = رموز الاسترداد
second-factor-recovery-means = احتفظ برموز الاسترداد هذه. يتيح كل منها الدخول مرة واحدة دون التطبيق، ولن تُعرض ثانية.
second-factor-is-on = { $count ->
    [zero] العامل الثاني مفعّل. لم يبقَ أي رمز استرداد.
    [one] العامل الثاني مفعّل. بقي رمز استرداد واحد.
    [two] العامل الثاني مفعّل. بقي رمزا استرداد.
    [few] العامل الثاني مفعّل. بقيت { $count } رموز استرداد.
    [many] العامل الثاني مفعّل. بقي { $count } رمز استرداد.
   *[other] العامل الثاني مفعّل. بقي { $count } رمز استرداد.
}
second-factor-remove = إيقاف
second-factor-wrong = كلمة المرور أو الرمز غير صحيح، أو استُعمل الرمز من قبل.

## Tournaments
tournament = بطولة
tournaments = البطولات
tournaments-past = بطولات سابقة
tournament-new = بطولة جديدة
tournament-needs-account = سجّل الدخول لإنشاء بطولة.
tournament-sign-in = مباريات هذه البطولة محسوبة: سجّل الدخول لتشارك.
tournament-none = لا توجد بطولة الآن. أنشئ واحدة وسيراها الآخرون هنا.
tournament-missing = لا توجد هنا بطولة كهذه.
tournament-more = عرض المزيد
tournament-title = العنوان
tournament-kind = النوع
tournament-kind-swiss = النظام السويسري
tournament-kind-roundRobin = دوري من دور واحد
tournament-kind-double = دوري من دورين
tournament-kind-arena = ساحة
tournament-means-swiss = يلتقي من تساوت نقاطهم، ولا يلتقي أحد بخصمه مرتين.
tournament-means-roundRobin = يلعب كل واحد مع الجميع.
tournament-means-double = يلعب كل واحد مع الجميع مرتين، مرة بكل جانب.
tournament-means-arena = كل من كان متفرغًا يُعيَّن له خصم مرة بعد مرة. الفوز بنقطتين والتعادل بنقطة، وبعد فوزين متتاليين تتضاعف النقاط.
tournament-rounds = الجولات
tournament-rounds-count = { $count ->
    [zero] لا جولات
    [one] جولة واحدة
    [two] جولتان
    [few] { $count } جولات
    [many] { $count } جولة
   *[other] { $count } جولة
}
tournament-minutes = الدقائق
tournament-minutes-count = { $count ->
    [zero] لا دقائق
    [one] دقيقة واحدة
    [two] دقيقتان
    [few] { $count } دقائق
    [many] { $count } دقيقة
   *[other] { $count } دقيقة
}
tournament-start = البداية
tournament-start-hand = عندما أقرر
tournament-start-in = { $count ->
    [zero] الآن
    [one] بعد دقيقة
    [two] بعد دقيقتين
    [few] بعد { $count } دقائق
    [many] بعد { $count } دقيقة
   *[other] بعد { $count } دقيقة
}
tournament-start-moment = في وقت أختاره
tournament-make = أنشئ البطولة
tournament-share = أرسل هذا العنوان إلى من سيشارك:
tournament-join = شارك
tournament-leave = انسحب
tournament-begin = ابدأ الآن
tournament-cancel = إلغاء البطولة
tournament-coming = قريبًا
tournament-running = جارية
tournament-ended = انتهت
tournament-cancelled = أُلغيت
tournament-joined = أنت مشارك
tournament-people = { $count ->
    [zero] لا أحد
    [one] شخص واحد
    [two] شخصان
    [few] { $count } أشخاص
    [many] { $count } شخصًا
   *[other] { $count } شخص
}
tournament-by = أنشأها { $name }
tournament-starts-in = تبدأ بعد { $time }
tournament-starts-hand = تبدأ عندما يقرر { $name }
tournament-next-round = الجولة التالية بعد { $time }
tournament-time-left = بقي { $time }
tournament-winner = الفائز: { $name }
tournament-called = بدأت مباراتك في «{ $title }».
tournament-back = العودة إلى البطولة
tournament-standings = الترتيب
tournament-entered = المشاركون
tournament-empty = لا أحد يشارك بعد.
tournament-place = المركز
tournament-player = اللاعب
tournament-points = النقاط
tournament-games = المباريات
tournament-round = الجولة { $number } من { $rounds }
tournament-round-before = الجولة السابقة
tournament-round-after = الجولة التالية
tournament-bye = لا خصم لـ { $name } في هذه الجولة.
tournament-playing = يلعبون الآن
tournament-left = انسحب
tournament-fire = المباراة التالية بنقاط مضاعفة
tie-directEncounter = المواجهة المباشرة
tie-buchholz = بوخهولتس
tie-sonnebornBerger = زونيبورن-برغر
tie-wins = مرات الفوز

studio = ورشة القواعد
studio-write = اكتب قواعد
studio-edit = عدّل القواعد
studio-copy = تعديل نسخة من القواعد
studio-cursor = الكلمة عند المؤشر
studio-text = نص القواعد
studio-name = اسم الملف
studio-name-help = يجب أن ينتهي الاسم بـ ‎.drf أو ‎.zrf أو ‎.4th
studio-format = نسّق
studio-download = احفظ في ملف
studio-again = ابدأ من جديد من النموذج
studio-checking = جارٍ الفحص…
studio-plays = لا مشكلات: الرقعة تلعب بهذه القواعد
studio-sound = لا مشكلات
studio-lost = { $count ->
    [one] الرقعة تلعب بهذه القواعد؛ نقلة واحدة لم تعد قانونية
    [two] الرقعة تلعب بهذه القواعد؛ نقلتان لم تعودا قانونيتين
    [few] الرقعة تلعب بهذه القواعد؛ { $count } نقلات لم تعد قانونية
    [many] الرقعة تلعب بهذه القواعد؛ { $count } نقلة لم تعد قانونية
   *[other] الرقعة تلعب بهذه القواعد؛ { $count } نقلة لم تعد قانونية
}
studio-warnings = { $count ->
    [one] تحذير واحد
    [two] تحذيران
    [few] { $count } تحذيرات
    [many] { $count } تحذيرًا
   *[other] { $count } تحذير
}
studio-problems = ما الخطأ في النص
studio-board = رقعة هذه القواعد
studio-full = افتح المباراة
studio-old = تلعب النص السابق
studio-no-board = تظهر اللعبة هنا حين يخلو النص من الأخطاء.
studio-not-kept = هذا المتصفح لا يحفظ النصوص: احفظ النص في ملف.
studio-several = لهذه القواعد عدة ملفات؛ يُفتح هنا الأول فقط.
studio-keys = ‏Ctrl+S ينسّق ويحفظ · ‏Ctrl+Space يكمل · ‏Escape ثم Tab للخروج من النص
publish = نشر
publish-link = رابط للعب بهذه القواعد
publish-link-about = يحتوي الرابط على القواعد نفسها. لا يخزّنها أي خادم، ومن يفتحه يمكنه اللعب وتعديل القواعد.
publish-local = تعمل هذه الصفحة على حاسوبك: لا يستطيع استخدام الرابط إلا من يمكنه فتحها هنا.
publish-long = في الرابط { $count } حرفًا؛ بعض البرامج تقطع الروابط بهذا الطول.
publish-embed = عنصر لصفحة ويب أخرى
publish-embed-about = الصق هذا في صفحة. تُلعب اللعبة هناك.
publish-files = الملفات
publish-picture = صورة ({ $kind })
publish-animation = النقلات كرسم متحرك (SVG)
publish-zip = حفظ كأرشيف
publish-page = ملف HTML واحد يُلعب في أي مكان
shared = لعبة من رابط
shared-not-open = لا يمكن اللعب بهذا الرابط
shared-wrong = في قواعد هذا الرابط أخطاء.
shared-damaged = الرابط تالف أو ناقص. اطلبه مرة أخرى.
shared-large = يحتوي الرابط على أكثر مما يُسمح به للقواعد.
shared-language = لا يحتوي الرابط على قواعد بلغة معروفة هنا.
measures = مباريات عشوائية
measure-games = { $count ->
    [zero] لا مباريات
    [one] مباراة واحدة
    [two] مباراتان
    [few] { $count } مباريات
    [many] { $count } مباراة
   *[other] { $count } مباراة
}
measure-interval = من { $low } إلى { $high }
measure-wins = فوز { $player }
measure-draws = تعادل
measure-unfinished = لم تنتهِ
measure-length = عدد النقلات
measure-choices = الخيارات
measure-unused-pieces = لم تُستخدم قط: { $names }
measure-unused-rules = قواعد لم تُنتج أي نقلة:
measure-changed = ما تغيّر منذ الإصدار السابق:
measure-change = { $what } { $before } ← { $after }
versions = الإصدارات
versions-none = لم يُلعب أي إصدار بعد.
version-lines = ‎+{ $added }‎ −{ $removed } سطرًا
version-present = النص الحالي
version-restore = استعادة
version-restore-of = استعادة إصدار { $time }
parameters = المعاملات
template-row = قالب: حجارة في صف
template-race = قالب: سباق العبور
template-draughts = قالب: داما
template-mancala = قالب: منقلة
template-chess = قالب: شطرنج صغير
lessons = دروس
lesson-number = الدرس { $number } من { $count }
lesson-place = حجر على موقع فارغ
lesson-place-about = تقول القاعدة أين تبدأ وماذا تفعل. تبدأ هذه القاعدة من المواقع المشغولة، فلا نقلة للاعب الأول. اجعلها تبدأ من المواقع الفارغة (empty).
lesson-win = ثلاثة في صف
lesson-win-about = النهاية كلمة واسم وشرط. ‏(full three mine) هي الصفوف من ثلاثة مواقع كلها لي. اجعل اللاعب الذي لديه صف كهذا يفوز.
lesson-capture = الأخذ
lesson-capture-about = القاعدة مسار: يذهب إلى موقع ويفحصه. اكتب قاعدة strike باتجاه d تذهب إلى قطعة العدو، وأعطها للقطعة في الاتجاهين nw وne.
lesson-jump = القفز
lesson-jump-about = تقفز القطعة فوق العدو لكنها لا تأخذه. ‏(take) تأخذ القطعة عند المؤشر. ‏(first jump walk) تسمح بالنقلات الأخرى فقط إن لم توجد قفزة.
lesson-check-legal = ‏{ $moves }: النقلة الأخيرة قانونية
lesson-check-illegal = ‏{ $moves }: النقلة الأخيرة غير قانونية
lesson-check-wins = ‏{ $moves }: النقلة الأخيرة تفوز
lesson-check-empty = ‏{ $moves }: بعدها { $site } فارغ
lesson-holds = متحقق
lesson-fails = لم يتحقق بعد
lesson-solved = حُلّ الدرس
lesson-next = الدرس التالي
lesson-solution = إظهار حل
code-find = ابحث
code-replace = استبدل
code-next = التالي
code-previous = السابق
code-all = الكل
code-match-case = حالة الأحرف
code-regexp = نمط
code-by-word = كلمات كاملة
code-replace-all = استبدل الكل
code-close = أغلق
code-completions = اقتراحات
code-diagnostics = مشكلات
code-no-diagnostics = لا مشكلات
