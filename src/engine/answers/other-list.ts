/** What a request to be taken off is about, where the sentence names it; texts are folded. */

/** "the list of maintainers": whoever stands on it. */
const LISTED = [
  String.raw`\b(?:list|register|roster) of `,
  String.raw`\bliste (?:der|aller|von) `,
  String.raw`\blist[ea]s? (?:(?:des?|das?|dos?|del|dei|degli|delle|di) |d')`,
  String.raw`\blijst (?:van|met) `,
].join('|')

/** What somebody is, right behind the request: "as" may also begin "as soon as you can". */
const ROLE = String.raw`^ (?:as|als|comme|como|come) (?!soon |quickly |fast |early |possible|schnell|bald|rasch|moglich)`

const ARTICLES = String.raw`(?:(?:an?|the|our|one|of|all|die|der|alle[rn]?|einen?|las?|los?|les?|une?|uma?|i|gli|de|het|todos|tutti|future|active) )*`

/** People whom somebody writes to, or what is written to them: off this list is off ours. */
const ADDRESSED = String.raw`(?:e-?mail|mail|correo|courriel|post|newsletter|contact|kontakt|contat|recipient|addressee|empfanger|adressat|destinat|ontvanger|subscri|abonn|suscript|assinant|inscri|iscri|lead|prospe|intere|customer|kund|client|klant|people|person|those|everyone|companies|leute|mensen|pesso|distribu|diffus|verteil|envio|envoi|invio|verzend|mailing|marketing|werb|publi|promo|reclame|your|ihre|eure|vos\b|votre|sus?\b|vostr|uw|jullie|seus?\b|addresses|adress|direcc|indirizz|enderec|names|namen)`

const OTHER_LIST = new RegExp(`(?:${LISTED})(?!${ARTICLES}${ADDRESSED})\\p{L}`, 'u')
const OTHER_ROLE = new RegExp(`${ROLE}(?!${ARTICLES}${ADDRESSED})\\p{L}`, 'u')

/** "Remove me | from the list of maintainers", "… | as reviewer": off something else than what we write to. */
export const isOtherList = (request: string, after: string): boolean =>
  OTHER_LIST.test(request + after) || OTHER_ROLE.test(after)

/** "If you no longer want to receive", as newsletters say it to their readers; "copies of my own mails". */
export const NOT_OURS = new RegExp(
  [
    String.raw`\byou (?:no longer|do not|don't|would not|never)(?: \w+){0,2}? (?:want|like|care|receive)`,
    String.raw`\b(?:wenn|falls|sofern|sollten) sie\b(?:(?!\b(?:ich|wir|mich|mir|uns)\b).){0,60}\b(?:keine|nicht (?:mehr|langer|weiter))\b(?:(?!\b(?:ich|wir|mich|mir|uns)\b).){0,60}\b(?:erhalten|bekommen|mochten|wollen|wunschen)\b`,
    String.raw`^sie (?:mochten|wollen|wunschen)\b`,
    String.raw`\bvous ne (?:souhait|desir|veu|voul)\w* (?:plus|pas)`,
    String.raw`\b(?:si|cuando) (?:usted )?(?:ya )?no (?:desea|quiere|quisiera)\b`,
    String.raw`\bse (?:lei )?non (?:desidera|vuole|volesse|desiderate|volete)\b`,
    String.raw`\b(?:als|indien|wanneer|wilt) u\b(?:(?!\b(?:ik|mij|me|ons)\b).){0,60}\b(?:geen|niet (?:meer|langer))\b.{0,60}\b(?:ontvangen|krijgen|wenst)\b`,
    String.raw`\bse (?:voce |ja )*nao (?:deseja|quiser|quer|pretende|pretender)\b`,
    String.raw`\b(?:my own|meiner? eigenen?|meinen eigenen|mes propres|mis propi\w+|miei propri|mijn eigen|(?:minhas|meus) propri\w+)\b`,
  ].join('|'),
)
