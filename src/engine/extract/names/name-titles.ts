import { NAME_PARTICLES, foldName } from '../../../lib/text/person-name-fold.ts'
import { rememberWords } from '../../../lib/text/remember-words.ts'
import { GIVEN, IBERIAN, SURNAME, SYLLABLE, TITLE, wordKindOf } from './name-words.ts'

const MAX_TOKENS = 14
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)?$/u

/** Before a name: forms of address, academic and other titles (folded, without dots). */
const HONORIFICS = new Set(
  (
    'evangelist elder deacon deaconess bishop apostle minister ' +
    'mr mrs ms miss mx dr prof professor sir dame lord lady rev reverend fr father sister brother capt captain col lt maj sgt hon judge rabbi pastor ' +
    'univ univ-prof ao-prof priv priv-doz doz pd em conf lect asist drd assoc asst cllr councillor cand stud docent lektor lektorin tekn fil ddr mmag ' +
    'dkfm prim profssa dottor dssa prof-dr dr-ing dr-med dr-phil ra rain yrd ogr gor av uz op acad akad kand teol jur ekon ' +
    'herr frau fraulein dipl ing inf inform dipl-ing dipl-inf dipl-kfm dipl-kffr mag magister bakk lic med jur phil rer nat habil hc oec pol ' +
    'm mme mlle monsieur madame mademoiselle maitre me docteur sr sra srta don dona doña senor senora dra lcdo lcda ' +
    'sig sigra signor signora dott dottssa dottore dottoressa avv arch geom rag cav drs ir mevr mevrouw dhr de-heer mw fru ' +
    'drssa sigra suor mons ind comm siv cand polit oecon scient forsteam aman univ-lekt lekt tekn-dr fil-dr adj adv dos kti ' +
    'engr chief alhaji alhaja hajia barr barrister pharm surv otunba mallam nze pst bldr esv qs ' +
    'dña prof-a dr-a licda profa mtro mtra arq abg exmo exma excmo ilmo ilma psych biol chem phys paed agr forst oec troph ' +
    'jhr jkvr ds mw apl priv assist adjunct mult rain stb ' +
    'adjunkt amanuens arc ass br ek eng herra rouva hr mestre doutor doutora oba togbe overlektor ostr ostd ao sef lucr pr gr uff ' +
    'revd canon ven archdeacon rt sen rep gov amb supt insp cpl cmdr cdr adm gen brig lek adw dosentti lehtori tohtori maist prom kffr ' +
    'advokat pfarrer pfr diakon notar notarin fursprecher overlege forstelektor forsteamanuensis forskarassistent proff ma-dr ' +
    'hptm obstlt bgm okonomierat jun-prof hon-prof gf gfin dir mga maga drin mdb mvdr paeddr thdr thlic icdr pharmdr dipl-betriebsw ' +
    'dipl-psych dipl-biol dipl-chem dipl-phys dipl-math dipl-volksw dipl-oec dipl-soz dipl-verww dipl-wirt-ing dipl-oek dipl-hdl ' +
    'sheikh imam ustaz ustadz hajiya hj hjh encik puan tuan ts tpr er sri kum sayin uzm ogrt ars hz docteure pre professeur professeure ' +
    'professore professoressa profesor profesora doctora doctor catedratico maitr inzenyr inzynier prof-em prof-hab dr-hab lct sef-lucr ' +
    'pan pani mgr inz hab ing mudr judr phdr rndr bc doc dz bay sayin pak bu ibu bapak datuk dato datin haji shri smt druh druhna dh'
  ).split(' '),
)

/** After a name: generation, degrees and professional letters (folded, without dots and dashes). */
const SUFFIXES = new Set(
  (
    'jr sr ii iii iv esq esquire phd md mba ma msc bsc ba bs ms cpa cfa cfp jd llm llb dds dmd do dvm dc rn np pa pac cpcu pe pmp shrm phr sphr aia faia leed ' +
    'od psyd edd mph mpa mfa med med msw lcsw lpc fca aca acca cima fcca frcs mrcp frics mrics obe mbe cbe kc qc sc mp mep facs facp faad frsc rd rdn pt dpt otr ' +
    'csc drsc mphil dphil bsn msn bed bcom mcom pgce thd llb llm artd dis acad habil hc mem rcsi frsc frse mcsp frcpath cchem cphys cmath ' +
    'riba mrtpi mciob ieng fnse mnse fnimn ofr oon mfr ksm acib fcib fcai fca ft fm ktm tkt vtm yti ktt vtt hum kand dba emba bscn bba frsa lda msca ' +
    'frs fba ra pd stb wp tt tm fk fl hm lt lkt ett otk huk ytm ytt tkl miet mni fnipr mdb mdl cisa emeritus emerita emer ' +
    'hdr rp mla msp facp frcp mrcgp mbcs fbcs mcipd fcipd assoc-cipd fcpa fcma acma fimeche mimeche mice miet fiet frsb csci ' +
    'dsc drsc dis csc dnb mca btech mtech bvsc mrcvs rvn rgn pharmd rph cvt dpt crnp cnm aprn fnp ibclc otd eta lmft lpcc ncc cft ' +
    'coren fnipr fcti fwacs fnim san eth fh hsg mmsc mmedsc mres meds gcertlaw gdip mtheol bth mdiv stl dcl lld bcl ' +
    'fnpc agnp agnpc pmhnp lvn lpn lac lmt manzcvs fanzcvs cissp ccim sior gri crs abr cic arm au ches cae cmp iom ret retd dipling csm mcmi fcmi ceng meng beng mbbs bds frcgp llc llp'
  ).split(' '),
)

/** `MSc`, `BEng`, `TkT`: no word is written so. */
const TWO_CAPITALS = /^\p{Lu}\p{Ll}*\p{Lu}/u
/** Suffixes that are also written with small letters. */
const MIXED_SUFFIX = /^(?:jr|sr|esq|phd|med|psyd|edd|ret|emer|mni$|fnipr$)/i

/** Degrees and titles of two capitals or more that are in any place of a name, and are not words of it. */
const LETTER_TITLES = new Set(
  (
    'phd msc mba llm llb bsc meng beng ceng dphil mphil mph dba emba csc edd psyd md ra pd stb wp ft fm ktm ktt tkt tkl ' +
    'vtm vtt ytm ytt'
  ).split(' '),
)
const LETTERS = /^\p{Lu}(?:\p{Lu}|\p{Ll}\p{Lu}|\p{Ll}{0,2}\p{Lu}\p{Ll}?)[\p{L}]{0,3}$/u

/** Abbreviations that pages also write with a blank within, and a form of address of two words. */
const SPACED = /^(?:[hH]\. c\.|[Pp]h\. ?[Dd]\.|[MB]\. Sc\.|a\. D\.|i\. R\.|[Dd]e [Hh]eer)$/

/** `Dr.Moldor`: a title that no blank parts from the name. */
const GLUED_TO_NAME = /^((?:\p{L}{1,6}\.-?){1,4})((?=.{3})\p{Lu}['’]?[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*)$/u

const isHonorificWord = (word: string): boolean => word.length <= MAX_TITLE_CHARS && HONORIFICS.has(foldName(word))

/** `Prof.`, `Dipl.-Ing.`, `Prof.dr.`, `rer.`; a lone capital is an initial, and `Don`, `Phil`, `Sr` without a dot may be names. */
export const isHonorific = (token: string): boolean => (signsOf(token) & HONORIFIC) !== 0

function leadsAsTitle(token: string): boolean {
  if (
    (INITIAL.test(token) && !CAPITAL_TITLE.test(token)) ||
    token.length > MAX_TITLE_CHARS ||
    NAME_PARTICLES.has(token)
  )
    return false
  if (ORDINAL_TITLE.test(token)) return true
  if (!isHonorificWord(token.replaceAll('.', ''))) return token.endsWith('.') && isGluedTitle(token)
  return token.endsWith('.') || token === token.toLowerCase() || (wordKindOf(token) & GIVEN) === 0
}
/** In a name in capitals; two initials have a dot each. */
const CAPITAL_TITLE = /^(?:DR|MR|MS|SR|FR)\.$/
/** `Dª`, `Prof.ª`, `Eng.º`; `M.ª` is María. */
const ORDINAL_TITLE = /^(?!M)\p{Lu}\p{L}{0,4}\.?[ªº]\.?$/u
const MAX_TITLE_CHARS = 24

/** Several titles written as one: each of its parts is one. */
function isGluedTitle(token: string): boolean {
  const parts = token.split(/[.-]+/).filter(Boolean)
  return parts.length > 1 && parts.every((part) => part.length > 1 && isHonorificWord(part))
}

/** `PhD`, `M.Sc.`, `Jr`: letters behind a name. */
function isSuffix(token: string): boolean {
  if (REGISTERED.test(token)) return true
  const bare = token.replace(/[.-]/g, '')
  // Folding is dear, and most last words of a name are no capitals.
  const mayBe = token === token.toUpperCase() || MIXED_SUFFIX.test(bare) || TWO_CAPITALS.test(bare)
  return mayBe && SUFFIXES.has(foldName(bare))
}
/** `CFP®`: letters that somebody registered are a designation, whichever. */
const REGISTERED = /^\p{Lu}[\p{L}-]{1,6}[®™]$/u
/** `TD`, `FRCS`: behind a name an order or a society, whichever; on its own it may be a post. */
const NO_VOWEL = /^[BCDFGHJKLMNPQRSTVWXZ]{2,6}$/

const FIRST_WORD = /^\S*/
/** More than anybody has. */
const MAX_RUN_CHARS = 200

/** Whether a text is made of titles and degrees alone. */
export const isSuffixRun = (piece: string): boolean =>
  piece.length <= MAX_RUN_CHARS &&
  mayBeTitle(FIRST_WORD.exec(piece)?.[0] ?? '') &&
  withoutSpaced(piece.split(/\s+/)).every((token) => isSuffix(token) || (token.length > 1 && isTitleWithin(token)))

/**
 * Whether a text lists letters alone that stand behind a name, known or not, with a degree among them: `MD, HMDC, FAAHPM`. Letters
 * that name a post make it none (`CEO, MD`).
 */
export function isLetters(text: string): boolean {
  if (text.length > MAX_LETTERS_CHARS || SMALL_WORD.test(text)) return false
  const words = text.split(/[\s,/]+/).filter(Boolean)
  const isLetter = (word: string): boolean => LETTERS_ALONE.test(word) && (wordKindOf(word) & TITLE) === 0
  return words.some(isSuffix) && words.every((word) => isSuffix(word) || isLetter(word))
}
const MAX_LETTERS_CHARS = 60
const SMALL_WORD = /\p{Ll}{3}/u
const LETTERS_ALONE = /^\p{Lu}[\p{Lu}.-]{1,8}$/u

/** Degrees with a dot within (`M.Sc.`, `B.A.`) are no initials, wherever they stand. */
const DOTTED_DEGREE = /^\p{Lu}\p{Ll}{0,3}\.-?\p{Lu}\p{Ll}{0,3}\.?$/u

/** Of `de Heer`, and `Don`. */
const LEADS_OR_ENDS = /^(?:de|heer|don)$/i
const HONORIFIC = 1
/** Something of it may be taken away, on its own or beside others. */
const MAYBE_TITLE = 2

/** What can be said of a word alone. */
const signsOf = rememberWords((token) => {
  const honorific = leadsAsTitle(token)
  const mayBe =
    honorific ||
    token.includes('.') ||
    LEADS_OR_ENDS.test(token) ||
    HONORIFICS.has(token.toLowerCase()) ||
    isSuffix(token) ||
    ORDINAL_TITLE.test(token) ||
    DEGREE.test(token) ||
    isLetterTitle(token)
  return (honorific ? HONORIFIC : 0) | (mayBe ? MAYBE_TITLE : 0)
})

/** Whether `withoutTitles` may take it away; words of which it says so of none are left as they are. */
export const mayBeTitle = (token: string): boolean => (signsOf(token) & MAYBE_TITLE) !== 0

/** A title that may be between or behind the words of a name: no name of anybody. */
function isTitleWithin(token: string): boolean {
  if (ORDINAL_TITLE.test(token) || isLetterTitle(token)) return true
  if (!token.includes('.') && !ACADEMIC.test(token)) return false
  if (DOTTED_DEGREE.test(token) && SUFFIXES.has(foldName(token.replace(/[.-]/g, '')))) return true
  if (!isHonorific(token)) return false
  return token.endsWith('.') || (ACADEMIC.test(token) && (wordKindOf(token) & (GIVEN | SURNAME)) === 0)
}
/** Short forms of address are words of many languages; within a name only these are believed. */
const ACADEMIC =
  /^(?:dr|prof|dipl|mag|ing|doc|hab|dott|avv|arch|rev|mudr|judr|phdr|rndr|mgr|bc|engr|barr|alhaji|alhaja|hajia|mallam|otunba|barrister|drs|ir|msc|sir|lic|mr|mrs|ms|miss|mx|mme|mlle|herr|frau|hon|docent|cllr|lektor|chief|pr|rouva|herra)\b/i

/** `KTM`, `StB`; in capitals alone it may be a surname somewhere, and is one if the lists say so. */
const isLetterTitle = (token: string): boolean =>
  token.length <= MAX_LETTERS && LETTERS.test(token) && LETTER_TITLES.has(token.toLowerCase()) && !isKnownName(token)
const MAX_LETTERS = 6
const isKnownName = (token: string): boolean => (wordKindOf(token) & (GIVEN | SURNAME)) !== 0

/** `BSc`, `BPhil`, `MChem`, `PGCert`: degrees of Britain, whichever; what stands behind one are more of them. */
const DEGREE = /^(?:[BM]|PG)\p{Lu}\p{Ll}+\p{L}*$/u

/**
 * The words of a name without titles and degrees, wherever they stand.
 * @param least words that have to be left beside an abbreviation or a degree: 1 for the given names behind a comma
 */
export function withoutTitles(words: readonly string[], least = 2): string[] {
  if (words.length > MAX_TOKENS + MAX_TOKENS) return []
  if (!words.some(mayBeTitle)) return [...words]
  const degree = words.findIndex((word, at) => at > 1 && DEGREE.test(word))
  const whole = withoutSpaced(degree > 0 ? words.slice(0, degree) : words)
  const tokens = whole.some((word) => word.includes('.')) ? whole.flatMap(ungluedTitles) : [...whole]
  while (tokens.length > 1 && isHonorific(tokens[0] ?? '') && !isShortName(tokens)) tokens.shift()
  while (tokens.length > least && isAbbreviation(tokens[0] ?? '')) tokens.shift()
  if (tokens.length > least && isCalling(tokens)) tokens.shift()
  while (tokens.length > least && endsInTitle(tokens.at(-1) ?? '', least)) tokens.pop()
  if (tokens.length > least && tokens.at(-1) === 'Don') tokens.pop()
  const kept = tokens.filter((token) => token.length < 2 || !isTitleWithin(token))
  return withoutDon(kept.length > 0 ? kept : tokens)
}

/** `Pan Wei`: the form of address of one language is a surname of another. */
const isShortName = ([lead = '', next = '', ...rest]: readonly string[]): boolean =>
  rest.length === 0 && (wordKindOf(lead) & SURNAME) !== 0 && (wordKindOf(next) & SYLLABLE) !== 0 && !lead.includes('.')

/** Beside a comma a short form of address is as sure behind the words as before them. */
const endsInTitle = (token: string, least: number): boolean =>
  isSuffix(token) ||
  (NO_VOWEL.test(token) && !isKnownName(token)) ||
  isAbbreviation(token) ||
  (least === 1 && isHonorific(token) && (wordKindOf(token) & SURNAME) === 0)

/** Without abbreviations that are written in two words. */
function withoutSpaced(words: readonly string[]): readonly string[] {
  if (words.length < 2) return words
  const at = words.findIndex((word, index) => word.length < 4 && SPACED.test(`${word} ${words[index + 1] ?? ''}`))
  return at < 0 ? words : withoutSpaced([...words.slice(0, at), ...words.slice(at + 2)])
}

/** `Don Paolo`, `Pastor Oswine`: given names too, but not before a given name that ends as those of the south do, or as a position. */
function isCalling([lead = '', next = '']: readonly string[]): boolean {
  if (/^Shr(?:i|ee)$/.test(lead)) return true
  if (lead === 'Don') return /[aioé]$/.test(next)
  return HONORIFICS.has(lead.toLowerCase()) && (wordKindOf(lead) & TITLE) !== 0 && (wordKindOf(next) & SURNAME) === 0
}

/** `D. Antonio García`: beside a surname of Spain the lone letter is a form of address. */
export function withoutDon(words: readonly string[]): string[] {
  const at = words.length < 3 ? -1 : words.indexOf('D.')
  const mayBe = at >= 0 && words.some((word) => (wordKindOf(word) & IBERIAN) !== 0)
  return mayBe && (wordKindOf(words[at + 1] ?? '') & GIVEN) !== 0
    ? words.filter((_, index) => index !== at)
    : [...words]
}

/** `Eng.`, `Cons.`, `Soc.`: at either end of two words an abbreviation of three letters or more is a title, whatever it stands for. */
const isAbbreviation = (token: string): boolean =>
  /^(?:\p{L}{1,5}\.-?)?\p{L}{3,9}\.$/u.test(token) && (wordKindOf(token.slice(0, -1)) & (GIVEN | SURNAME)) === 0

/** `Dr.Moldor` as two words. */
function ungluedTitles(word: string): string[] {
  const glued = word.includes('.') ? GLUED_TO_NAME.exec(word) : null
  const [, titles = '', name = ''] = glued ?? []
  return glued && (isHonorific(titles) || isAbbreviation(titles)) ? [titles, name] : [word]
}
