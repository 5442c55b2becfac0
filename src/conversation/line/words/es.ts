/** What lines say in Spanish. The words are `plain` ones: no capitals, no punctuation, no accents. */
import type { Family } from "./families.ts";

const KEY = String.raw`(?:el |la tecla |la |tecla )?(?:\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)`;
const PRESS = "(?:pulse|presione|marque|oprima|digite|pulsa|marca)";
const AGENT = String.raw`(?:agentes?|operador(?:a|es|as)?|asesor(?:a|es|as)?|representantes?|ejecutiv[oa]s?|lineas)`;

export const SPANISH: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:despues de(?: oir)?|tras|luego de|al oir|al escuchar)(?: la|l| el)? (?:senal|tono|bip|pitido)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: /\b(?:buzon(?: de voz)?|contestador(?: automatico)?|correo de voz|casilla de (?:voz|mensajes))\b/,
  },
  { kind: "voicemail", weight: 2, pattern: /\bdej[ea](?:nos|me|r)? (?:su|un|tu|el)(?: \w+){0,2} mensaje\b/ },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:persona|extension|abonado|usuario|cliente)\b(?: \w+){0,6} no (?:esta|se encuentra)(?: \w+)? disponible\b|\besta (?:hablando por telefono|ocupada en otra llamada)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\bno (?:podemos|puedo|puede|pueden) (?:atender|contestar|responder)(?:le|te)?\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: /\ble (?:devolver|llamar|contactar)(?:emos|e|an)\b|\bnos pondremos en contacto\b/,
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\bno (?:estoy|estamos|esta|se encuentra)(?: \w+)? disponibles?\b|\b(?:estamos|esta) cerrad[oa]s?\b|\bha llamado a\b/,
  },
  {
    kind: "full",
    weight: 3,
    pattern: /\bbuzon(?: \w+){0,4} llen[oa]\b|\bno (?:puede|acepta|admite)(?: \w+){0,2} mas mensajes\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} ${KEY}\b`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:por favor )?(?:introduzca|ingrese|teclee|digite|marque) (?:su|el|la) (?:\w+ ){0,4}(?:numero|codigo|clave|extension|pin|contrasena)\b|\ben pocas palabras\b|\b(?:diga|puede decir) (?:\w+ ){1,8}o \w+\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:menu principal|siguientes opciones|nuestras opciones|(?:opcion|extension|entrada) (?:no es valida|no valida|invalida)|no es una (?:opcion|extension) valida|en cualquier momento|for english)\b/,
  },
  {
    kind: "ivr",
    weight: 1.5,
    pattern: new RegExp(String.raw`\b${PRESS} (?:la tecla )?(?:asterisco|numeral|almohadilla|gato)\b`),
  },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\bsu llamada es (?:muy )?importante\b|\b(?:sera|seran|va a ser) (?:atendid[oa]|contestad[oa])s?\b|\ben el orden (?:en que|de)\b/,
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\btod[oa]s (?:nuestr[oa]s|l[oa]s) (?:\w+ )?${AGENT}(?: \w+){0,3} (?:ocupad[oa]s|atendiendo)\b|\b(?:proxim[oa]|siguiente) ${AGENT} disponible\b`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:posicion|lugar|numero)(?: \w+)? en (?:la )?(?:cola|fila)\b|\btiempo (?:\w+ )?de espera\b|\bes el (?:llamante|numero) \w+\b|\bllamadas? (?:delante|antes) \w+\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:permanezca|mantengase|continue|siga) (?:en (?:la )?(?:linea|espera)|a la espera|esperando)\b|\bgracias por su (?:paciencia|espera)\b|\bno cuelgue(?: por favor)?\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /\b(?:un (?:momento|momentito|segundo|segundito|minuto)|espere(?: un| por favor)?|me espera|no cuelgue|dejeme (?:ver|mirar|revisar)|(?:le|te) (?:paso|comunico|transfiero|pongo)|ahora (?:mismo )?le paso)\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:diga|indique|grabe) su nombre y (?:el |la )?(?:motivo|razon|asunto)\b|\bfiltr(?:o|ado) de llamadas\b/,
  },
  { kind: "screening", weight: 1.5, pattern: /\b(?:diga|indique|grabe) su nombre\b|\bmotivo de (?:su|la) llamada\b/ },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bnumero(?: al)?(?: \w+){0,2} (?:marcado|llamado|marco|llama)(?: \w+)? (?:no existe|no esta en servicio|no corresponde|ha cambiado|ha sido desconectado|esta fuera de servicio)\b|\bsu llamada no (?:se puede|puede ser) complet/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:en que (?:le |te |los )?(?:puedo|podemos) (?:ayudar|servir)|(?:le|te) puedo ayudar|(?:puedo|podria) (?:ayudarle|tomar|saber)|quien (?:habla|llama|es)|de parte de quien|digame)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:hola|si|diga|bueno|alo|buenos dias|buenas(?: tardes| noches)?)(?: (?:hola|diga|quien es))?$|\b(?:le atiende|le habla|al habla|al aparato)\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:perdon|disculpe|siento|lamento)(?: por)? la (?:espera|demora)\b|\bsigue ahi\b|\bya estoy (?:aqui|de vuelta)\b/,
  },
  { kind: "person", weight: 1.5, pattern: /\bgracias por esperar\b/ },
];
