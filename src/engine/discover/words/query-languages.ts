import { lazily } from '../../../lib/process/lazily.ts'
import { foreignWords } from './foreign-words.ts'
import { exceptNames } from './kept-names.ts'

/** Questions in German, French and Spanish become English by their words; the grammar reads the rest alike. */

const LETTER = String.raw`[\p{L}\p{N}]`

/** Small words, endings and tails that no English question has. */
const FOREIGN =
  /(?<![\p{L}\p{N}'’-])(?:mit|aus|nicht|ohne|und|für|im|keine?|ab(?= \d)|avec|sans|sauf|dans|à|au|aux|en|des|les|con|sin|salvo|para|wie|nutzen|einsetzen|verwenden|wer|suche|pymes?|pmes?|kmus?|desde|entre|\p{L}*unternehmen|\p{L}*firmen|\p{L}*hersteller|\p{L}+dienste|\p{L}+betriebe|\p{L}+makler|\p{L}+büros|\p{L}*agenturen|\p{L}*brauereien|\p{L}*nützigen?|\p{L}*notierten?|beschäftigten?|mitarbeitern?|gegründet\p{L}*|entreprises|sociétés|empresas|deutsche\p{L}*|\p{L}+ische|français\p{L}*)(?![\p{L}\p{N}'’-])/iu

/** `Softwarefirmen` is one word: `Software` and `firmen`; an `s` may join the two. */
const COMPOUND =
  /(?<!\p{L})(\p{L}{3,20}?)(?:(?<!s)s)?(firmen|firma|unternehmen|betrieben?|herstellern?|anbietern?|agenturen|büros|händlern?|dienstleistern?|produzenten|lieferanten|zulieferern?|startups|fabriken|verlage|schulen|kliniken|kanzleien|banken|versicherer|läden|geschäfte|shops|studios|konzernen?|werkstätten|vereine|labore|praxen)(?!\p{L})/giu
/** `die nach 2015 gegründet wurden`: the verb comes last. */
const VERB_LAST = /(nach|vor|seit|in)\s+(\d{4})\s+gegründet(?:en|e)?(?:\s+wurden?)?/giu
/** `die Shopware einsetzen`, `die an Krankenhäuser verkaufen`. */
const USING_LAST =
  /(?:die|welche)\s+(?:auch\s+)?([^\s,]+(?:\s+(?:und|oder)\s+[^\s,]+)?)\s+(?:einsetzen|nutzen|verwenden|benutzen)(?!\p{L})/giu
const SELLING_LAST = /(?:die|welche)\s+an\s+(\S+)\s+(?:verkaufen|liefern)(?!\p{L})/giu
const FROM_NUMBER = /(?<!\p{L})ab\s+(?=\d)/giu
const BETWEEN_NUMBERS = /(\d)\s+(?:und|et|y)\s+(?=\d)/gu
/** `200 MA`: people, in German. */
const STAFF = /(?<=\d\+?\s?)MA(?![\p{L}\p{N}])/gu
/** `l'énergie`, `d'euros` */
const ELISION = /(?<![\p{L}\p{N}'’])[ld]['’](?=\p{L})/giu
const UP_TO = /(\d)\s+(?:bis|à|a)\s+(?=\d)/gu

/** Shorter words of the list stand in names, too, but for those with marks. */
const SIGN = /.{5}|[ß-ÿ]/u

interface Dictionary {
  english: ReadonlyMap<string, string>
  pattern: RegExp
  /** Words and phrases that make a question foreign on their own. */
  signs: ReadonlySet<string>
}

const words = lazily((): Dictionary => {
  const english = new Map<string, string>()
  const signs = new Set<string>()
  for (const { said, english: word, isShared } of foreignWords()) {
    english.set(said, word)
    if (!isShared && SIGN.test(said)) signs.add(said)
  }
  // The longest first: `de plus de` before `plus de`. No phrase holds what a pattern takes for a sign.
  const phrases = [...english.keys()].sort((a, b) => b.length - a.length)
  return { english, pattern: new RegExp(`(?<!${LETTER})(?:${phrases.join('|')})(?!${LETTER})`, 'giu'), signs }
})

/** `Bodegas Muebles Inc` is a name. */
const LEGAL_END = /\s(?:inc|ltd|llc|llp|plc|corp|co|gmbh|ag|kg|s\.?a|s\.?l|sas|sarl|srl|spa|b\.?v|n\.?v)\.?\s*$/iu

/** Without a word of another language nothing is translated: names stay what they are. */
const isForeign = (text: string): boolean =>
  FOREIGN.test(text) ||
  (!LEGAL_END.test(text) &&
    (text.toLowerCase().match(words().pattern) ?? []).some((phrase) => words().signs.has(phrase)))

/** The question with its German, French or Spanish words in English; one without any stays as it is. */
export function inEnglish(text: string): string {
  const told = text.replace(STAFF, 'Mitarbeiter')
  return isForeign(told) ? exceptNames(told, translated) : text
}

function translated(text: string): string {
  const { english, pattern } = words()
  return text
    .replace(VERB_LAST, 'gegründet $1 $2')
    .replace(SELLING_LAST, 'selling to $1')
    .replace(USING_LAST, 'using $1')
    .replace(FROM_NUMBER, 'at least ')
    .replace(COMPOUND, (whole: string, stem: string, head: string) =>
      english.has(whole.toLowerCase()) ? whole : `${stem} ${head}`,
    )
    .replace(BETWEEN_NUMBERS, '$1 and ')
    .replace(UP_TO, '$1 to ')
    .replace(pattern, (found) => english.get(found.toLowerCase()) ?? found)
    .replace(ELISION, (article) => (/^d/i.test(article) ? 'of ' : ''))
}
