import { foldName } from '../../../lib/text/person-name-fold.ts'
import { dropMarks } from '../../../lib/text/fold-text.ts'
import { rememberWords } from '../../../lib/text/remember-words.ts'
import { readWordList } from '../../../lib/text/word-list.ts'
import { COMMON, GIVEN, wordKindOf } from '../names/name-words.ts'
import { alternation } from '../../../lib/text/alternation.ts'

/**
 * Endings by which languages make a word of who does something (folded): what a list of titles lacks sounds like one by them.
 * They are no proof: `Newsletter` ends as `Letter Carrier` does. Only where positions stand do they count.
 */
const ENDINGS = [
  // Latin and Greek ones, in most languages of Europe.
  'at(?:or|ora|ore|orin|ur|eur|euse|rice|orka)|[aei]dora?|ctor|trice|(?:d|n|s)it(?:or|ore|eur)|utor|olog(?:ist|en?|in|ue|[oa])|graf[oa]?|graph(?:er|e)',
  'therapist|terap(?:eut|ista)|therapeut(?:in)?|(?:ad|ed|en|er|on|it|om|ur|ic)ist|ist(?:a|e|in|ka)|(?:ic|rar|tor|ard|ed|uar)ian|icien(?:ne)?|iatr(?:ist|e|a)',
  // English.
  'keeper|master|mistress|warden|maker|smith|wright|holder|writer|fighter|worker|minder|dresser|guard|marshal|bearer|tender|loader|cutter|setter|planter',
  '(?:sales|crafts|trades|fore|yard|grounds|ferry|fire|boats|guards|signal)(?:man|woman|person)|(?:farm|dock|deck|stage)hand|eneer|ineer|nteer',
  // German.
  '(?:pfleger|helfer|sprecher|handler|arbeiter|wirt|gartner|lehrer|verwalter|schreiber|richter|monteur|mechaniker|planer|gestalter|zeichner|bearbeiter|betreuer|wachter|vorsteher|inspektor|schaffner|binder|macher|bauer|padagog|wart)(?:in|innen)?',
  '(?:fach|lehr|hilfs|pflege|reinigungs)kraft|beauftragte[rn]?|kaufmann|kauffrau|(?:stadt|gemeinde|kirchen|studien)rat(?:in)?|arzt|arztin|schwester|gehilf(?:e|in)|bearbeitung|betreuung',
  // Dutch and Nordic.
  'houder|meester|werker|kundige|beheerder|graaf|bouwer|opzichter|mester|mastare|vakt|vokter|ansvarlig|ansvarig|betjent|fog(?:d|de|ed)|tjener|arbei?der|arbetare|givare?|pleier|laerer|larare|skoterska',
  // Finnish, Slavonic, Hungarian, Turkish.
  'valmentaja|kehittaja|insinoori|teknikko|asentaja|kassier(?:in)?|(?:n|f|t)ikus|hoitaja|opettaja|tekija|vastaava|mestari|neuvoja|kasittelija|tarkastaja|valvoja|ownik|itel(?:ka)?|iciel(?:ka)?|felelos|tanar|gorevlisi|danismani|memuru',
]
const TRADE = new RegExp(`^(?=\\p{L}{6})\\p{L}*(?:${ENDINGS.join('|')})s?$`, 'u')
/** An office that `of` or `for` follows: `Keeper of Maps`, `Reader in Law`. */
const OFFICE = /^\p{Lu}\p{Ll}{2,}(?:er|or|ist|ant|ent|ian)s? (?:of|for|to|in)(?: the| our)? \p{Lu}/u
/** One of a board is somebody; of a club or a chamber the house is. */
const OF_BOARD = new RegExp(
  alternation`
    \b(?:board|council|committee|cabinet|executive|senate|assembly|presidium|faculty) member\b
    \bmember of (?:the |our )?(?:[\p{L}-]+ )?(?:board|council|committee|cabinet|executive|senate|assembly|parliament
      presidium|faculty)\b
    \bmitglied de[sr] (?:\p{L}+s)?(?:vorstand|rat|ausschuss|prasidium|beirat)
    \b(?:vorstands|aufsichtsrats|prasidiums|beirats)mitglied\b|\bmembre du (?:conseil|bureau|comite)\b
    \bmiembro del? (?:consejo|comite|junta)\b|\bmembro (?:del|do) (?:consiglio|conselho|comitato|comite)\b
    \blid van de(?: \p{L}+)? ?(?:raad|directie)\b|\b(?:raads|bestuurs)lid\b|\bstyremedlem\b|\bhallituksen jasen\b`,
  'u',
)

/** Posts whose words are common ones: no word of them alone says so. */
const PHRASES = new RegExp(
  alternation`
    ^(?:(?:senior|lead|head|junior) )?(?:(?:social|case|support|outreach|youth|community|field|family support) worker
      (?:phd|doctoral|graduate|master'?s) (?:student|candidate|researcher)|(?:pga|golf|tennis) (?:pro|professional)
      health visitor|teaching fellow|(?:dean|provost) of students|scrum master|first mate|notary public|ward member
      pastor|deacon|elder|dean|judge|chaplain|provost|cook|butcher|usher|sexton|constable|marshal)$`,
  'iu',
)
/** What an office does, where a post might stand: in small houses that is the post. */
const OFFICE_WORK = readWordList(new URL('../lists/office-work.txt', import.meta.url))
/** `Billing & Scheduling` */
const ALSO = /\s?[&/,]\s?|\s(?:and|und|et|e|en)\s/u
const isOfficeWork = (bare: string): boolean =>
  OFFICE_WORK.has((bare.split(ALSO, 1)[0] ?? '').replaceAll(' ', '-').replaceAll('’', "'"))

/** `Du handler med én person`: who speaks or is spoken to begins a sentence. */
const SPEAKS =
  /^(?:du|dere|dig|ni|vi|jeg|jag|you|we|they|ich|wir|ihr|sie|je|nous|vous|ils|noi|voi|nosotros|ustedes|nós|você|wij|jij|jullie|my|wy|mi|ti)\s/iu

const MAX_CHARS = 60
const MAX_WORDS = 6

const tradeSign = rememberWords((word) => {
  const bare = foldName(word.replace(/[*:·_/].*$/, '')).replace(/[^\p{L}]/gu, '')
  return Number(isUnknown(word) && TRADE.test(bare))
})

const isUnknown = (word: string): boolean => (wordKindOf(word) & (COMMON | GIVEN)) === 0

/**
 * Whether a short text has the sound of a position whose words no list knows: `Weighbridge Keeper`, `Slusevokter`, `Member of
 * the Board`. Ask only of what stands where positions stand.
 */
export function soundsLikePosition(text: string): boolean {
  if (text.length > MAX_CHARS || !/^\p{L}/u.test(text) || /[\d@|=<>{}[\]#\\!?"“„]|\p{Ll}{3}[.:]$/u.test(text))
    return false
  if (SPEAKS.test(text)) return false
  const words = text.split(/[\s,/&()–—-]+/).filter(Boolean)
  if (words.length === 0 || words.length > MAX_WORDS) return false
  if (words.some((word) => tradeSign(word) !== 0) || OF_BOARD.test(foldName(text))) return true
  const bare = dropMarks(text)
  if (PHRASES.test(bare) || isOfficeWork(bare)) return true
  return OFFICE.test(text) && isUnknown(words[0] ?? '')
}
