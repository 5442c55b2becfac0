/** What lines say in German. The words are `plain` ones: no capitals, no punctuation, and "uber" for "über". */
import type { Family } from "./families.ts";

const KEY = String.raw`(?:die |bitte die |bitte )?(?:taste )?(?:\d|null|eins|zwei|zwo|drei|vier|funf|sechs|sieben|acht|neun)`;
const PRESS = "(?:drucken|wahlen|drucken sie|wahlen sie|drucke|wahle)";
const AGENT = String.raw`(?:mitarbeiter(?:in|innen)?|kundenberater(?:in|innen)?|berater(?:in|innen)?|platze|leitungen|agenten)`;

export const GERMAN: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\bnach dem (?:signal(?:ton)?|ton|piep(?:ton|s)?|tonsignal)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:mailbox|anrufbeantworter|sprachbox|voicemail|sprachmailbox)\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:hinterlassen|hinterlasst|sprechen) (?:sie )?(?:uns |mir )?(?:bitte )?(?:uns |mir )?(?:eine|ihre)(?: \w+)? nachricht\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:teilnehmer|person|gesprachspartner|anschluss|nebenstelle|kunde)\b(?: \w+){0,5} (?:nicht (?:erreichbar|verfugbar)|derzeit nicht|im gesprach)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\b(?:kann|konnen)(?: \w+){0,4} nicht (?:entgegen ?nehmen|annehmen|ans telefon|rangehen)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\b(?:rufen? (?:wir )?(?:sie |dich )?(?:\w+ ){0,4}zuruck|melden? (?:wir )?uns bei ihnen)\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\b(?:ich bin|wir sind|ist) (?:\w+ ){0,3}(?:nicht (?:erreichbar|da|im buro)|geschlossen|ausser haus)\b|\bausserhalb unserer\b/,
  },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:mailbox|anrufbeantworter|speicher)(?: \w+){0,4} voll\b|\bkeine (?:weiteren )?nachrichten (?:mehr )?(?:aufnehmen|aufzeichnen|annehmen|hinterlassen)\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} (?:sie )?${KEY}\b`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\bgeben sie (?:bitte )?(?:ihre|die|den|das) (?:\w+ ){0,4}(?:nummer|\w+nummer|code|pin|durchwahl|kennwort)(?: \w+){0,3} ein\b|\bin wenigen worten\b|\b(?:sagen sie|sie konnen) (?:\w+ ){1,8}oder \w+ (?:sagen)?\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:hauptmenu|folgenden? (?:optionen|moglichkeiten|auswahl)|ungultige (?:eingabe|auswahl)|(?:eingabe|auswahl|durchwahl) (?:ist|war) (?:leider )?ungultig|jederzeit|for english)\b/,
  },
  { kind: "ivr", weight: 1.5, pattern: /\b(?:raute(?:taste)?|sterntaste)\b/ },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\bihr anruf ist uns (?:sehr )?wichtig\b|\b(?:nachste|nachster|nachsten) (?:freie[rn]?|verfugbare[rn]?) (?:\w+)\b|\bin der reihenfolge\b/,
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\balle (?:unsere )?(?:\w+ )?${AGENT}(?: \w+){0,4} (?:im gesprach|belegt|besetzt|beschaftigt)\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern: /\b(?:warteschlange|warteschleife|wartezeit)\b|\bposition \w+ in der\b|\banrufer vor ihnen\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:bleiben sie|bitte)(?: bitte)? (?:am apparat|in der leitung|dran)\b|\bbitte haben sie (?:noch )?(?:etwas |einen moment )?geduld\b|\bdanke fur ihre geduld\b|\blegen sie nicht auf\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /\b(?:(?:einen|ein|kleinen) (?:moment|augenblick)|moment (?:bitte|mal)|eine (?:sekunde|minute)|bleiben sie (?:bitte )?(?:dran|am apparat)|(?:ich )?(?:verbinde|stelle sie durch)|ich schaue (?:mal|kurz|nach)|augenblick bitte)\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern: /\b(?:nennen|sagen) sie (?:bitte )?ihren namen und (?:den )?(?:grund|anlass|anliegen)\b|\banruffilter\b/,
  },
  { kind: "screening", weight: 1.5, pattern: /\b(?:nennen|sagen) sie (?:bitte )?ihren namen\b|\bgrund ihres anrufs\b/ },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bkein anschluss unter dieser nummer\b|\b(?:rufnummer|nummer)(?: \w+){0,4} (?:nicht (?:vergeben|bekannt|belegt)|hat sich geandert|ungultig)\b|\bihr anruf kann nicht\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:was kann ich (?:fur sie )?tun|(?:wie|womit) (?:kann|darf) ich (?:ihnen )?(?:behilflich sein|helfen|weiterhelfen)|(?:kann|darf) ich (?:ihnen )?(?:helfen|weiterhelfen)|wer (?:ist|spricht)(?: da| dort)?|mit wem spreche ich)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:hallo|ja|ja bitte|guten (?:tag|morgen|abend)|gruss gott|moin|servus)(?: (?:hallo|bitte|wer ist da))?$|\b(?:am apparat|mein name ist)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:entschuldigung|entschuldigen sie|tut mir leid)(?: \w+){0,3} (?:warten|wartezeit|gedauert)\b|\bsind sie noch (?:da|dran)\b|\bda bin ich wieder\b/,
  },
  { kind: "person", weight: 1.5, pattern: /\b(?:danke|vielen dank) furs? warten\b/ },
];
