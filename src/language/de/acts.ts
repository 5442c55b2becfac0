/** What an utterance does, in German, as far as a call depends on it. Words are without dots and "ß" here. */
import type { Tongue } from "../tabled/tongue.ts";

const AGAIN =
  "(?:nicht mehr|nie wieder|nie mehr|niemals wieder|nicht (?:noch ?mal|noch einmal|wieder)|nie mehr wieder)";

export const ACTS: Tongue["acts"] = [
  [
    "objection",
    new RegExp(
      `\\b(?:rufen|ruft|ruf|melden|kontaktieren|belastigen|storen) (?:sie )?(?:uns |mich |hier |bitte |bei uns |bei mir |diese nummer |sich |unter dieser nummer )*${AGAIN}` +
        `|\\b${AGAIN} (?:bei uns |bei mir |hier |unter dieser nummer |mich |uns )*(?:an(?:zu)?rufen|belastigen|kontaktieren|storen)\\b` +
        "|\\b(?:will|wollen|mochte|mochten|wunsche|wunschen) (?:\\w+ ){0,3}?(?:(?:nicht mehr|nie wieder|nie mehr)(?: \\w+){0,2}? (?:angerufen|kontaktiert|belastigt|von ihnen)|keine (?:weiteren |solchen |mehr )?(?:werbe)?anrufe)" +
        "|\\b(?:horen|hort|hor) (?:sie )?(?:bitte |endlich |sofort )*(?:damit )?auf (?:\\w+ )?(?:uns |mich |hier |hier dauernd )*(?:an ?zu ?rufen|anzurufen|zu belastigen|zu nerven)" +
        "|\\b(?:unterlassen|lassen) sie (?:bitte )?(?:diese|ihre|die|das) (?:standigen )?anrufe?" +
        "|\\blass(?:en|t)? (?:sie )?(?:mich|uns) (?:bitte |endlich |doch )*in (?:ruhe|frieden)" +
        "|\\b(?:streichen|loschen|nehmen|entfernen|streicht|loscht) (?:sie )?(?:\\w+ ){0,4}?(?:von (?:ihrer|der|eurer) (?:\\w+ )?liste|aus (?:ihrer|der|eurer) (?:\\w+ )?(?:liste|kartei|datenbank))|\\b(?:streichen|loschen|entfernen|streicht|loscht) (?:sie )?(?:\\w+ ){0,2}?(?:meine|unsere|diese) (?:telefon)?nummer\\b" +
        "|\\b(?:ich|wir) (?:werde|werden) (?:sie )?(?:anzeigen|verklagen|die polizei)|\\bdas ist belastigung\\b",
    ),
    /\bwenn sie (?:uns |mich )?nicht (?:mehr |wieder )?(?:an|zuruck)|\b(?:brauchen|brauchst|braucht|mussen|musst) (?:\w+ ){0,3}?(?:nicht|nimmer)\b|\b(?:rufen|ruft) (?:sie )?(?:\w+ ){0,2}?(?:nicht (?:vor|nach|zwischen|heute|jetzt|am|um|wahrend)|vor|erst)\b(?!.*\b(?:nie wieder|nie mehr)\b)/,
  ],
  [
    "objection",
    new RegExp(
      "\\b(?:nehmen|streichen|loschen|entfernen|tragen) sie (?:\\w+ ){0,4}?(?:aus|von) (?:ihrem|ihrer|dem|der) (?:\\w+ )?(?:verteiler|anrufliste|werbeliste|kartei|datei)" +
        "|\\b(?:rufen|ruft) (?:sie |s )?(?:uns |mich |hier |da |bitte )*(?:nimmer|nimmermehr)\\b(?! vor)" +
        "|\\b(?:unterlassen|lassen) sie (?:bitte |das |endlich )*(?:weitere|solche|alle|jegliche|diese) (?:\\w+ )?anrufe" +
        "|\\b(?:bin|sind) (?:\\w+ )?nicht (?:damit )?einverstanden\\b(?=.*\\b(?:aufgezeichnet|aufzeichn\\w+|aufgenommen|anruf\\w*|computer|roboter|maschine|ki|automat\\w*)\\b)" +
        "|\\bwenn sie (?:hier |uns |mich |noch |nochmal |einmal |wieder )+(?:anrufen|belastigen)\\b.*\\b(?:zeige|anzeige|anzeigen|polizei|anwalt)\\b",
    ),
  ],
  [
    "objection_hint",
    /\b(?:kein|nicht) (?:interesse|interessiert)\b|\bhabe(?:n)? kein interesse|\b(?:nehmen|akzeptieren|wollen|wunschen) (?:\w+ )?keine (?:werbe|anrufe|werbung|umfragen)\w*|\brobinsonliste\b|\b(?:kaufen|kaufe|bestellen) (?:\w+ )?nichts (?:am|uber das|ubers) telefon\b|\bwoher (?:haben|hat) (?:sie|ihr) (?:\w+ )?(?:meine|diese|unsere) nummer/,
  ],
  [
    "voicemail",
    /\bhinterlassen sie|\bnach dem (?:signal|ton|piep)|\bmailbox\b|\b(?:der|mein|unser) anrufbeantworter\b/,
  ],
  [
    "robot",
    new RegExp(
      "\\b(?:sind sie|bist du|ist das|ist da|spreche ich|rede ich|telefoniere ich|klingen|klingt|klingst|sie sind|das ist|hore ich)(?: (?:denn|jetzt|etwa|doch|hier|da|uberhaupt|wirklich|nur|gerade|mit|wie|eigentlich|vielleicht))*(?: (?:ein|eine|einem|einer|einen|so ein|so eine))? ?(?:\\w+ )?(?:roboter|maschine|computer|computerstimme|roboterstimme|anrufbeantworter|bandansage|tonband|bot|ki|kunstliche\\w* intelligenz|automat|sprachcomputer|automatische stimme|sprachassistent|vom band)\\b" +
        "|\\b(?:sind sie|bist du|ist das|ist da|spreche ich|rede ich)(?: (?:denn|jetzt|etwa|doch|hier|da|uberhaupt|wirklich|gerade|mit|eigentlich|auch))*(?: (?:ein|eine|einem|einer))?(?: (?:echte?[rsnm]?|richtige?[rsnm]?|lebendige?[rsnm]?))? (?:mensch|menschen|echte person|richtige person|echten person)\\b" +
        "|\\b(?:ist da|spreche ich mit|sind sie) (?:\\w+ )?(?:echte|richtige|reale)\\w* person\\b|\\bkein (?:echter |richtiger )?mensch\\b" +
        "|\\bautomatische[rn]? anruf\\b|\\bmit einem (?:computer|roboter|bot|automaten) verbunden\\b|\\bmit einer (?:maschine|ki) verbunden\\b|\\bklingt (?:wie|nach) (?:einer? )?(?:aufnahme|bandansage|maschine|roboter|computer)\\b" +
        "|\\b(?:mensch oder (?:eine? )?(?:maschine|roboter|computer)|(?:sind sie|bist du) (?:echt|real)\\b)",
    ),
    /\b(?:kein mensch (?:weiss|mehr|da|hier)|kaffeemaschine|waschmaschine)\b/,
  ],
  [
    "wrong_number",
    /\bfalsche nummer|\b(?:sich )?(?:verwahlt|falsch verbunden)\b|\bhier wohnt (?:kein|keine|niemand)\w*|\b(?:sind|liegen) sie (?:hier |da |bei uns |leider )*falsch\b|\b(?:herrn?|frau|firma) (?:\w+ ){1,2}(?:gibt es|gibts|wohnt|kennen wir) hier nicht\b|\b(?:herrn?|frau|firma) (?:\w+ ){1,2}(?:kennen wir|gibt es) (?:hier )?nicht\b|\bdas (?:ist|hier ist|ist hier) (?:kein|keine|nicht (?:das|die|der)) (?:restaurant|geschaft|laden|firma|hotel|praxis|salon|gaststatte)|\bprivat(?:anschluss|nummer|haushalt)\b|\bdas ist (?:hier )?privat\b/,
    /\bsondern\b/,
  ],
  [
    "hold",
    /\b(?:(?:einen |ein |nen )?(?:kleinen )?(?:moment|augenblick|momentchen)|moment(?:erl|chen|li)|(?:leg|lege|stell|stelle|hang|hange) (?:ich )?sie (?:mal |kurz |eben )*(?:in die|auf) (?:warteschleife|warteposition|halten)|eine (?:sekunde|minute)|sekunde|bleiben sie (?:bitte )?(?:dran|in der leitung|am apparat)|warten sie|ich (?:schaue|schau|sehe|gucke|guck|frage|frag|prufe) (?:\w+ ){0,2}?(?:nach|mal|kurz|schnell)|ich (?:verbinde|stelle) sie|ich muss (?:kurz |mal |erst )*(?:nachsehen|nachschauen|fragen|nachfragen|schauen)|lassen sie mich (?:kurz |mal )*(?:nachsehen|schauen|nachschauen|fragen)|bin gleich (?:wieder )?da|nicht auflegen)\b/,
    /\b(?:danke|dank) (?:\w+ ){0,2}(?:furs warten|fur (?:die|ihre) geduld|warten)\b|\bim moment\b|\bmoment mal was\b/,
  ],
  [
    "goodbye",
    /\b(?:auf wieder(?:horen|sehen|schauen)|wieder(?:horen|sehen|schauen)|tschuss|tschuessi?|tschau|ciao|servus|bis (?:dann|bald|spater|demnachst)|pfiat\w*(?: \w+)?|baba|(?:uf )?wiederluege|(?:uf )?wiederhore|bis (?:morgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)$|schonen (?:tag|abend|nachmittag|feierabend)|schones wochenende|machen sie s gut|gute nacht|ade$)/,
  ],
  [
    "call_back",
    /(?<!\b(?:wir|ich|kollegen|leute|dann) )\b(?:rufen|ruf|melden|versuchen|probieren) sie (?:\w+ ){0,4}?(?:spater|morgen|nochmal|noch einmal|zuruck|wieder an|ab \w+)|\b(?:konnen|konnten) sie (?:\w+ ){0,5}?(?:spater|morgen|nochmal|noch einmal|wieder) (?:\w+ ){0,2}?(?:anrufen|melden)/,
  ],
  [
    "confirmed",
    /\b(?:ist|sind|habe|haben|hab|wurde|bin|damit)(?: \w+){0,7}? (?:reserviert|bestatigt|notiert|eingetragen|vorgemerkt|gebucht|storniert|abgesagt|geandert|verlegt|bestellt|vermerkt|verschoben|aufgenommen|erledigt|eingeplant|umgebucht|gestrichen)\b|\b(?:reserviert|bestatigt|notiert|eingetragen|gebucht|storniert|abgesagt|erledigt|vorgemerkt) (?:ist|fur|auf|am|um|dann)\b|^(?:(?:gut|so|ja|okay|alles klar|prima|super|dann) )*(?:reserviert|notiert|eingetragen|gebucht|storniert|erledigt|bestatigt)\b|\b(?:ich|wir) (?:trage|tragen|schreibe|schreiben|notiere|notieren|reserviere|reservieren|buche|merke) (?:\w+ ){0,5}?(?:sie|ihnen|das|den tisch|ein|auf|vor)\b|\b(?:steht|geht klar|das geht klar|ist fix|ist gebongt)\b|\b(?:wir|ich) (?:freuen|freue) (?:uns|mich) auf (?:sie|ihren)|\b(?:ihre|die) (?:reservierungs|bestatigungs|buchungs|bestell|auftrags)nummer (?:ist|lautet)\b|\bbis (?:freitag|montag|dienstag|mittwoch|donnerstag|samstag|sonntag) dann\b/,
    /\b(?:nicht|noch nicht|wenn|falls|sobald|erst|bevor|kein\w*|schon alles|komplett|bereits|ausgebucht) (?:\w+ ){0,3}?(?:reserviert|bestatigt|notiert|eingetragen|gebucht)|\bsteht (?:nicht|noch)|\bwarteliste\b|\bausgebucht\b/,
  ],
  [
    "unavailable",
    /\b(?:ausgebucht|ausverkauft|belegt|vergeben|geschlossen|ruhetag|vergriffen|unmoglich|warteliste)\b|\b(?:kein|keine|keinen|keinem|keiner) (?:\w+ ){0,2}?(?:frei|freie|freien|tisch|tische|platz|platze|termin|termine|zimmer|mehr|verfugbar)\w*\b|\b(?:nichts|nix) (?:mehr )?(?:frei|da)\b|\b(?:leider )?nicht (?:moglich|verfugbar|frei|machbar|mehr moglich)\b|\b(?:konnen|kann|konnten) (?:\w+ ){0,5}?(?:nicht|leider nicht|keine?n?)\b|\bgeht (?:\w+ ){0,3}?nicht\b|\b(?:alles|komplett|schon) (?:voll|belegt|reserviert)\b|\bvoll besetzt\b|\b(?:nur|ausschliesslich) (?:personlich|vor ort|online|schriftlich|per (?:mail|brief|post)|uber (?:die|unsere) (?:webseite|app|website|homepage))/,
    /\bkein(?:e)? (?:problem|sorge)\b(?!.*\bnicht\b)/,
  ],
  [
    "refuse",
    /\b(?:darf|durfen|kann|konnen) (?:\w+ ){0,5}?(?:nicht|keine|nichts) (?:\w+ ){0,3}?(?:sagen|geben|nennen|mitteilen|weitergeben|herausgeben|auskunft|verraten)|\bvertraulich\b|\bnicht am telefon\b|\bdatenschutz\b|\bkeine auskunft\b/,
  ],
  [
    "dont_know",
    /\b(?:weiss|wissen|wusste) (?:\w+ ){0,3}?nicht\b|\bkeine ahnung\b|\bnicht (?:ganz |so |genau )?sicher\b|\bda (?:bin ich|musste ich|muss ich) (?:\w+ ){0,2}?(?:uberfragt|nachfragen|fragen|nachsehen)|\bda(?:ruber)? habe ich keine information/,
  ],
];

export const YES =
  /^(?:(?:ah|ach|ahm|na|nun|also|hallo|guten tag|oh) )*(?:ja|jawohl|jo|jep|genau|richtig|korrekt|stimmt|naturlich|selbstverstandlich|gerne|gern|klar|alles klar|sicher|sehr gerne|sehr gut|in ordnung|kein problem|passt|geht klar|das geht|das ist (?:richtig|korrekt|moglich|kein problem)|okay|einverstanden|auf jeden fall|perfekt|prima|doch)\b/;
export const NO =
  /^(?:(?:ah|ach|ahm|na|nun|also|hallo|oh|tja|ja) )*(?:nein|nee|ne|nicht|leider|tut mir (?:sehr |wirklich )?leid|bedaure|keine(?!swegs| sorge)|kein(?! problem)|niemals|nie|keinesfalls|auf keinen fall|unmoglich|nichts)\b/;
export const ASKS =
  /^(?:(?:und|aber|also|gut|ja|okay|alles klar|sehr gerne|gerne) )*(?:was|wie|wer|wann|wo|wohin|woher|welche\w*|warum|wieso|fur (?:wie|wann|welche\w*|wen|welchen)|auf (?:welchen|wen)|um wie|zu welche\w*|unter welche\w*|mit wem|haben sie|mochten sie|wollen sie|konnen sie|konnten sie|darf ich|kann ich|soll ich|sollen wir|sind sie|ist (?:das|ihnen|es)|passt (?:das|ihnen)|geht (?:das|es)|brauchen sie|bleibt es|durfte ich|wurden sie)\b/;
