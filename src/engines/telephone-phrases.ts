/**
 * What numbers, times, prices, dates, names and codes sound like on the telephone: the rules that the phrases of both
 * sides (business-phrases.ts, assistant-phrases.ts) are built from. Data for phrase-grammar.ts; words as the
 * recogniser spells them.
 */
export const TELEPHONE_PHRASES: Readonly<Record<string, readonly string[]>> = {
  digit: [
    "(zero|one|two|three|four|five|six|seven|eight|nine)",
    "(zero|one|two|three|four|five|six|seven|eight|nine|oh)",
  ],
  upToTwelve: ["(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"],
  small: [
    "(one|two|three|four|five|six|seven|eight|nine|ten)",
    "(two|three|four|five|six)",
    "(ten|twelve|fifteen|twenty)",
  ],
  tens: ["(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"],
  unit: ["(one|two|three|four|five|six|seven|eight|nine)"],
  teen: ["(ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen)"],
  belowHundred: ["{tens}", "{tens} {unit}", "{tens} (five|nine)", "{teen}", "{unit}"],
  number: ["{belowHundred}", "{belowHundred}", "(a|one|two|three|four) hundred (|and {belowHundred}|{belowHundred})"],

  minute: [
    "(fifteen|thirty|forty five)",
    "(fifteen|thirty|forty five)",
    "(ten|twenty|forty|fifty|oh five|twenty five|fifty five)",
  ],
  halfOfDay: ["(a m|p m|p m)", "in the (morning|afternoon|evening)", "at night"],
  time: [
    "{upToTwelve} {halfOfDay}",
    "{upToTwelve} {minute}",
    "{upToTwelve} {minute} {halfOfDay}",
    "{upToTwelve} o'clock (|{halfOfDay})",
    "half past {upToTwelve}",
    "(a|) quarter (past|to) {upToTwelve}",
    "(ten|twenty|five) (past|to) {upToTwelve}",
    "(noon|midnight)",
    "{upToTwelve}",
  ],
  day: ["(monday|tuesday|wednesday|thursday|friday|saturday|sunday)"],
  days: [
    "(mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends|weekdays|weekdays and saturdays|holidays)",
  ],
  month: ["(january|february|march|april|may|june|july|august|september|october|november|december)"],
  ordinal: [
    "(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth)",
    "(sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|thirty first)",
    "twenty (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)",
  ],
  date: [
    "{day}",
    "{day} (morning|afternoon|evening|night)",
    "(next|this) {day}",
    "(today|tomorrow|tonight|tomorrow morning|tomorrow afternoon|tomorrow evening|this weekend|next week|this week|that day)",
    "{month} (|the) {ordinal}",
    "the {ordinal} (|of {month})",
    "{day} (|the|{month}|{month} the) {ordinal}",
    "{day} the {ordinal} of {month}",
  ],
  when: [
    "{date} at {time}",
    "{date} at {time}",
    "{date}",
    "{time}",
    "{time} on {date}",
    "{time} (that|this) (morning|afternoon|evening|day)",
  ],

  price: [
    "{number} dollars",
    "{number} dollars",
    "{belowHundred} dollars and (fifty|twenty five|seventy five|ninety nine|ninety five|ninety|forty nine|ten|twenty|five) cents",
    "{belowHundred} dollars (fifty|twenty five|seventy five|ninety nine|ninety five)",
    "{belowHundred} (fifty|ninety nine|ninety five|twenty five|seventy five)",
    "{number} (bucks|dollars)",
    "(one|two|three) thousand (|{belowHundred}|two hundred|five hundred) dollars",
    "(fifty|seventy five|ninety nine|twenty five) cents",
  ],

  letter: ["(a|b|c|d|e|f|g|h|i|j|k|l|m)", "(n|o|p|q|r|s|t|u|v|w|x|y|z)"],
  spelled: [
    "{letter}",
    "{letter}",
    "{letter}",
    "(alpha|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliet|kilo|lima|mike)",
    "(november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiskey|yankee|zulu)",
    "(a (as in|for|like) (apple|alpha|adam|alex)|b (as in|for|like) (boy|bravo|bob)|c (as in|for|like) (cat|charlie))",
    "(d (as in|for|like) (dog|david|delta)|e (as in|for|like) (echo|edward)|f (as in|for|like) (frank|fox))",
    "(g (as in|for|like) george|h (as in|for|like) (henry|hotel)|j (as in|for|like) john|k (as in|for|like) (king|kilo))",
    "(l (as in|for|like) (larry|lima)|m (as in|for|like) (mary|mike)|n (as in|for|like) (nancy|november)|p (as in|for|like) (peter|paul))",
    "(r (as in|for|like) robert|s (as in|for|like) sam|t (as in|for|like) tom|v (as in|for|like) victor|x (as in|for|like) x ray|z (as in|for|like) zebra)",
  ],
  digits3: ["{digit} {digit} {digit}", "(five five five|eight hundred|zero one four|four one five|two one two)"],
  digits4: ["{digit} {digit} {digit} {digit}"],
  code: [
    "{spelled} {digit} {digit} {spelled} {digit}",
    "{spelled} {digit} {spelled} {digit}",
    "{spelled} {digit} {digit} {spelled} {digit} {spelled}",
    "{spelled} {digit} {digit} {digit}",
    "{spelled} {spelled} {digit} {digit}",
    "{spelled} {spelled} {digit} {digit} {digit} {digit}",
    "{spelled} {digit} {spelled} {spelled} {digit}",
    "{digit} {spelled} {digit} {spelled}",
    "{spelled} {spelled} {spelled} {digit} {digit}",
    "{digits4}",
    "{digit} {digits4}",
    "{digits3} {digits3}",
    "{digits3} {digits4}",
  ],
  phone: [
    "{digits3} {digits4}",
    "{digits3} {digits3} {digits4}",
    "{digits3} {digits3} {digits4}",
    "five five five zero one {digit} {digit}",
  ],

  firstName: [
    "(john|mary|james|maria|robert|linda|michael|susan|david|karen|william|lisa|richard|nancy|thomas|sarah)",
    "(anna|emma|peter|paul|kevin|laura|alex|sam|chris|julia|daniel|jennifer|jessica|amy|brian|steve|tom|mike|kate|ben)",
  ],
  lastName: [
    "(johnson|smith|williams|brown|jones|garcia|miller|davis|wilson|anderson|taylor|moore|martin|lee|morgan|clark|lewis|walker|young|king)",
  ],
  person: ["{firstName}", "{firstName} {lastName}", "{firstName} {lastName}", "(mister|doctor|miss) {lastName}"],
  place: [
    "(blue|green|maple|oak|river|lake|sunset|city|harbor|park|main street|golden|silver|royal|central|corner) (bistro|cafe|restaurant|dental|clinic|salon|garage|hotel|auto|pharmacy|bakery|pizza|grill|spa|flowers|plumbing)",
    "the (bistro|front desk|clinic|salon|garage|office|hotel|restaurant|store|shop)",
    "(reception|customer service)",
  ],
  thing: [
    "(room|table|appointment|ticket|pizza|haircut|oil change|cleaning|delivery|repair|seat|slot|order|reservation|booking)",
    "(visit|consultation|check up|massage|manicure|color|inspection|tune up|brake job|battery|tire rotation|class|lesson|tour|package|cake)",
  ],
};
