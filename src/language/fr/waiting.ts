import type { WaitingWords } from "../waiting.ts";

export const waitingWordsIn: WaitingWords = {
  words: [
    [
      "call_back",
      /\b(rappelez( nous| moi| plus| quand)?|(pouvez|pourriez|pourrez) vous (nous |me )?rappeler|vous (pouvez|pourriez|n avez qu a) (nous |me )?rappeler|(nous |me )rappeler|rappeler plus tard|je dois (raccrocher|vous laisser|y aller)|il faut que (je|j) (raccroche|y aille|vous laisse))\b/,
    ],
    [
      "can_wait",
      /\b(prenez (tout )?votre temps|pas d urgence|rien ne presse|ne vous (pressez|inquietez|en faites) pas|je (ne suis|suis) pas presse\w*|(?<!pas )(j attends|je patiente|on attend|nous attendons|je peux (attendre|patienter)|je reste en ligne)(?! plus| encore| toujours| depuis))\b/,
    ],
    [
      "needless",
      /\b(laissez tomber|tant pis|peu importe|oubliez( ca| cela)?|ca (ne )?fait rien|ce n est pas (grave|important|necessaire|la peine)|c est pas (grave|important|la peine)|(continuons|on continue|on passe|passons|avancons|poursuivons)|(on peut )?(faire|se passer|continuer) sans|pas besoin|on verra (ca |cela )?(plus tard|apres|sur place))\b/,
    ],
    [
      "cannot_wait",
      /\b((peux|peut|pouvons|vais|veux|voudrais) (plus|pas) (\w+ )?(attendre|patienter|rester)|(ai|avons|a) (plus|pas) (vraiment |trop )?(le |de )?temps|(autres|d autres) clients?|(j ai|on a|il y a|nous avons) (du monde|des (gens|clients)|un autre appel)|(suis|sommes|est) (tres |vraiment |trop )?(occupe|deborde)\w*)\b/,
    ],
    [
      "hurry",
      /\b(depechez|plus vite|(dans |encore |pour )?combien de temps|(ca|cela) (va|prend|prendra|dure|met)( encore| etre)? ?(long|longtemps|durer|beaucoup|prendre)?\b(?<=long|longtemps|durer|beaucoup|prendre)|c est (encore )?(long|pour bientot)|(j|on|nous) (attends|attend|attendons) (encore|toujours|depuis)|vous en etes ou|alors$)\b/,
    ],
    [
      "presence",
      /\b(vous etes (toujours |encore )?(la|en ligne)|etes vous (toujours |encore )?la|vous m entendez|m entendez vous|il y a quelqu un|ca a coupe)\b|^(oui )?(allo ?)+$|^(allo )?(oui )?bonjour$/,
    ],
  ],
  agrees:
    /\b(oui|bien sur|d accord|ok|entendu|volontiers|pas de (souci|probleme)|sans probleme|un (peu|moment|instant))\b/,
  declines: /^(non|desole\w*|impossible|malheureusement|je regrette)\b/,
  tells: /\b(renseign\w+|demand\w+|verifi\w+|instant|moment|patient\w+|seconde)\b/,
};
