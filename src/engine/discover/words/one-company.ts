/** Words that ask about one company, around its name: `website of Larkmoor Foods`, `where is Larkmoor based`. */

const PARTS = String.raw`(?:web\s?sites?|web\s?pages?|home\s?page|sites?|url|domains?|address(?:es)?|phone(?:\s+numbers?)?|e-?mails?(?:\s+address(?:es)?)?|contacts?(?:\s+(?:details|data|info(?:rmation)?|page))?|profile|details|info(?:rmation|s)?|headquarters|hq|linkedin(?:\s+(?:page|profile))?|revenue|ceo)`
const ASKED = String.raw`(?:(?:please|hi|hey|hello)[,\s]+)?(?:(?:can|could)\s+you\s+)?(?:(?:find|give|show|get|send|tell)\s+(?:me\s+|us\s+)?|(?:i|we)\s+(?:need|want)\s+|what(?:['’]?s|\s+is|\s+are)\s+)?(?:the\s+|an?\s+|any\s+|some\s+)?`
const CHIEF = String.raw`(?:c[eftmiop]o|(?:co-?)?founder|owner)`
/** Of a person there; `director of photography studios` is a trade. */
const ROLE = String.raw`(?:${CHIEF}\s+(?:of|at)|(?:head\s+of\s+(?:\p{L}+\s+){1,2}|vp\s+(?:of\s+)?(?:\p{L}+\s+){1,2}|(?:\p{L}+\s+)?(?:director|manager)\s+)at)`
const LEADS = [
  String.raw`${ASKED}${ROLE}(?:\s+the\s+company)?`,
  String.raw`${ASKED}(?:who\s+works|(?:all\s+)?(?:people|persons|employees|staff|contacts|anyone|somebody|someone|everyone)(?:\s+(?:who\s+works?|working))?)\s+at(?:\s+the\s+company)?`,
  String.raw`${ASKED}${PARTS}\s+(?:of|for|on|about|at)(?:\s+the\s+company)?`,
  String.raw`(?:please\s+)?(?:tell\s+me\s+(?:more\s+)?about|look\s*up|who\s+(?:is|are)|who['’]s|what\s+does|what\s+(?:do\s+you\s+)?know\s+about|do\s+you\s+(?:have|know)|where\s+is)(?:\s+the\s+company)?`,
]
const LEAD = new RegExp(String.raw`^\s*(?:${LEADS.join('|')})\s+(?=\S)`, 'iu')
/** In other languages only before a capital: `site de rencontres` is a trade. */
const FOREIGN_LEADS = [
  String.raw`(?:the\s+)?(?:web\s?seite|website|homepage|adresse|kontakt(?:daten)?|telefonnummer|e-?mails?|domain|infos?(?:rmationen)?|daten)\s+(?:von|der|des|zu|zur|über)(?:\s+(?:der\s+)?firma)?`,
  String.raw`(?:wer\s+ist|was\s+macht|wo\s+sitzt|suche\s+(?:die\s+)?firma)`,
  String.raw`(?:(?:le\s+)?site(?:\s+(?:web|internet))?|(?:l['’])?adresse|coordonnées|contacts?|infos?|numéro)\s+(?:de\s+la\s+société|de\s+l['’]entreprise|de|sur|du)`,
  String.raw`qui\s+est|que\s+fait`,
  String.raw`(?:la\s+)?(?:página(?:\s+web)?|web|sitio(?:\s+web)?|dirección|datos|contactos?|teléfono|correo)\s+(?:de\s+la\s+empresa|de|del)`,
  String.raw`quién\s+es|qué\s+hace`,
]
const FOREIGN_LEAD = new RegExp(String.raw`^\s*(?:${FOREIGN_LEADS.join('|')})\s+(?=\S)`, 'iu')
/** Behind a name alone, where a plural would ask for many: `Larkmoor Foods website`. */
const TAIL = new RegExp(
  String.raw`(?:['’]s)?\s+(?:${CHIEF}(?:['’]s)?\s+(?:e-?mails?|contacts?|phone|linkedin)|web\s?site|home\s?page|url|domain|(?:email\s+|postal\s+)?address|phone\s+number|contact(?:\s+(?:details|data|info(?:rmation)?))?|headquarters|hq|linkedin|revenue|ceo|webseite|adresse)\s*[?!.]*\s*$`,
  'iu',
)
/** Behind a name that such words precede: `where is Larkmoor based`. */
const END =
  /\s+(?:based|located|headquartered|do|make|sell|in\s+(?:your|the)\s+(?:database|index|system))\s*[?!.]*\s*$/iu

/** What is left of a question about one company without the words that ask about it; null if there are none. */
export function askedAbout(text: string): string | null {
  const foreign = text.replace(FOREIGN_LEAD, '')
  const behind = foreign !== text && /^\p{Lu}/u.test(foreign) ? foreign : text.replace(LEAD, '')
  const rest = behind === text ? text.replace(TAIL, '') : behind.replace(END, '')
  return rest === text || rest.trim() === '' ? null : rest.trim().replace(/\s*[?!.]+$/u, '')
}
