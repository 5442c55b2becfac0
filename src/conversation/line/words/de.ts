/**
 * What lines say in German, in Germany, Austria and Switzerland. The words are `plain` ones: no capitals, no punctuation,
 * and "uber" for "über". What somebody says of an answering machine, of waiting for a table or of choosing two dishes is
 * none of it.
 */
import type { Family } from "./families.ts";

const DIGIT = String.raw`(?:\d|null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun)`;
/** Neither the first digit of a telephone number nor what is counted: "wählen Sie zwei Beilagen". */
const KEY = String.raw`(?:(?:die taste|die ziffer|taste|ziffer|die|auf die) ${DIGIT}\b(?! (?:${DIGIT}|\d+)\b(?! fur))|${DIGIT}(?= (?:fur|um|wenn|oder|und|falls|bei|sofern|gefolgt|auf)\b| *$| ${DIGIT} fur\b))`;
const PRESS = String.raw`(?:drucken|wahlen|tippen|betatigen|druckt|wahlt|drucke|wahle)(?: sie)?(?: bitte| jetzt| dann| einfach| nun)*`;
const AGENT = String.raw`(?:mitarbeiter(?:in|innen|n)?|mitarbeitende[nr]?|kundenberater(?:in|innen|n)?|berater(?:in|innen|n)?|kundenbetreuer(?:in|innen|n)?|servicemitarbeiter(?:in|innen|n)?|beratungsplatze|arbeitsplatze|leitungen|agenten|ansprechpartner(?:in|innen|n)?)`;
const BOX =
  "(?:mailbox|mobilbox|combox|sprachbox|sprachmailbox|voicemail|voicemailbox|voice mail|sprachspeicher|anrufbeantworter|telefonbeantworter|ab)";
const SOON =
  "(?:so (?:bald|schnell|rasch) wie moglich|schnellstmoglich|umgehend|baldmoglichst|in kurze|zeitnah|gleich|demnachst)";

export const GERMAN: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:nach|bei|beim)(?: dem)? (?:signal(?:ton)?|ton|piep(?:ton|ser|s|en)?|tonsignal|pfeifton|summton|beep)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:hier (?:ist|spricht)|dies ist|das ist|sie (?:sind|haben|horen|sprechen)|willkommen|verbunden|umgeleitet|weitergeleitet)(?: \w+){0,3} (?:die|der|dem|den|meine|meiner|mein|meinem|unser|unsere|unserem|unserer) ${BOX}\b|^(?:\w+ ){0,3}${BOX} (?:von|des|der|fur) \w+|\b(?:mailbox|mobilbox|combox|sprachbox) (?:von|des|der|fur) \w+`,
    ),
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:sprechen|hinterlassen) sie (?:jetzt|nun)\b|\bihre (?:nachricht|mitteilung) (?:wird|wurde)(?: \w+){0,3} (?:aufgezeichnet|aufgenommen|gespeichert)\b|\b(?:aufzeichnung|aufnahme) (?:der|ihrer) nachricht\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /(?<!\b(?:konnen|mochten|wollen|darf ich|wollten) )\b(?:hinterlassen|hinterlasst|hinterlass|sprechen|sprich)(?: sie)?(?: uns| mir| bitte)* (?:eine|ihre|deine)(?: \w+)? (?:nachricht|mitteilung)\b|\b(?:hinterlassen|nennen) sie (?:uns |mir |bitte )*ihren namen(?: \w+){0,3} (?:nummer|\w+nummer)\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:teilnehmer|teilnehmerin|person|gesprachspartner|anschluss|nebenstelle|kunde|rufnummer|nummer)\b(?: (?:die|den|der|das|sie|ihnen|mit|gewunschte|gewahlte|angerufene|angerufen|gewahlt|anrufen|haben|rufen|ist|\d+)){0,6} (?:derzeit|zurzeit|momentan|im moment|vorubergehend|leider|gerade)(?: \w+)? (?:nicht (?:erreichbar|verfugbar)|im gesprach)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\b(?:kann|konnen)(?: \w+){0,4} (?:anruf|gesprach|telefon|telefonat|ihn|sie)?(?: \w+){0,3}(?:nicht|leider nicht)(?: \w+){0,2} (?:entgegen ?nehmen|annehmen|ans telefon(?: \w+)?|rangehen|abheben|beantworten)\b|\b(?:rufen|ruft) (?:sie )?ausserhalb (?:unserer|der|meiner)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: new RegExp(
      String.raw`\b(?:rufe[n]? (?:ich |wir )?(?:sie |dich |euch )?(?:\w+ ){0,3}?${SOON}(?: \w+){0,2} zuruck|rufe[n]? (?:ich |wir )?(?:sie |dich |euch )?(?:\w+ )?(?:gern |gerne )?zuruck(?! ob| wenn)|melde[n]? (?:ich |wir )?(?:mich|uns)(?: dann| bei ihnen| bei dir)* ${SOON}|(?:mich|uns)(?: dann| bei ihnen| bei dir)* ${SOON}(?: bei ihnen| bei dir)? (?:melden|zuruckmelden))\b`,
    ),
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\b(?:ich bin|wir sind|bin ich|sind wir) (?:\w+ ){0,3}(?:nicht (?:erreichbar|da|im buro|personlich)|unterwegs|ausser haus)\b|\bausserhalb unserer\b|\b(?:unser buro|unsere praxis|unser geschaft|die praxis|unsere buros)(?: \w+){0,2} (?:ist|sind|bleibt)?(?: \w+){0,2} ?(?:geschlossen|nicht besetzt)\b|\bunsere (?:offnungszeiten|sprechzeiten|geschaftszeiten|burozeiten) sind\b|\b(?:sie haben|du hast) (?:den anschluss|die nummer|\w+ \w+) (?:von \w+ )?(?:erreicht|gewahlt)\b|\bihren namen(?: und)?(?: ihre)? (?:telefon|ruf)nummer\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern: new RegExp(String.raw`\b(?:anrufbeantworter|telefonbeantworter|mailbox|combox|mobilbox)\b`),
  },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:mailbox|mobilbox|combox|anrufbeantworter|telefonbeantworter|speicher|sprachbox)(?: \w+){0,5} voll\b|\bkeine (?:weiteren |neuen )?nachrichten (?:mehr )?(?:aufnehmen|aufzeichnen|annehmen|hinterlassen|entgegennehmen|aufgezeichnet|gespeichert)\b|\b(?:mailbox|combox|mobilbox)(?: \w+){0,4} nicht (?:eingerichtet|aktiviert)\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} ${KEY}`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:geben|tippen) sie (?:bitte |nun |jetzt )*(?:ihre|die|den|das) (?:\w+ ){0,4}?(?:nummer|\w+nummer|code|pin|durchwahl|kennwort|postleitzahl)(?: \w+){0,4} ein\b|\bin (?:wenigen|kurzen|einigen) worten\b|\bsagen sie (?:bitte |zum beispiel |einfach )*(?!mir\b|uns\b|ihm\b|ihr\b|ob\b|bescheid\b)(?:\w+ ){1,6}oder (?:sagen sie )?\w+ *$|\bsagen sie (?:bitte |einfach )*(?:ja oder nein|\w+ oder drucken)\b|\bnennen sie (?:mir |uns )?(?:bitte )?(?:kurz )?(?:ihr anliegen|den grund ihres anrufs)\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:hauptmenu|vorheriges menu|folgenden? (?:optionen|moglichkeiten|auswahl|auswahlmoglichkeiten)|(?:ungultige|falsche) (?:eingabe|auswahl)|(?:eingabe|auswahl|durchwahl) (?:ist|war|wurde) (?:leider )?(?:ungultig|nicht erkannt)|for english|ansage (?:wiederholen|erneut|noch einmal)|(?:kennen|wissen) sie die durchwahl)\b/,
  },
  {
    kind: "ivr",
    weight: 1.5,
    pattern:
      /\b(?:rautetaste|sterntaste|(?:raute|stern) taste|mit (?:der )?raute|drucken sie (?:die )?(?:raute|stern))\b/,
  },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\bihr anruf ist uns (?:sehr )?wichtig\b|\b(?:nachste|nachster|nachsten) (?:freie[rn]?|verfugbare[rn]?) (?:\w+)\b|\b(?:anrufe?|anrufer) (?:\w+ ){0,3}in der reihenfolge\b|\b(?:sie werden|wir verbinden sie|werden sie) (?:\w+ ){0,3}?(?:in kurze|gleich|sobald|umgehend|sofort|mit dem nachsten|schnellstmoglich)(?: \w+){0,4} (?:verbunden|weiterverbunden|bedient|durchgestellt)|\b(?:ein|eine|einer unserer|eine unserer|unser|der nachste) ${AGENT} (?:ist|steht|wird|kummert|nimmt)\b(?: \w+){0,3} (?:gleich|in kurze|sofort|sogleich|bald|umgehend)\b|\bwir sind (?:gleich|in kurze|sofort) (?:personlich )?fur sie da\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:alle (?:unsere |anderen )?|unsere |samtliche )(?:\w+ )?${AGENT}(?: \w+){0,4} (?:im gesprach|belegt|besetzt|beschaftigt|in (?:einem )?(?:kundengesprach|gesprach)\w*)|\b(?:sind|derzeit)(?: \w+){0,2} alle (?:unsere )?(?:\w+ )?${AGENT}(?: \w+){0,3} (?:im gesprach|belegt|besetzt|beschaftigt)|\b(?:erhohte|hohe)\w* anrufaufkommen\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:in der|unserer|der) (?:warteschlange|warteschleife)\b|\b(?:position|platz) \w+ in der\b|\banrufer (?:vor|warten vor) ihnen\b|\b(?:ihre|voraussichtliche|geschatzte|durchschnittliche|aktuelle|ungefahre|derzeitige) (?:\w+ )?wartezeit\b|\b(?:sie sind|befinden sich) an \w+ (?:stelle|position)\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:bleiben sie|bitte)(?: bitte)? (?:am apparat|in der leitung|dran|am telefon)\b|\bbitte (?:haben sie|gedulden sie sich|um)(?: \w+){0,4} ?(?:geduld|augenblick|moment)\b|\bdanke fur ihre geduld\b|\blegen sie (?:bitte )?nicht auf\b|\bwartezeit\b|\b(?:gesprach|anruf|telefonat)(?: \w+){0,6} aufgezeichnet\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /(?<!\b(?:haben sie|hatten sie|hast du|haben sie vielleicht) )\b(?:(?:einen|ein|nen|en|kleinen|kurzen) (?:kleinen |kurzen )?(?:moment|momentchen|momenterl|augenblick|sekunde)|moment(?:chen|erl)?(?: bitte| mal| kurz|$)|(?:eine |ne )?sekunde(?: bitte|$)|eine (?:sekunde|minute)|augenblick(?: bitte| mal|$)|bleiben (?:sie|s) (?:bitte )?(?:dran|am apparat|in der leitung)|warten sie (?:bitte |mal |kurz |einen )+|(?:ich )?(?:verbinde|stelle sie durch|stell sie durch|gebe sie weiter)|ich (?:schau|schaue|guck|gucke|seh|sehe|frag|frage|hole|hol|prufe) (?:\w+ ){0,2}?(?:mal|kurz|nach|schnell|eben|rasch)|(?:da )?(?:muss|musste) ich (?:\w+ ){0,2}?(?:nachsehen|nachschauen|nachfragen|fragen|schauen|nachgucken)|bin (?:gleich|sofort) (?:wieder )?(?:da|zuruck|bei ihnen)|nicht auflegen)(?=\b|$| )/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:nennen|sagen|sprechen|geben) sie (?:mir |uns )?(?:bitte )?ihren namen und (?:\w+ )?(?:den |ihr |warum )?(?:grund|anlass|anliegen|weshalb|warum|sie anrufen)\b|\b(?:anruffilter|anrufassistent|anrufprufung)\b|\bich (?:sehe|schaue) nach ob (?:diese|die) person (?:\w+ )?(?:erreichbar|verfugbar)\b|\bfiltert (?:ihre |seine )?anrufe\b/,
  },
  {
    kind: "screening",
    weight: 1.5,
    pattern:
      /\b(?:nennen|sagen) sie (?:mir )?(?:bitte )?ihren namen\b|\bgrund ihres anrufs\b|\bweshalb sie anrufen\b|\bwarum sie anrufen\b/,
  },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bkein anschluss unter dieser nummer\b|\b(?:rufnummer|nummer|telefonnummer)(?: (?:die|sie|gewahlt|gewahlte|haben|ist|von|ihnen|angerufen|angerufene)){0,5}(?: \w+)? (?:nicht (?:vergeben|bekannt|belegt|gultig)|nicht mehr (?:vergeben|gultig)|hat sich geandert|ungultig|unvollstandig)\b|\bihr anruf kann (?:leider )?nicht\b|\bist (?:uns )?nicht (?:mehr )?vergeben\b|\bdiese nummer ist nicht (?:vergeben|in betrieb)\b|\b(?:bitte )?(?:prufen|uberprufen) sie die (?:ruf)?nummer\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:was (?:kann|darf) ich (?:fur sie )?(?:tun|helfen|bringen)|was (?:darf|durfte|darfs) (?:es )?sein|(?:wie|womit) (?:kann|darf) ich (?:ihnen )?(?:\w+ )?(?:behilflich sein|helfen|weiterhelfen|dienen)|(?:kann|darf) ich (?:ihnen )?(?:helfen|weiterhelfen|etwas ausrichten|was ausrichten)|(?:soll|kann|darf) ich (?:ihm |ihr )?(?:etwas|was) (?:ausrichten|notieren)|wer (?:ist|spricht)(?: da| dort| denn)?|mit wem (?:spreche|habe) ich|um was geht es|worum geht(?: es|s)|wen (?:darf|kann|soll) ich (?:melden|anmelden))\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:hallo|ja|ja bitte|bitte|guten (?:tag|morgen|abend)|gruss gott|gruezi|moin|servus|mahlzeit|tag|morgen)(?: (?:hallo|bitte|wer ist da|guten tag|gruezi|ja))*$|\b(?:am apparat|mein name ist)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:entschuldigung|entschuldigen sie|tut mir leid|sorry|verzeihung|pardon)(?: \w+){0,3} (?:warten|wartezeit|gedauert|gewartet)\b|\bsind sie noch (?:da|dran)\b|\b(?:da|jetzt|so) bin ich wieder\b|\bich bin wieder (?:da|dran)\b/,
  },
  {
    kind: "person",
    weight: 1.5,
    pattern:
      /\b(?:danke|vielen dank|dank|merci)(?: ihnen| schon)? (?:furs|fur das|fur ihr) ?(?:warten|geduld)\b|\bdanke (?:schon )?dass sie gewartet\b/,
  },
];
