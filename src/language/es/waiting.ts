import type { WaitingWords } from "../waiting.ts";

export const waitingWordsIn: WaitingWords = {
  words: [
    [
      "call_back",
      /\b(llame(n|nos|me)?|llamenos|llameme|vuelva(n)? a llamar|(puede(n)?|podria(n)?|pueden ustedes) (\w+ )?(volver a )?llamar(nos|me)?|llamar(nos|me)? (luego|mas tarde|despues|otra vez|de nuevo|en otro momento|cuando)|(tengo|tenemos) que (colgar|irme|irnos|dejar(le|lo|la)?))\b/,
    ],
    [
      "can_wait",
      /\b(tomese (su|el) tiempo|(con|sin) (toda )?(calma|prisas?|tranquilidad)|no (hay|tengo|tenemos|corre) (ninguna )?prisa|no se preocupe|(yo |le |nosotros )?(espero|esperamos|puedo esperar|podemos esperar|aguardo)\b(?! mas)|tranquil[oa]|(?<!no )puedo esperar|(lo|el tiempo) que (haga falta|necesite))\b/,
    ],
    [
      "needless",
      /\b(dejelo|da igual|no importa|es igual|olvidelo|no (hace falta|es necesario|es importante|lo necesito|lo necesitamos)|(sigamos|siga|seguimos|podemos seguir|continuemos|continue|vamos)( \w+)? ?(sin|adelante)?( eso| ello)?$|sin (eso|ello|esa respuesta|ese dato)|ya (lo )?(veremos|vemos)|lo dejamos)\b/,
    ],
    [
      "cannot_wait",
      /\b(no (puedo|podemos|voy a|vamos a|quiero|tengo tiempo|tenemos tiempo)( \w+)? ?(esperar|seguir esperando|quedarme|para)?( mas)?\b(?<=esperar|esperando|mas|tiempo|para|quedarme)|(otros|mas) clientes|(hay|tengo|tenemos) (gente|clientes|cola|otra llamada|mucho trabajo)|(estoy|estamos) (muy )?(ocupad|liad)\w+)\b/,
    ],
    [
      "hurry",
      /\b((dese|date|de) prisa|cuanto (mas )?(tiempo|falta|tarda|tardara|va a tardar|queda)|(va|vas|van) a tardar|(tarda|tardan|demora) (mucho|tanto)|le falta mucho|falta mucho|(sigo|seguimos|estoy|estamos) esperando|rapido|apurese|ya (lo )?(tiene|sabe)|no tengo todo el dia)\b/,
    ],
    [
      "presence",
      /\b(sigue (usted )?(ahi|en linea)|esta (usted )?ahi|me (oye|escucha|oyen)|hay alguien|se ha cortado)\b|^(oiga|hola|digame|bueno|alo)( (oiga|hola|si))*$/,
    ],
  ],
  agrees:
    /\b(si|claro|vale|bueno|bien|de acuerdo|por supuesto|no hay problema|sin problema|un (poco|ratito|rato|momento|minuto))\b/,
  declines: /^(no|lo siento|perdone|imposible|lamentablemente)\b(?! (hay|pasa|se preocupe))/,
  tells: /\b(consult\w+|pregunt\w+|momento|momentito|compruebo|averigu\w+|segundo|enseguida)\b/,
};
