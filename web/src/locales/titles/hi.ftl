# Titles of the games of the library. The id is the title of the rules in small letters; each
# other sign is a hyphen.

## axiom

game-hold = पकड़ (ForthScript)
game-kalah-forth = कलाह (ForthScript)
game-pegs = खूँटियाँ (ForthScript)
game-ur = उर का खेल (ForthScript)

## cards

game-blackjack = ब्लैकजैक
game-cribbage-squares = क्रिबेज वर्ग
game-dominoes = डोमिनो
game-forty-two = बयालीस
game-kuhn-poker = कून पोकर
game-leduc-poker = लेडक पोकर
game-liar-s-dice = झूठे का पासा
game-liar-s-dice-three-sides = झूठे का पासा, तीन फलक
game-poker-squares = पोकर वर्ग

## chess

game-ai-wok = आई-वोक
game-alice-chess = ऐलिस शतरंज
game-almost-chess = लगभग शतरंज
game-amazon-chess = अमेज़न शतरंज
game-antichess = उल्टी शतरंज
game-asean-chess = आसियान शतरंज
game-atomar-chess = एटोमार शतरंज
game-atomic-chess = परमाणु शतरंज
game-atomic-chess-960-rqbbknrn = परमाणु शतरंज 960, RQBBKNRN
game-atomic-chess-960-qrbbknrn = परमाणु शतरंज 960, QRBBKNRN
game-berolina-chess = बेरोलिना शतरंज
game-cambodian-chess = कंबोडियाई शतरंज
game-capablanca-chess = कापाब्लांका शतरंज
game-capahouse = कैपाहाउस
game-centaur-chess = नराश्व शतरंज
game-chancellor-chess = महाहाथी शतरंज
game-chaturanga = चतुरंग
game-chess = शतरंज
game-chess960 = शतरंज 960
game-chess960-bqnbnrkr = शतरंज 960, BQNBNRKR
game-chess960-bqnnrbkr = शतरंज 960, BQNNRBKR
game-chess960-nrkbqnrb = शतरंज 960, NRKBQNRB
game-chessgi = चेसगी
game-chigorin-chess = चिगोरिन शतरंज
game-codrus-chess = कोड्रस शतरंज
game-coregal-chess = सह-राजसी शतरंज
game-courier-chess = कूरियर शतरंज
game-crazyhouse = क्रेज़ीहाउस
game-dragon-chess = ड्रैगन शतरंज
game-duck-chess = बत्तख शतरंज
game-dunsany-s-chess = डनसेनी शतरंज
game-embassy-chess = दूतावास शतरंज
game-endgame-chess = एंडगेम शतरंज
game-extinction-chess = विलुप्ति शतरंज
game-extinction-chess-960-rnbqb-kr = विलुप्ति शतरंज 960, RNBQB-KR
game-four-player-chess = चार खिलाड़ियों की शतरंज
game-four-player-chess-to-the-last-king = चार खिलाड़ियों की शतरंज, अंतिम राजा तक
game-four-player-chess-two-against-two = चार खिलाड़ियों की शतरंज, दो बनाम दो
game-gardner-chess = गार्डनर शतरंज
game-georgian-chess = जॉर्जियाई शतरंज
game-giveaway-chess = मोहरा-दान शतरंज
game-gothic-chess = गोथिक शतरंज
game-grand-chess = ग्रैंड शतरंज
game-grasshopper-chess = टिड्डा शतरंज
game-gustav-iii-s-chess = गुस्ताव तृतीय की शतरंज
game-hoppel-poppel = हॉपेल-पॉपेल
game-horde = झुंड
game-janggi = जांगी
game-janggi-with-facing-generals = जांगी, आमने-सामने सेनापति
game-janus-chess = जेनस शतरंज
game-jeson-mor = येसोन मोर
game-kar-ouk = कार औक
game-king-capture-chess = राजा मारने की शतरंज
game-king-of-the-hill = पहाड़ी का राजा
game-kinglet-chess = छोटे राजा की शतरंज
game-knightmate = घोड़े को मात
game-koedem-chess = कूडेम शतरंज
game-legan-chess = लेगान शतरंज
game-loop-chess = लूप शतरंज
game-los-alamos-chess = लॉस एलामोस शतरंज
game-losers-chess = हारने वालों की शतरंज
game-maharajah-and-the-sepoys = महाराजा और सिपाही
game-makpong = मकपोंग
game-makruk = मकरुक
game-manchu-chess = मंचू शतरंज
game-martian-chess = मंगल ग्रह की शतरंज
game-mighty-lion-chess = महाबली सिंह शतरंज
game-mini-xiangqi = मिनी शियांगची
game-mis-re-chess = मिज़ेर शतरंज
game-modern-chess = आधुनिक शतरंज
game-new-zealand-chess = न्यूज़ीलैंड शतरंज
game-nightrider-chess = रात्रि-सवार शतरंज
game-no-castling-chess = बिना किलेबंदी की शतरंज
game-atomic-chess-without-check = परमाणु शतरंज, बिना शह
game-omicron-chess = ओमिक्रॉन शतरंज
game-opulent-chess = वैभवशाली शतरंज
game-paradigm-chess = प्रतिमान शतरंज
game-pawnback-chess = पीछे हटते प्यादों की शतरंज
game-pawn-sideways-chess = बग़ल में चलते प्यादों की शतरंज
game-peasants-revolt = किसान विद्रोह
game-perfect-chess = परिपूर्ण शतरंज
game-petrified-chess = पाषाण शतरंज
game-placement-chess = स्थापन शतरंज
game-pocket-knight-chess = जेबी घोड़ा शतरंज
game-raazuvaa = राज़ुवा
game-racing-kings = राजाओं की दौड़
game-s-house = एस-हाउस
game-seirawan-chess = सेइरावान शतरंज
game-seirawan-chess-960-qbbrnkrn = सेइरावान शतरंज 960, QBBRNKRN
game-shahboy = शाहबॉय
game-shako = शाको
game-shatar = शतर
game-shatranj = शतरंज (प्राचीन)
game-sittuyin = सित्तुयिन
game-sort-of-almost-chess = कुछ-कुछ लगभग शतरंज
game-spartan-chess = स्पार्टन शतरंज
game-suicide-chess = आत्मघाती शतरंज
game-tamerlane-chess = तैमूर शतरंज
game-tencubed-chess = टेनक्यूब्ड शतरंज
game-three-check = तीन शह
game-five-check = पाँच शह
game-three-kings-chess = तीन राजाओं की शतरंज
game-torpedo-chess = टॉरपीडो शतरंज
game-troitzky-chess = त्रोइत्स्की शतरंज
game-ultima = अल्टिमा
game-wolf-chess = भेड़िया शतरंज
game-xiangqi = शियांगची

## columns

game-bashni = बाश्नी
game-focus = फ़ोकस
game-focus-without-symmetry = फ़ोकस, बिना सममिति
game-lasca = लास्का
game-stapeldammen = स्टापेलडामेन
game-tak = टाक
game-tavreli = तव्रेली

## connection

game-gonnect = गोनेक्ट
game-havannah = हवाना
game-hex = हेक्स
game-hex-9x9 = हेक्स 9x9
game-hex-9x9-with-swap = हेक्स 9x9, अदला-बदली के साथ
game-hive = हाइव
game-hive-with-expansions = हाइव, विस्तार सहित
game-hive-with-the-mosquito = हाइव, मच्छर के साथ
game-hive-with-the-ladybird = हाइव, सोनपंखी के साथ
game-hive-with-the-pillbug = हाइव, लकड़ी-जूँ के साथ
game-lines-of-action = क्रिया की रेखाएँ
game-y = वाई (Y)

## draughts

game-brazilian-draughts = ब्राज़ीली ड्राफ़्ट्स
game-brazilian-draughts-by-the-order-of-captures = ब्राज़ीली ड्राफ़्ट्स, मारने के क्रम से
game-breakthrough-draughts = व्यूहभेदन ड्राफ़्ट्स
game-english-breakthrough-draughts = अंग्रेज़ी व्यूहभेदन ड्राफ़्ट्स
game-russian-breakthrough-draughts = रूसी व्यूहभेदन ड्राफ़्ट्स
game-russian-breakthrough-draughts-by-the-order-of-captures = रूसी व्यूहभेदन ड्राफ़्ट्स, मारने के क्रम से
game-canadian-draughts = कनाडाई ड्राफ़्ट्स
game-sri-lankan-draughts = श्रीलंकाई ड्राफ़्ट्स
game-cheskers = चेस्कर्स
game-czech-draughts = चेक ड्राफ़्ट्स
game-czech-draughts-by-the-order-of-captures = चेक ड्राफ़्ट्स, मारने के क्रम से
game-damii = दामी
game-english-draughts = अंग्रेज़ी ड्राफ़्ट्स
game-english-draughts-by-the-order-of-captures = अंग्रेज़ी ड्राफ़्ट्स, मारने के क्रम से
game-english-draughts-6x6 = अंग्रेज़ी ड्राफ़्ट्स 6x6
game-frisian-draughts = फ़्रीसियाई ड्राफ़्ट्स
game-frysk- = फ़्रिस्क!
game-frisian-draughts-by-the-order-of-captures = फ़्रीसियाई ड्राफ़्ट्स, मारने के क्रम से
game-english-draughts-with-huffing = अंग्रेज़ी ड्राफ़्ट्स, हफ़िंग के साथ
game-international-draughts = अंतरराष्ट्रीय ड्राफ़्ट्स
game-antidraughts = उल्टी ड्राफ़्ट्स
game-international-draughts-by-the-order-of-captures = अंतरराष्ट्रीय ड्राफ़्ट्स, मारने के क्रम से
game-international-draughts-14x14 = अंतरराष्ट्रीय ड्राफ़्ट्स 14x14
game-international-draughts-6x6 = अंतरराष्ट्रीय ड्राफ़्ट्स 6x6
game-italian-draughts = इतालवी ड्राफ़्ट्स
game-italian-draughts-by-the-order-of-captures = इतालवी ड्राफ़्ट्स, मारने के क्रम से
game-killer-draughts = किलर ड्राफ़्ट्स
game-killer-draughts-by-the-order-of-captures = किलर ड्राफ़्ट्स, मारने के क्रम से
game-old-french-draughts = पुरानी फ़्रांसीसी ड्राफ़्ट्स
game-poddavki = पोद्दाव्की
game-pool-checkers = पूल चेकर्स
game-pool-checkers-by-the-order-of-captures = पूल चेकर्स, मारने के क्रम से
game-russian-draughts = रूसी ड्राफ़्ट्स
game-russian-draughts-by-the-order-of-captures = रूसी ड्राफ़्ट्स, मारने के क्रम से
game-spanish-draughts = स्पेनी ड्राफ़्ट्स
game-spanish-draughts-by-the-order-of-captures = स्पेनी ड्राफ़्ट्स, मारने के क्रम से
game-spantsiretti = स्पांत्सिरेती
game-stavropol-draughts = स्ताव्रोपोल ड्राफ़्ट्स
game-thai-draughts = थाई ड्राफ़्ट्स
game-thai-draughts-three-rows-of-men = थाई ड्राफ़्ट्स, गोटियों की तीन पंक्तियाँ
game-thai-draughts-by-the-order-of-captures = थाई ड्राफ़्ट्स, मारने के क्रम से
game-thai-draughts-three-rows-of-men-by-the-order-of-captures = थाई ड्राफ़्ट्स, गोटियों की तीन पंक्तियाँ, मारने के क्रम से
game-turkish-draughts = तुर्की ड्राफ़्ट्स

## flipping

game-ataxx = अटैक्स
game-reversi = रिवर्सी
game-reversi-old-opening = रिवर्सी, पुरानी शुरुआत
game-reversi-10x10 = रिवर्सी 10x10
game-reversi-passing-on = रिवर्सी, पास के साथ

## hidden

game-banqi = बानची
game-battleship = युद्धपोत
game-battleship-2x2 = युद्धपोत 2x2
game-dark-chess = अँधेरी शतरंज
game-dark-hex = अँधेरा हेक्स
game-dark-hex-2x2 = अँधेरा हेक्स 2x2
game-flipped-jungle = उल्टा जंगल
game-hidden-ranks = छिपे पद
game-kriegspiel = क्रीगश्पील
game-phantom-go-9x9 = फ़ैंटम गो 9x9
game-phantom-go-3x3 = फ़ैंटम गो 3x3
game-phantom-go-5x5 = फ़ैंटम गो 5x5
game-phantom-tic-tac-toe = फ़ैंटम कट्टम-ज़ीरो

## hunt

game-bagh-chal = बाघ-चाल
game-fox-and-hounds = लोमड़ी और कुत्ते
game-fox-and-hounds-the-fox-chooses = लोमड़ी और कुत्ते, लोमड़ी चुनती है
game-mirror-duel = दर्पण द्वंद्व

## leaping

game-alquerque = अलकेर्के
game-alquerque-with-huffing = अलकेर्के, हफ़िंग के साथ
game-chinese-checkers = चीनी चेकर्स
game-chinese-checkers-for-three = चीनी चेकर्स, तीन खिलाड़ियों के लिए
game-chinese-checkers-for-two = चीनी चेकर्स, दो खिलाड़ियों के लिए
game-chinese-checkers-pegs-may-stay = चीनी चेकर्स, गोटियाँ ठहर सकती हैं
game-dablot-prejjesne = दाब्लोत प्रेयेस्ने
game-fanorona = फ़ानोरोना
game-halma = हाल्मा
game-halma-on-8x8 = हाल्मा 8x8
game-halma-on-10x10 = हाल्मा 10x10
game-konane = कोनाने
game-mana = माना
game-surakarta = सुराकार्ता
game-yot- = योते

## lines

game-achi = आची
game-andantino = अंदान्तीनो
game-bolotudu = बोलोतुदू
game-connect-four = चार की पंक्ति
game-connect6 = कनेक्ट 6
game-entropy = एन्ट्रॉपी
game-five-without-borders = सीमाहीन पाँच की पंक्ति
game-gomoku = गोमोकू
game-m-hle = मूले (जर्मन चक्की)
game-nine-men-s-morris = नौ गोटी चक्की
game-pasang = पासांग
game-pentago = पेंटागो
game-pentago-every-turn-told-apart = पेंटागो, हर घुमाव अलग
game-pente = पेंटे
game-quantum-tic-tac-toe = क्वांटम कट्टम-ज़ीरो
game-renju = रेंजू
game-rithmomachia = रिद्मोमैकिया
game-score-four = चार की पंक्ति 3D
game-qubic = क्यूबिक
game-six-men-s-morris = छह गोटी चक्की
game-tapatan = तापातान
game-three-men-s-morris = तीन गोटी चक्की
game-tic-tac-toe = कट्टम-ज़ीरो
game-twelve-men-s-morris = बारह गोटी चक्की
game-ultimate-tic-tac-toe = परम कट्टम-ज़ीरो
game-yavalath = यवलथ

## pushing

game-abalone = अबालोन
game-arimaa = अरिमा
game-arimaa-set-up = अरिमा, पहले से सजी
game-chessball = चेसबॉल
game-splut- = स्प्लट!
game-splut-for-two = स्प्लट! दो खिलाड़ियों के लिए

## puzzle

game-2048 = 2048
game-eight-puzzle = आठ की पहेली
game-eight-queens = आठ वज़ीर
game-four-knights = चार घोड़े
game-french-peg-solitaire = फ़्रांसीसी सॉलिटेयर
game-frogs-and-toads = मेंढक और टोड
game-tower-of-hanoi = हनोई की मीनार
game-klotski = क्लोत्स्की
game-knight-s-tour = घोड़े की सैर
game-lights-out = बत्तियाँ बुझाओ
game-mahjong-solitaire-a-small-hill = माहजोंग सॉलिटेयर, छोटी पहाड़ी
game-peg-solitaire = खूँटी सॉलिटेयर
game-peg-solitaire-any-last-hole = खूँटी सॉलिटेयर, आख़िरी गड्ढा कोई भी
game-sokoban-the-corner = सोकोबान: कोना
game-sokoban-two-rooms = सोकोबान: दो कमरे
game-sokoban-the-shelves = सोकोबान: ताक
game-triangular-peg-solitaire = त्रिकोण सॉलिटेयर
game-wiegleb-s-peg-solitaire = वीगलेब सॉलिटेयर
game-wolf-goat-and-cabbage = भेड़िया, बकरी और पत्तागोभी

## race

game-backgammon = बैकगैमन
game-can-t-stop = रुकना मना (Can't Stop)
game-hounds-and-jackals = शिकारी कुत्ते और सियार
game-fifty-eight-holes-carnarvon-and-carter = अट्ठावन छेद, कार्नारवन और कार्टर
game-mensch-rgere-dich-nicht = लूडो, जर्मन (मेंश)
game-nard = नर्द
game-pig = सूअर (पासे का खेल)
game-royal-game-of-ur = उर का राजसी खेल
game-senet = सेनेत
game-twenty-squares = बीस खाने
game-yacht = यॉट (पासे का खेल)

## race-to-row

game-breakthrough = व्यूहभेदन
game-dawson-s-chess = डॉसन शतरंज
game-einstein-w-rfelt-nicht = आइनस्टाइन पासा नहीं फेंकते
game-epaminondas = एपामिनोंडस
game-five-field-kono = पाँच क्षेत्रों का कोनो
game-hanga-roa = हांगा रोआ
game-jungle = जंगल
game-kamisado = कामिसादो
game-knightthrough = घोड़ों का व्यूहभेदन
game-onitama = ओनितामा
game-ordo = ओर्डो
game-quoridor = क्वोरिडोर

## shogi

game-annan-shogi = अन्नान शोगी
game-check-shogi = शह शोगी
game-dobutsu-shogi = दोबुत्सु शोगी
game-euroshogi = यूरो शोगी
game-gorogoro-shogi = गोरोगोरो शोगी
game-judkins-shogi = जडकिन्स शोगी
game-ko-shogi = को शोगी
game-kyoto-shogi = क्योतो शोगी
game-micro-shogi = माइक्रो शोगी
game-minishogi = मिनी शोगी
game-okisaki-shogi = ओकिसाकी शोगी
game-sho-shogi = शो शोगी
game-shogi = शोगी
game-tori-shogi = तोरी शोगी
game-yari-shogi = यारी शोगी
game-yonin-shogi = योनिन शोगी
game-yonin-shogi-two-against-two = योनिन शोगी, दो बनाम दो

## sowing

game-ayoayo = अयोअयो
game-bao = बाओ
game-bohnenspiel = बोनेनश्पील
game-congkak = चोंगकाक
game-hus = हुस
game-kalah = कलाह
game-oware = ओवारे
game-toguz-korgool = तोगुज़ कोरगोल
game-vai-lung-thlan = वाई लुंग थ्लान

## tafl

game-alea-evangelii = आलेआ एवांगेलिई
game-ard-ri = आर्ड री
game-brandubh = ब्रैंडुव
game-hasami-shogi = हासामी शोगी
game-hnefatafl = नेफ़ाताफ़्ल
game-mak-yek = मक-येक
game-tablut = ताब्लुत
game-tawlbwrdd = ताउल्बुर्द

## territory

game-amazons = अमेज़न
game-amazons-6x6 = अमेज़न 6x6
game-amazons-10x10 = अमेज़न 10x10
game-blokus-duo = ब्लोकस डुओ
game-blokus = ब्लोकस
game-clobber = क्लॉबर
game-clobber-10x10 = क्लॉबर 10x10
game-dots-and-boxes = बिंदु और बक्से
game-dots-and-boxes-2x2 = बिंदु और बक्से 2x2
game-dots-and-boxes-3x3 = बिंदु और बक्से 3x3
game-filler = फ़िलर
game-go-13x13 = गो 13x13
game-go-10x10 = गो 10x10
game-go-11x11 = गो 11x11
game-go-12x12 = गो 12x12
game-go-19x19 = गो 19x19
game-go-19x19-without-a-pass = गो 19x19, बिना पास
game-go-14x14 = गो 14x14
game-go-15x15 = गो 15x15
game-go-16x16 = गो 16x16
game-go-17x17 = गो 17x17
game-go-18x18 = गो 18x18
game-go-9x9 = गो 9x9
game-go-5x5 = गो 5x5
game-go-6x6 = गो 6x6
game-go-7x7 = गो 7x7
game-go-8x8 = गो 8x8
game-hippos-and-crocodiles-on-the-lake = दरियाई घोड़े और मगरमच्छ, झील पर
game-hippos-and-crocodiles-on-the-river = दरियाई घोड़े और मगरमच्छ, नदी पर
game-isolation = अलगाव
game-isolation-7x7 = अलगाव 7x7
game-joust = घुड़सवार द्वंद्व
game-l-game = L का खेल
game-nim = निम
game-nim-the-last-counter-wins = निम, आख़िरी गोटी जीतती है
game-snailtrail = घोंघे की लकीर
game-zertz = ज़ेर्ट्ज़

## timed

game-gomoku-with-byo-yomi = गोमोकू, ब्योयोमी के साथ
game-tamsk = टाम्स्क
game-tamsk-first-level = टाम्स्क, पहला स्तर
game-tamsk-third-level = टाम्स्क, तीसरा स्तर

## together

game-colonel-blotto = कर्नल ब्लोटो
game-goofspiel = गूफ़श्पील
game-matching-pennies = सिक्का मिलान
game-oshi-zumo = ओशी-ज़ूमो
game-rock-paper-scissors = पत्थर, काग़ज़, कैंची
game-three-player-matching-pennies = सिक्का मिलान, तीन खिलाड़ियों के लिए
