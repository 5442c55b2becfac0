/** Whether words ask for something that is never given away on a call: a card's number or code, a PIN, a password. */
import { folded } from "../tabled/words.ts";

const SECRET =
  /\b(?:p\.?i\.?n\.?|pin (?:number|code)|pass ?codes?|pass ?words?|access codes?|security codes?|verification codes?|c\.?v\.?[vc]\.?2?|(?:credit|debit|bank|payment|atm) ?cards?|card numbers?|account and routing|routing numbers?|social security(?: numbers?)?|expiration dates?|expiry dates?)\b/i;

/** The same of Spanish, French and German, folded. */
const SECRET_ABROAD =
  /\b(?:(?:numero|datos|digitos|cifras|caducidad|vencimiento) de (?:su |la |tu )?tarjeta|tarjeta de (?:credito|debito)|codigo de (?:seguridad|verificacion|acceso)|contrasena|clave (?:secreta|de acceso|personal|bancaria)|cuenta bancaria|seguridad social|(?:numero|code|date d'expiration|chiffres) de (?:votre |la |ta )?carte|carte (?:bancaire|bleue|de credit|de debit)|code (?:confidentiel|secret|de securite|de verification|d'acces)|cryptogramme|mot de passe|securite sociale|assurance sociale|kreditkarten?\w*|kartennummer|prufziffer|sicherheitscode|geheimzahl|geheimnummer|passwort|kennwort|zugangscode|kontonummer|bankkarte|ec[ -]karte|sozialversicherungsnummer)/;

export function asksForSecret(text: string): boolean {
  return SECRET.test(text) || SECRET_ABROAD.test(folded(text));
}
