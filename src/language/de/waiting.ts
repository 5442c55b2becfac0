import type { WaitingWords } from "../waiting.ts";

export const waitingWordsIn: WaitingWords = {
  words: [
    [
      "call_back",
      /\b(rufen sie (uns |mich |bitte |doch |einfach )*(zuruck|nochmal|noch mal|noch einmal|wieder|spater|an|morgen)|(konnen|konnten|wurden) sie (uns |mich |bitte |vielleicht |spater )*(zuruckrufen|(nochmal |noch mal |noch einmal |wieder )?anrufen)|(muss|mussen) (jetzt |leider |nun )*(auflegen|los|weg|schluss machen|weitermachen)|melden sie sich (\w+ )?(wieder|nochmal|spater|noch mal))\b/,
    ],
    [
      "cannot_wait",
      /\b((kann|konnen|mochte|mochten|will|wollen) (ich |wir |leider |hier |jetzt |aber )*(nicht|nimmer) (mehr )?(so )?(lange |langer |ewig |weiter )?(warten|dranbleiben|in der leitung)|(habe|haben|hab) (\w+ ){0,3}?(keine|nicht so viel|nicht viel|wenig) zeit|(andere|weitere) (kunden|gaste|patienten|anrufe|anrufer)|kundschaft|(kunden|leute|gaste|patienten) (warten|hier|da|stehen)|(bin|sind|ist) (gerade |sehr |hier |viel zu |total )*(beschaftigt|viel los))\b/,
    ],
    [
      "can_wait",
      /\b(lassen sie sich (ruhig )?zeit|(nur )?keine (eile|hektik|sorge)|in (aller )?ruhe|kein stress|(ich |wir )?(warte|warten|bleibe|bleiben) (ich |wir )?(gerne?|ruhig|solange|so lange|dran|eben|noch)\b(?! schon)|(kann|konnen) (ich |wir )?(gerne? |ruhig |noch |schon )*(warten|dranbleiben)|eilt nicht|(ich habe|wir haben|hab) (ja )?zeit|nehmen sie sich (ruhig )?(die )?zeit)\b/,
    ],
    [
      "needless",
      /\b(egal|vergessen sie (es|das)|(ist|war) (ja |doch |auch )?(nicht|gar nicht) (so )?(wichtig|notig|schlimm)|spielt keine rolle|macht nichts|brauchen? (ich |wir )?(das |es |ich |wir )?(gar |doch )?nicht|(machen|fahren|gehen) (wir |sie )?(einfach |ruhig |doch )?(weiter|ohne)|geht (auch |es auch )?ohne|ohne (das|die antwort) (weiter)?|lassen (wir|sie) (das|es)|klaren (wir|das)( \w+)? (spater|dann|vor ort))\b/,
    ],
    [
      "hurry",
      /\b(beeilen sie sich|beeilung|schneller|wie lange|(dauert|dauern) (das |es |denn |noch |wohl )*(lange|lang|langer|ewig)|(ich warte|wir warten) (immer )?(noch|schon)|sind sie (bald |jetzt |schon )*(so weit|soweit|fertig)|haben sie (es|das|schon|was|etwas)( \w+)?|nicht den ganzen tag|wird das (heute |bald )?(noch )?was)\b/,
    ],
    [
      "presence",
      /\b(sind sie (noch )?(da|dran)|(horen|verstehen) sie mich|ist (da |noch )*(jemand|wer)( da| dran)?|noch (da|dran)$|aufgelegt)\b|^((ja )?(hallo|hallochen) ?)+$/,
    ],
  ],
  agrees:
    /\b(ja|gerne?|klar|naturlich|okay|ok|in ordnung|kein problem|gut|einen (moment|augenblick)|eine minute|ein bisschen|kurz)\b/,
  declines: /^(nein|nee|leider|tut mir leid|geht nicht|ungern)\b/,
  tells: /\b(frag\w+|nachfrag\w+|klar\w+|moment|augenblick|schau\w+|prufe|sekunde|sehe nach|erkundige)\b/,
};
