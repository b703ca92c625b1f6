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
family-mancala = المنقلة
family-own = ملفاتك
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
   *[other] { $count } لاعبًا
}
variants-count = { $count ->
    [one] شكل واحد
    [two] شكلان
    [few] { $count } أشكال
   *[other] { $count } شكلًا
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
site-count = { $count } خانة
nothing-yet = لا مباريات بعد.
load-more = عرض المزيد

new-game = مباراة جديدة
variant = الشكل
who-plays = من يلعب
seat-me = أنت
seat-open = شخص آخر، على هذه الشاشة أو غيرها
seat-bot = آلة
bot-level = المستوى { $level }
bot-random = آلة تلعب عشوائيًا
bot-named = { $bot }، المستوى { $level }
clock = الساعة
clock-none = بلا ساعة
clock-fischer = { $minutes } دقيقة + { $seconds } ثانية للنقلة
clock-byoyomi = { $minutes } دقيقة، ثم { $periods } × { $seconds } ثانية
clock-correspondence = { $days ->
    [one] يوم للنقلة
    [two] يومان للنقلة
    [few] { $days } أيام للنقلة
   *[other] { $days } يومًا للنقلة
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
    [one] اختر القطعة التي تُزال
   *[other] اختر واحدة من { $count } لإزالتها
}
choose-target = { $count ->
    [one] مكان واحد للنقل
    [two] مكانان للنقل
    [few] { $count } أماكن للنقل
   *[other] { $count } مكانًا للنقل
}
selection-title = { $what } — { $count ->
    [one] نقلة واحدة
    [two] نقلتان
    [few] { $count } نقلات
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
clock-low = { $player }: أقل من { $seconds } ثانية.

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
ending-checkmated = مات { $piece }
ending-stalemated = لا نقلة قانونية
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
   *[other] القطعة على { $sites } تسد الطريق.
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
nodes-searched = { $count } وضعية
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
board-facts = { $sites } خانة · { $players } لاعبين
piece-faces = وجوه القطع
faces-characters = رموز
faces-letters = حروف
own-images = صور ملف القواعد

problems-found = { $count ->
    [one] مشكلة واحدة
    [two] مشكلتان
    [few] { $count } مشكلات
   *[other] { $count } مشكلة
}
cannot-play = لا يمكن لعب { $name } بعد
plays-with-notes = { $name } تُلعب؛ وهذا تُرك
problem-place = السطر { $line }، العمود { $column }
rules-reloaded = تغيّرت القواعد: أُعيدت نقلاتك حسب الجديدة.
rules-broken = في ملف القواعد أخطاء الآن. تستمر المباراة بالقواعد السابقة.
record-paste = ألصق نص سجل، أو أفلت ملفًا
record-rules = بأي قواعد لُعبت؟

editor = محرر الوضعيات
editor-help = اختر قطعة، ثم انقر الأماكن التي توضع فيها. انقر ثانية لإزالتها.
editor-clear = أفرغ الرقعة
editor-start = وضعية البداية
editor-play = العب من هنا
editor-analyse = حلّل من هنا
editor-side = صاحب الدور
eraser = ممحاة
position-line = الوضعية نصًا

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
   *[other] { $count } خيارًا
}.
say-selected = اختيرت { $what }، { $count ->
    [one] هدف واحد
    [two] هدفان
    [few] { $count } أهداف
   *[other] { $count } هدفًا
}{ $captures ->
    [0] {""}
   *[other] ، أخذ: { $captures }
}.
say-step = تمت الخطوة { $number }: { $what }.
say-board = { $count } قطعة: { $list }
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
player-white = الأبيض
player-black = الأسود
player-red = الأحمر
player-blue = الأزرق
player-yellow = الأصفر
player-green = الأخضر
player-light = الفاتح
player-dark = الداكن
game-chess = الشطرنج
game-four-player-chess = شطرنج لأربعة
game-hex = هكس
game-shogi = شوغي
game-reversi = ريفيرسي
game-tic-tac-toe = إكس أو
game-connect-four = أربعة على خط
game-turkish-draughts = الداما التركية
game-russian-draughts = الداما الروسية
game-english-draughts = الداما الإنجليزية
game-international-draughts = الداما الدولية

## People
lobby = الردهة
lobby-now = { $people ->
    [zero] لا أحد هنا
    [one] هنا شخص واحد
    [two] هنا شخصان
    [few] هنا { $people } أشخاص
    [many] هنا { $people } شخصًا
   *[other] هنا { $people } شخص
}؛ الألعاب الجارية: { $games }
lobby-side = الجانب
lobby-side-any = أي جانب
lobby-side-first = أبدأ أنا
lobby-side-second = ألعب ثانيًا
lobby-rated = محسوبة
lobby-seek = ابحث عن خصم
lobby-seeks = من يريد اللعب
lobby-empty = لا أحد يبحث عن لعبة الآن. ابحث أنت وسيراها الآخرون هنا.
lobby-watch = ألعاب للمشاهدة
go-to-game = إلى اللعبة
profile = الملف الشخصي
profile-games = الألعاب
profile-guest = ضيف
profile-result = النتيجة
profile-result-win = فوز
profile-result-draw = تعادل
profile-result-loss = خسارة
rating = التصنيف
rating-games = الألعاب المحسوبة
mute = كتم
unmute = إلغاء الكتم
report = إبلاغ
reported = تم الإبلاغ
talk = الحديث
talk-say = قل شيئًا
invite-link = أرسل هذا العنوان إلى من سيلعب معك:
invite-only = بالدعوة فقط: لا تظهر اللعبة في أي قائمة
account-enter = تسجيل الدخول
account-new = حساب جديد
account-make = إنشاء حساب
account-have = لدي حساب
account-name = الاسم
account-password = كلمة المرور
account-leave = تسجيل الخروج
account-export = كل ما يُحفظ عني
account-password-hint = ثمانية أحرف على الأقل؛ والأفضل بضع كلمات معًا.
account-password-new = كلمة المرور الجديدة
account-password-change = تغيير كلمة المرور
account-delete = حذف الحساب
account-delete-means = يزول اسمك وتقييماتك وكلمة مرورك نهائيًا. تبقى الألعاب بلا اسمك.
