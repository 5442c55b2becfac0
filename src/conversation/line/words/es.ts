/**
 * What lines say in Spanish, on both sides of the ocean. The words are `plain` ones: no capitals, no punctuation, no accents.
 * What somebody says of a letterbox, of waiting for a table or of a house's number is none of it.
 */
import type { Family } from "./families.ts";

const DIGIT = String.raw`(?:\d|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve)`;
/** Neither the first digit of a telephone number nor what is counted: "marque el seis uno dos", "marque dos opciones". */
const KEY = String.raw`(?:(?:el|la|la tecla|tecla|el numero|la opcion|opcion|numero) ${DIGIT}\b(?! ${DIGIT}\b(?! para))|${DIGIT}(?= (?:para|si|o|y|por|a|en|seguido)\b| *$| (?:${DIGIT}) para\b))`;
const PRESS =
  "(?:pulse|pulsa|pulsar|pulsando|presione|presiona|presionar|presionando|marque|marca|marcar|marcando|oprima|oprime|oprimiendo|digite|digita|teclee|teclea|apriete|escoja|elija|seleccione|discar|disque)";
const AGENT = String.raw`(?:agentes?|operador(?:a|es|as)?|teleoperador(?:a|es|as)?|asesor(?:a|es|as)?|representantes?|ejecutiv[oa]s?|gestor(?:a|es|as)?|lineas|consultor(?:a|es|as)?|anfitrion(?:es)?|telefonistas?)`;
const BOX =
  "(?:buzon(?: de (?:voz|mensajes))?|contestador(?: automatico)?|correo de voz|casilla(?: de (?:voz|mensajes))?)";
const SOON =
  "(?:en breve|a la brevedad|lo antes posible|cuanto antes|enseguida|en unos (?:momentos|instantes|minutos)|pronto|tan pronto)";

export const SPANISH: readonly Family[] = [
  // ---------------------------------------------------------------- voicemail
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\b(?:despues de(?: oir| escuchar)?|despues del?|tras(?: oir| escuchar)?|luego de(?: oir| escuchar)?|al (?:oir|escuchar|sonar)|cuando (?:oiga|escuche|suene))(?: la| l| el)? (?:senal|tono|bip|pitido|beep|pip)\b/,
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern: new RegExp(
      String.raw`\b(?:est[ea] es|soy|habla|es|ha llamado|llamando|bienvenid[oa]|comunicado|conectado|hablando|transferid[oa]|desviad[oa]|dirigid[oa]|enviad[oa]|pasad[oa])(?: \w+)? (?:al|a|con|el|la|mi|nuestro|un) (?:\w+ )?${BOX} (?:de|del|para)\b|\b(?:transferid[oa]|desviad[oa]|dirigid[oa]|enviad[oa]) (?:al|a la|a su|a un) ${BOX}\b|\b(?:contestador automatico|correo de voz|buzon de voz) (?:de|del) \w+|^(?:\w+ ){0,3}${BOX} (?:de|del) \w+|\beste es (?:un|el|mi|nuestro) ${BOX}`,
    ),
  },
  {
    kind: "voicemail",
    weight: 3,
    pattern:
      /\bgrab[ea] (?:aqui |ahora )?(?:su|tu|el) mensaje\b|\b(?:al|cuando) (?:terminar|termine|finalizar|finalice|haya terminado)(?: de grabar| la grabacion| su mensaje)?(?: simplemente| solo)? (?:cuelgue|puede colgar|oprima|presione|marque|pulse)\b|\b(?:telefono|movil|celular|numero|linea)(?: \w+){0,6} (?:apagad[oa]|desconectad[oa]) o (?:esta |se encuentra )?fuera (?:de|del) (?:cobertura|area|servicio)\b|\bno (?:se encuentra|esta) disponible o (?:se encuentra |esta )?fuera\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /(?<!\b(?:puede|quiere|podria|desea|puedes|quieres|gustaria|prefiere|si) )\bdej[ea](?:nos|me)? (?:(?:su|un|tu|el)(?: \w+){0,2} (?:mensaje|recado)|(?:su|tu) nombre)\b|\bpara dejar (?:un|su|el) mensaje\b/,
  },
  {
    kind: "voicemail",
    weight: 2,
    pattern:
      /\b(?:persona|extension|abonado|usuario|cliente|numero)\b(?: (?:a la|al|que|a|con|la|el|quien|usted|ha|llama|llamas|llamado|marco|marcado|intenta|desea|trata|de|contactar|comunicarse|localizar|en|\d+)){0,8} no (?:esta|se encuentra)(?: \w+){0,3} disponible\b|\best(?:a|oy) (?:hablando por telefono|en otra llamada|comunicando)\b/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern:
      /\bno (?:podemos|puedo|puede|pueden)(?: \w+)? (?:atender(?:le|te|lo|la|los|les)?|contestar(?:le|te|lo)?|responder(?:le|te)?|coger|tomar)(?: (?:el telefono|a?(?: )?(?:su|tu|la) llamada|al telefono))?(?: (?:en este|ahora|por el) \w+)?\b(?! (?:esa|a esa|esta) (?:pregunta|duda))/,
  },
  {
    kind: "voicemail",
    weight: 1.5,
    pattern: new RegExp(
      String.raw`\b(?:le|te|lo|la) (?:devolver|llamar|contactar|respond)(?:emos|eremos|e|ere|an)(?: \w+){0,3} ${SOON}\b|\b(?:devolver|respond)(?:emos|eremos|e|ere) (?:a )?(?:su|tu) (?:llamada|mensaje)\b|\b(?:nos pondremos|me pondre|nos comunicaremos|me comunicare) (?:en contacto |con )`,
    ),
  },
  {
    kind: "voicemail",
    weight: 1,
    pattern:
      /\bno (?:estoy|estamos|se encuentra)(?: \w+)? disponibles?\b|\b(?:nuestras oficinas|nuestra oficina|nuestro (?:horario|establecimiento)|el horario de atencion)\b|\bha llamado (?:a|al|usted)\b|\b(?:se ha |te has )comunicado con\b|\bfuera de(?:l| nuestro)? horario\b|\b(?:su|tu) nombre(?: y| su| tu)* (?:numero|telefono)\b/,
  },
  {
    kind: "full",
    weight: 3,
    pattern:
      /\b(?:buzon|casilla|contestador|bandeja)(?: \w+){0,5} llen[oa]\b|\bno (?:puede|acepta|admite|podra)(?: \w+){0,2} mas mensajes\b|\b(?:buzon|casilla)(?: \w+){0,4} (?:no ha sido|no esta) (?:configurad|activad|habilitad)[oa]\b/,
  },
  // ---------------------------------------------------------------- menus
  { kind: "ivr", weight: 3, pattern: new RegExp(String.raw`\b${PRESS} ${KEY}`) },
  {
    kind: "ivr",
    weight: 3,
    pattern:
      /\b(?:por favor )?(?:introduzca|ingrese|teclee|digite|marque|escriba) (?:ahora )?(?:su|el|la|los)(?! (?:siguiente|mismo)) (?:\w+ ){0,4}?(?:numero (?:de|del) (?:cliente|cuenta|expediente|documento|cedula|tarjeta|poliza|socio|extension|su|identificacion|contrato)|codigo|clave|extension|dni|nif|pin|rut|contrasena|digitos)\b|\b(?:en|con) pocas palabras\b|\b(?:diga|puede decir|responda)(?! (?:si|me|que|cuando|a que|le|nos)\b) (?:\w+ ){1,6}o (?:diga )?\w+ *$|\bdiga (?:si o no|\w+ o pulse)\b/,
  },
  {
    kind: "ivr",
    weight: 2,
    pattern:
      /\b(?:menu principal|menu anterior|siguientes opciones|nuestras opciones|escuche (?:atentamente|con atencion)|volver a (?:escuchar|oir) (?:este menu|estas opciones|las opciones)|(?:opcion|extension|entrada) (?:no es valida|no valida|invalida|incorrecta)|no es una (?:opcion|extension) valida|for english|si conoce (?:el numero de )?(?:la|su) extension)\b/,
  },
  { kind: "ivr", weight: 1, pattern: /\ben cualquier momento\b/ },
  {
    kind: "ivr",
    weight: 1.5,
    pattern: new RegExp(
      String.raw`\b${PRESS} (?:la tecla |el |la |tecla )?(?:asterisco|estrella|numeral|almohadilla|gato|michi)\b|\bseguido de (?:la tecla )?(?:asterisco|numeral|almohadilla|gato)\b`,
    ),
  },
  // ---------------------------------------------------------------- on hold
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:su|tu) llamada es (?:muy )?importante\b|\b(?:su|tu) llamada (?:sera|va a ser|esta siendo) (?:atendid|contestad|transferid|respondid)a\b|\bllamadas? (?:seran|son|sera) (?:atendid|contestad)as? (?:en|por) (?:el )?(?:riguroso )?orden\b|\b(?:en|por) (?:el )?(?:riguroso )?orden (?:en que (?:fue|fueron|han sido|ha sido) recibid|de (?:entrada|recepcion))\w*/,
  },
  {
    kind: "hold",
    weight: 3,
    pattern: new RegExp(
      String.raw`\btod[oa]s (?:nuestr[oa]s|l[oa]s) (?:\w+ )?${AGENT}(?: \w+){0,4} (?:ocupad[oa]s|atendiendo|saturad[oa]s)\b|\b(?:proxim[oa]|siguiente|primer) ${AGENT} (?:disponible|libre)\b|\b(?:sera|seras|le|te) (?:atendid[oa]|atendera|contestara)(?: \w+){0,3} (?:${AGENT}|${SOON})|\ben (?:breve|unos (?:momentos|instantes|minutos)|un momento) (?:le|sera|uno de) (?:atendera|atenderemos|atendid[oa]|nuestros)|\bestamos (?:experimentando|recibiendo|teniendo) (?:\w+ ){0,2}(?:volumen|cantidad|numero) (?:\w+ ){0,3}llamadas`,
    ),
  },
  {
    kind: "hold",
    weight: 3,
    pattern:
      /\b(?:posicion|lugar|numero|turno|puesto)(?: \w+){1,2} en (?:la )?(?:cola|fila|espera)\b|\b(?:su|tu) (?:posicion|lugar|turno) (?:en (?:la )?(?:cola|fila) )?(?:es|actual)\b|\btiempo (?:estimado|aproximado|promedio|medio|previsto) de espera\b|\b(?:su|tu) tiempo de espera\b|\btiempo de espera (?:estimado|aproximado|actual)\b|\b(?:hay|tiene|quedan) \w+ (?:llamadas? (?:delante|antes|por delante)|personas? (?:delante|antes|por delante)(?: \w+){0,2} en (?:la )?(?:cola|espera|fila))\b/,
  },
  {
    kind: "hold",
    weight: 1.5,
    pattern:
      /\b(?:permanezca|mantengase|mantente|continue|siga|quedese|permanece)(?: por favor)? (?:en (?:la )?(?:linea|espera)|a la espera|esperando|al telefono|al habla)\b|\bgracias por su (?:paciencia|espera)\b|\bno cuelgue(?: por favor)?\b|\btiempo de espera\b|\b(?:esta|la) (?:llamada|conversacion) (?:puede|podra|podria|sera|va a) (?:ser )?(?:grabad[ao])\b|\ben el orden de llegada\b/,
  },
  {
    kind: "asks_to_hold",
    weight: 1,
    pattern:
      /(?<!\b(?:tiene|tienes|tendria) )\b(?:un (?:momento|momentito|momentico|segundo|segundito|segundin|minuto|minutito|instante|ratito)|esper[ea](?:me|n|nme)?(?: un| tantito| por favor)|espereme|esperame|me espera|me aguarda|aguarde(?:me)?|(?:no|nada) (?:me )?cuelgue|deje(?:me|nos)? (?:que )?(?:ver|mirar|miro|mire|vea|revisar|reviso|revise|comprobar|compruebe|consultar|consulto|consulte|checar|checo|preguntar|pregunto|pregunte|verificar|verifico|verifique|chequear)|permitame|(?:le|te|lo|la) (?:paso|comunico|transfiero|pongo con|dejo en espera)|ahora (?:mismo )?(?:le|lo|la|se|te) (?:paso|pone|miro|atiendo)|ahorita (?:le|lo|la|te|se) \w+|enseguida (?:le|lo|la|te) \w+|voy a (?:mirar|ver|consultar|preguntar|comprobar|revisar|checar))\b/,
  },
  // ---------------------------------------------------------------- screening
  {
    kind: "screening",
    weight: 3,
    pattern:
      /\b(?:di|diga|dime|digame|indique|indica|grabe|graba|deje|mencione|menciona)(?: por favor)? (?:su|tu) nombre y (?:el |la |su |tu |por que |para que )?(?:motivo|razon|asunto|llama|llamas|quien)\b|\bfiltr(?:o|ado) de llamadas\b|\basistente de llamadas\b|\bla persona a la que (?:llama|llamas|esta llamando)(?: \w+){0,4} (?:filtr|asistente|identific)\w*|\b(?:vere|voy a ver|comprobare) si (?:esta persona|la persona)(?: \w+){0,2} disponible\b/,
  },
  {
    kind: "screening",
    weight: 1.5,
    pattern:
      /\b(?:di|diga|indique|grabe|graba) (?:su|tu) nombre\b|\b(?:motivo|razon) de (?:su|la|tu) llamada\b|\bpor que (?:llama|llamas|esta llamando)\b/,
  },
  // ---------------------------------------------------------------- intercepts
  {
    kind: "intercept",
    weight: 3,
    pattern:
      /\bnumero(?: (?:telefonico|de telefono|al que|que|al|usted|ha|esta|intenta|llamando|marcar)){0,5} (?:marcado|llamado|marco|llama|marcar|llamar|llamando)(?: \w+){0,2} (?:no existe|no esta (?:en servicio|asignado|activo)|no corresponde|ha cambiado|ha sido (?:desconectado|cambiado|dado de baja)|esta fuera de servicio|es incorrecto|no es valido)\b|\b(?:su llamada|la llamada) no (?:se puede|puede ser|pudo ser|ha podido ser)(?: \w+)? complet\w+|\b(?:no existe ningun abonado|no hay ningun abonado|actualmente no existe)\b|\b(?:verifique|compruebe|revise) el numero(?: \w+){0,2} y (?:vuelva|intente|marque)\b/,
  },
  // ---------------------------------------------------------------- somebody
  {
    kind: "person",
    weight: 2.5,
    pattern:
      /\b(?:en que (?:le |te |los |la |lo )?(?:puedo|podemos|podria) (?:ayudar|servir|atender)(?:le|lo|la|te|les)?|(?:le|te|lo|la) puedo (?:ayudar|servir)|(?:puedo|podria) (?:ayudarle|tomar(?:le)?|saber)|quien (?:habla|llama|es|me llama)|con quien (?:hablo|tengo el gusto)|de parte de quien|de donde (?:llama|me llama|habla)|que (?:se le ofrece|desea|desean|deseaba)|a sus ordenes|para servirle|mande usted|(?:quiere|desea|le gustaria|quieres) (?:dejar(?:le|me)?|que le) (?:\w+ )?(?:recado|mensaje|razon|tome|diga))\b/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /^(?:hola|si|diga|digame|bueno|alo|oiga|mande|buen dia|buenos dias|buenas(?: tardes| noches)?)(?: (?:hola|diga|digame|quien es|si|buenos dias|buenas tardes|buenas|bueno))*$|\b(?:le atiende|le habla|te habla|al habla|al aparato|habla con \w+|lo atiende)\b|\bdigame *$/,
  },
  {
    kind: "person",
    weight: 2,
    pattern:
      /\b(?:perdon|perdone|disculpe|siento|lamento)(?: por)? (?:la (?:espera|demora|tardanza)|que haya tardado|la hice esperar|lo hice esperar)\b|\bsigue(?: usted)? ahi\b|\bya (?:estoy|estamos|volvi|regrese)(?: (?:aqui|de vuelta|con usted))?\b|\b(?:perdone|perdon|disculpe) por (?:hacerle|haberle|hacerlo|haberlo)(?: hecho)? esperar\b/,
  },
  {
    kind: "person",
    weight: 1.5,
    pattern: /\bgracias por (?:esperar(?:me)?|la espera|aguardar|su espera)(?! (?:en linea|su))\b/,
  },
];
