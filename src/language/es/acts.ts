/** What an utterance does, in Spanish, as far as a call depends on it. Words are without accents here. */
import type { Tongue } from "../tabled/tongue.ts";

const US = "(?:me|nos|aqui|a este (?:numero|telefono)|a mi|a casa)";

export const ACTS: Tongue["acts"] = [
  [
    "objection",
    new RegExp(
      "\\bno (?:me |nos |le |lo )?(?:vuelvas?|vuelvan|vuelva usted|vuelvan ustedes) (?:nunca |jamas )?a (?:llamar|molestar|contactar|telefonear|marcar)" +
        "|\\b(?:no|nunca|jamas) (?:me |nos )?(?:llames?|llamen|moleste|molesten|molestes|contacten?|marquen?)(?: \\w+){0,3}? (?:mas|nunca|jamas|de nuevo|otra vez)\\b" +
        "|\\b(?:nunca|jamas) mas (?:me |nos )?(?:llames?|llamen)" +
        `|\\bno (?:me|nos) (?:llames?|llamen)(?= *$| mas| por favor *$)|\\bno (?:llames?|llamen) ${US}(?= *$| mas)` +
        "|\\b(?:dejen?|deje usted|paren?|pare) (?:ya )?de (?:llamar|molestar|acosar|marcar)" +
        "|\\bdeje(?:n)?(?:me|nos) (?:en paz|tranquil\\w+)" +
        "|\\b(?:quiten?|borren?|eliminen?|saquen?|retiren?|quitar|borrar|eliminar|sacar)(?:me|nos|lo)? (?:\\w+ ){0,3}?(?:de (?:su|sus|la|esa|tu|vuestra) (?:lista|base)\\b(?! de espera)|(?:mi|nuestro|este) (?:numero|telefono))" +
        "|\\bno (?:quiero|queremos|deseo|deseamos) (?:que (?:me |nos )?(?:vuelvan? a )?(?:llamen?|llamar|llamarnos|llamarme)|(?:recibir )?(?:mas )?(?:sus |estas )?llamadas)" +
        "|\\b(?:voy|vamos) a (?:denunciar(?:le|les|los|lo)?|llamar a la policia)|\\besto es acoso\\b",
    ),
    /\bsi no (?:me |nos )?(?:vuelve|llama|contesta)|\b(?:llames?|llamen|llamar\w*)(?: \w+){0,2} (?:antes de|despues de|hasta (?:las|el|manana)|hoy|ahora|entre|por la (?:tarde|noche|manana)|(?:los )?(?:lunes|domingos?|sabados?))(?!.*\b(?:nunca|jamas|nunca mas)\b)/,
  ],
  [
    "objection",
    new RegExp(
      "\\b(?:favor de|ruego|rogamos|pido|pedimos|agradeceria|agradeceriamos)(?: que)? no (?:me |nos )?(?:vuelvan? a |volver a |vuelvas a )?(?:llam|marc|marqu|molest|contact|telefone)\\w+" +
        "|\\b(?:les?|te|se lo|ya) (?:he |hemos |ya )*(?:dije|dicho|pedi|pedimos|dijimos|pedido) (?:ya |varias veces |mil veces )*que (?:no|dejen?|dejaran?|pararan?) (?:me |nos )?(?:de )?(?:vuelvan? a |volvieran? a )?(?:llam|marqu|marc|molest|contact)\\w+" +
        "|\\bno (?:autorizo|autorizamos|consiento|consentimos|(?:doy|damos) (?:mi |nuestro )?(?:consentimiento|permiso|autorizacion))\\b(?=.*\\b(?:llam\\w+|grab\\w+|maquinas?|robots?|inteligencia|esto)\\b)" +
        "|\\bsi (?:me |nos )?(?:vuelven?|vuelves) a (?:llamar|molestar|marcar)(?:me|nos)?\\b.*\\b(?:denunci|demand|policia|abogad)\\w*" +
        "|\\blista robinson\\b.*\\bno (?:pueden?|deben?|tienen? derecho)",
    ),
    /\bno (?:me|nos) llamen? a la\b/,
  ],
  [
    "objection_hint",
    /\bno (?:me|nos) interesa|\bno (?:estoy|estamos) interesad|\bno (?:aceptamos|atendemos|cogemos|contestamos|recibimos) (?:este tipo de )?(?:llamadas|publicidad|encuestas)|\blista robinson\b|\b(?:de donde|como) (?:\w+ ){0,2}(?:saco|sacaron|sacado|consiguio|conseguido|obtuvo|obtenido|tiene|tienen) (?:\w+ )?(?:mi|este|nuestro) (?:numero|telefono)/,
  ],
  ["voicemail", /\bdeje (?:su|un|el) (?:mensaje|recado)|\bdespues de (?:oir )?la senal|\bbuzon de voz\b/],
  [
    "robot",
    /\b(?:es|eres|sera|hablo con|estoy hablando con|(?:me|nos) (?:esta |estas )?(?:hablando|habla|llama|llamando)|suenas?|parece|esto es|habla)(?: usted)?(?: (?:como|a))?(?: (?:un|una|alguna))? ?(?:robot|maquina|ordenador|computadora|contestador|grabacion|bot|inteligencia artificial|ia|persona (?:real|de verdad|humana)|humano|humana|ser humano|asistente (?:virtual|automat\w+)|voz automat\w+|sistema automat\w+)\b|\bpersona o (?:un |una )?(?:robot|maquina|bot|ordenador)|\b(?:es|eres)(?: usted)? (?:real|de verdad|una persona)\b|\bllamada (?:automat\w+|robotizada)\b|\bhay (?:alguna|alguien|una|algun) (?:persona|humano|real)\b.*\bhablar\b/,
  ],
  [
    "wrong_number",
    /\bnumero equivocado|\b(?:se|te) (?:ha |has )?(?:equivoc\w+|confund\w+) de (?:numero|telefono)|\besta (?:usted )?equivocad\w+ de|\b(?:tiene|tienes|tienen|marco|marcaste|ha marcado) (?:usted )?(?:mal|equivocado) (?:el )?(?:numero|telefono)|\b(?:tiene|marco|ha marcado) (?:el|un) (?:numero|telefono) (?:mal|equivocado|incorrecto|erroneo)|\baqui no (?:vive|trabaja) (?:nadie|ningun\w*|el|la) ?\w*|\besto es una casa(?: particular)?\b|\bcasa particular\b|\b(?:esto|este|aqui) no es (?:el |la |un |una |ningun |ninguna )?(?:restaurante|negocio|tienda|empresa|clinica|hotel|peluqueria|oficina)|\bes un (?:numero|telefono|domicilio) (?:particular|privado)/,
  ],
  [
    "hold",
    /\b(?:un (?:momento|momentito|segundo|segundito|instante|ratito)|espere(?:me)?|espera|aguarde(?:me)?|no (?:me |nos )?cuelgue|(?:lo|la|le|se lo) (?:consulto|compruebo|miro|pregunto)|(?:le|lo|la|te) pongo en espera|ahorita (?:checo|veo|miro|reviso)|dejeme (?:ver|mirar|comprobar|consultar|revisar|preguntar)|deje que (?:mire|vea|consulte)|permitame|ahora (?:mismo )?(?:le |lo )?(?:paso|miro|compruebo|consulto)|voy a (?:mirar|ver|consultar|comprobar|preguntar|revisar)|le (?:paso|comunico|transfiero)|enseguida|ahorita (?:le|lo)|un minuto|un minutito)\b/,
    /\bgracias por (?:esperar|la espera)\b/,
  ],
  [
    "goodbye",
    /\b(?:adios|chao|chau|hasta (?:luego|pronto|la vista|entonces|otra)|hasta manana$|que (?:tenga|tengas|pase|pases|tengan) (?:un |una |muy )*(?:buen|buena|buenas|feliz|lindo|linda|bonito)|nos vemos|que le vaya (?:muy )?bien|buenas noches$)/,
  ],
  [
    "call_back",
    /\b(?:vuelva|vuelvan|puede|podria|puedes) (?:a |volver a )?llamar\w*|\bvuelva(?:n)? a intentarlo\b|\bllame(?:n|nos|me)? (?:(?:en|dentro de) (?:un|una|media|unos|unas|dos|\d+)|(?:a partir de|por la) )|\bllame(?:n|nos|me)? (?:\w+ )?(?:mas tarde|luego|manana|otro dia|de nuevo|en otro momento)/,
  ],
  [
    "confirmed",
    /\b(?:queda|quedo|quedan|ha quedado|le dejo|se lo dejo|le (?:he|hemos)|(?:lo|la|los|las|ya) (?:he|hemos)|ya (?:le )?tengo|tiene|tienen|tiene usted|ha sido|fue)(?: \w+){0,4}? (?:reservad|confirmad|anotad|apuntad|agendad|cancelad|anulad|cambiad|pedid|encargad|registrad|hech|programad|modificad|concertad)[oa]s?\b|\besta (?:ya |todo )?(?:confirmad|anotad|apuntad|agendad|cancelad|anulad|cambiad|hech|list)[oa]s?\b|\b(?:reserva|cita|mesa|pedido|habitacion) (?:ya )?(?:esta )?(?:confirmad|hech|anotad|apuntad|cancelad|anulad)[oa]|\b(?:confirmad|reservad|anotad|apuntad|agendad|cancelad|anulad)[oa]s? (?:para|a nombre|queda|entonces|el)\b|\b(?:les?|los?|te) (?:esperamos|espero|apunto|anoto|reservo|agendo|confirmo)\b|\b(?:su|tu|el) (?:numero|codigo) de (?:reserva|confirmacion|pedido|cita) es\b|\b(?:su|el) localizador es\b|\bnos vemos (?:el|a las|entonces)/,
    /\b(?:no|aun|todavia|si|cuando|hasta que|antes de|una vez|tendria que|todo) (?:\w+ ){0,2}(?:reservad|confirmad|anotad|apuntad|cancelad|queda)|\blista de espera\b|\bcompleto\b|\bpendiente\b/,
  ],
  [
    "unavailable",
    /\bno (?:nos |me |le |les )?(?:hay|queda|quedan|tenemos|tengo|disponemos)\b(?! (?:ningun )?(?:problema|inconveniente))|\bno (?:va a ser|es|sera|seria) posible|\bno (?:se )?(?:la |lo |le |les )?(?:podemos|puedo|puede|podria|pueden)\b|\b(?:estamos|esta|todo|esta todo|todas?|tenemos todo) (?:complet|llen|ocupad|reservad)[oa]s?\b|\bagotad[oa]s?\b|\b(?:estamos|esta|estara|estaremos) cerrad[oa]s?\b|\b(?:ese dia|los \w+|el \w+) (?:cerramos|no abrimos)|\bimposible\b|\b(?:solo|unicamente) (?:se puede )?(?:en persona|presencial\w*|por (?:internet|la web|correo|escrito|la aplicacion)|online|en (?:la|nuestra) (?:web|pagina|oficina))|\blista de espera\b/,
  ],
  [
    "refuse",
    /\bno (?:se lo |le |les |lo )?(?:puedo|podemos|debo|estoy autorizad\w+ (?:a|para)) (?:\w+ )?(?:dar|decir|facilitar|compartir|informar|revelar)|\bno (?:doy|damos|facilitamos|informamos)\b|\bconfidencial|\bno por telefono\b/,
  ],
  [
    "dont_know",
    /\bno (?:lo |le )?(?:se|sabemos|sabria|sabriamos)\b(?! preocupe)|\bno (?:estoy|estamos) (?:muy |del todo )?segur|\bni idea\b|\bno tengo (?:ni )?(?:idea|esa informacion|la informacion)|\b(?:tendria|tendriamos|habria|tengo|tenemos) que (?:consultar|preguntar|mirar|ver|comprobar)/,
  ],
];

export const YES =
  /^(?:(?:ah|ay|bueno|pues|hola|mire|a ver|entonces) )*(?:si(?! (?:quiere|quieren|desea|le|les|no(?! hay)|nos|me|es|hay|puede|pueden|prefiere|viene|llama|tiene))|claro|por supuesto|desde luego|correcto|exacto|exactamente|asi es|eso es|perfecto|de acuerdo|vale|muy bien|sin problema|ningun problema|no hay (?:ningun )?problema|como no|efectivamente|con mucho gusto|hecho)\b/;
export const NO =
  /^(?:(?:ah|ay|uy|bueno|pues|hola|mire|si|a ver|perdon) )*(?:no(?! (?:hay (?:ningun )?problema|se preocupe|pasa nada|faltaba mas))|tampoco|lamentablemente|desgraciadamente|por desgracia|desafortunadamente|lo siento|lo lamento|me temo que no|nunca|que va|para nada|ninguno|ninguna|imposible)\b/;
export const ASKS =
  /^(?!(?:\w+ )?(?:claro|si) que\b)(?:(?:y|pero|entonces|bueno|muy bien|perfecto|claro|si|vale) )*(?:que|cual|cuales|quien|quienes|cuando|cuanto|cuanta|cuantos|cuantas|como|donde|a (?:que|nombre de quien)|para (?:que|cuantos|cuantas|cuando)|de (?:parte|que|cuanto)|en que|por que|(?:me |le )?(?:puede|podria|quiere|desea|prefiere|necesita|gustaria|va bien|viene bien|parece bien)|es usted|son para)\b/;
