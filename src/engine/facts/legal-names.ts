import { dropMarks } from '../../lib/text/fold-text.ts'
import { OF_MAKERS, OF_OTHERS } from './others-labels.ts'

/** Forms that are written behind a name and mean nothing else. */
const FORMS = [
  // Longer ones first: what one begins with may be another.
  String.raw`S\.?A\.?(?:P\.?I\.?)? de C\.?V\.?|S\.? de R\.?L\.?(?: de C\.?V\.?)?`,
  String.raw`GmbH(?: & Co\.? ?KG(?:aA)?)?|gGmbH|mbH|AG(?: & Co\.? ?KG(?:aA)?)?|UG(?: \(haftungsbeschr(?:ä|ae)nkt\))?|KGaA|KG|OHG|GbR|SE|e\.\s?V\.|e\.\s?K\.|e\.\s?U\.|e\.\s?G\.|eG`,
  String.raw`Pty\.? Ltd\.?|\(Pty\) Ltd\.?|Pte\.? Ltd\.?|Pvt\.? Ltd\.?|Private Limited|Sdn\.? Bhd\.?|Ltd\. Şti\.|Ltd\.?|Limited|LIMITED|LLC|L\.L\.C\.|LLP|LLLP`,
  String.raw`[Ii]nc\.?|INC\.?|Incorporated|Corp\.?|Corporation|PLC|plc|Plc`,
  String.raw`SASU|S\.?A\.?S\.?|EURL|SARL|S\.?A\.?R\.?L\.?|S\.?p\.?A\.?|SCOP|SNC`,
  String.raw`S\.?[rR]\.?[lL]\.?(?:-D\.?)?|s\.\s?r\.\s?l\.|[Ss]\.\s?n\.\s?c\.|[Ss]\.\s?a\.\s?s\.|s\.p\.a\.|S\.L\.[UPL]\.|S\.L\.?|SL[UPL]?|S\.A\.|SA|Lda\.?|Ltda\.?|EIRELI`,
  String.raw`B\.?V\.?B?\.?A?\.?|N\.?V\.?|V\.?O\.?F\.?|[Vv]zw|VZW|[Aa]sbl|ASBL|AB|A\/S|ApS|Oyj?|ASA?|ehf\.?|OÜ|UAB|SIA`,
  String.raw`Kft\.?|Zrt\.?|Nyrt\.?|Bt\.|d\.o\.o\.|A\.Ş\.|[Ss]p\. z\.? ?o\.\s?o\.|S\.A\.|[Ss]p\.\s?[jk]\.|[Ss]półka (?:[Jj]awna|[Kk]omandytowa|[Pp]artnerska|[Aa]kcyjna|z o\.o\.)|s\.\s?r\.\s?o\.|spol\. s r\.\s?o\.|a\.\s?s\.`,
  String.raw`Α\.\s?Ε\.|ΑΕ|Ε\.\s?Π\.\s?Ε\.|ΕΠΕ|Ι\.\s?Κ\.\s?Ε\.|ΙΚΕ|Ο\.\s?Ε\.|Ε\.\s?Ε\.`,
]
const FORM = String.raw`[\s,]\s?(?:${FORMS.join('|')})`
const BEHIND = String.raw`(?=$|[\s,;.(|])`
const LEGAL_NAME = new RegExp(String.raw`(?<![\p{L}\p{N}&-])([\p{Lu}\p{N}][^;:|©–—\n]{1,80}?${FORM})${BEHIND}`, 'u')
/** `SARL Tarn Mill au capital de 8 000 €`: French notices have the form in front. */
const FORM_FIRST =
  /(?<![\p{L}\p{N}&-])((?:SARL|S\.A\.R\.L\.|SASU?|EURL|SNC|SCOP)\s(?=\p{Lu})[^;:|©–\n,(]{2,60}?)(?=\s(?:au capital|immatricul|RCS|siret|sise?|dont)|[;.,(–|]|$)/u
/** `UAB „Tarn Mill“`, `ТОВ «Тарн»`: the name is between quotation marks. */
const FORM_QUOTED =
  /(?<![\p{L}\p{N}&-])((?:UAB|AB|MB|VšĮ|SIA|OÜ|AS|ТОВ|ТзОВ|ООО|ПП|ПрАТ|ЗАО|ЕООД|ООД|АО)\s(?:„[^„“”"«»\n]{2,60}[“”]|“[^„“”"«»\n]{2,60}”|"[^„“”"«»\n]{2,60}"|«[^„“”"«»\n]{2,60}»))/u
/** Sought first: few lines have one, and a name might begin at every capital of the others. */
const HAS_FORM = new RegExp(`${FORM}${BEHIND}`, 'u')
/** Who else has a name in a legal form: registers, sources of pictures, customers. */
const OTHERS =
  /(?:provider|design(?:ed)?\b|develop|seo\b|bild|photo|foto|picture|trademark|subsidiary|member of|customer|client|partner|agentur|agency|umsetzung|realisation|realisierung|konzept|programmierung|copywriting)/iu
const isOfOthers = (text: string): boolean => [OF_OTHERS, OF_MAKERS, OTHERS].some((label) => label.test(text))
/** Words that half of an industry has in its name. */
export const TRADE_WORDS = new Set(
  'limited company group international services service solutions systems consulting holding trading products industries technologies technology associates partners global management enterprises software design media gmbh verwaltung'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] =>
  dropMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Whether both have a word of four letters that is not a word of a trade, or the domain spells one. */
export function sharesWord(name: string, known: readonly string[], label: string): boolean {
  const words = wordsOf(name)
  const others = new Set(known.flatMap(wordsOf))
  const initials = words.map((word) => word[0]).join('')
  return (
    words.some((word) => word.length >= 4 && !TRADE_WORDS.has(word) && (others.has(word) || label.includes(word))) ||
    words.some((word) => word.length >= 2 && (word === label || label.startsWith(word))) ||
    (label.length >= 3 && initials.startsWith(label))
  )
}

/** `Arbeit der Tarnmill e.V.` of a sentence, without what is before the name that the domain spells. @param label as the domain has it */
export function withoutGenitive(name: string, label: string): string {
  const own = GENITIVE.exec(name)?.[1]
  return own !== undefined && wordsOf(own).join('').startsWith(label) && label.length >= 4 ? own : name
}
const GENITIVE = /^\S.*\s(?:der|des|dem|den|die|das|vom|beim|zum|zur|am|im)\s(\p{Lu}.*)$/u

/** Names in a legal form that are in lines and are nobody else's by their label. */
export function legalNamesIn(lines: readonly string[]): string[] {
  const names: string[] = []
  for (const [at, line] of lines.entries()) {
    const match =
      (HAS_FORM.test(line) ? LEGAL_NAME.exec(line.replace(YEARS, '© ').replace(APART, ' – ')) : null) ??
      FORM_FIRST.exec(line.slice(0, MAX_LINE)) ??
      FORM_QUOTED.exec(line.slice(0, MAX_LINE))
    if (match === null) continue
    const [, name = ''] = match
    const said = `${labelIn(lines[at - 1] ?? '')} ${line}`
    const before = said.slice(0, Math.max(0, said.indexOf(name)))
    if (isOfOthers(before.slice(-60)) || FRANCHISOR.test(name)) continue
    const bare = name.replace(SENTENCE, '').replace(BEFORE, '').trim()
    if (bare.split(/\s+/).length >= 2 && bare.split(/\s+/).length <= 10) names.push(bare)
  }
  return names
}
/** The house whose name the branch bears. */
const FRANCHISOR = /\bfranchis(?:e|ing|or)/i
const MAX_LINE = 300
/** A label alone belongs to the next line. */
const labelIn = (line: string): string => (line.endsWith(':') || isOfOthers(line) ? line.slice(-40) : '')
/** Not the year that a club has in its name. */
const YEARS = /(?:©|\(c\)|copyright|\d{4}\s?[-–]\s?\d{2,4}|(?:19|20)\d\d(?!\s(?:e\.\s?V|GmbH|AG)\b))\s*(?:by\s)?/giu
const APART = /\s-\s/g
/** Three small words in a row are a sentence about the house. */
const SENTENCE = /^.*?(?:\s\p{Ll}[\p{L}’']*){3,}\s(?=\p{Lu})/u
const BEFORE =
  /^(?:.{0,40}\b(?:shop|site|website) (?:for|of)|(?:all )?rights reserved\.?|copyright|by|the content of|welcome to|registered name)\s+/iu
