import { withAmounts } from './foreign-amounts.ts'
import { FOREIGN_NUMBERS } from './number-words.ts'

/** Sentences of other languages in the order of English ones, and their compounds as two words. */

/** `Softwarefirmen` is one word made of `Software` and `firmen`, sometimes joined by an `s`. */
const COMPOUND =
  /(?<!\p{L})(\p{L}{3,20}?)(?:(?<!s)s)?(firmen|firma|unternehmen|betrieben?|herstellern?|anbietern?|agenturen|büros|händlern?|dienstleistern?|produzenten|lieferanten|zulieferern?|startups|fabriken|verlage|schulen|kliniken|kanzleien|banken|versicherer|läden|geschäfte|shops|studios|konzernen?|werkstätten|vereine|labore|praxen|industrie|branche|sektor|handel|bedrijven|bedrijfjes|fabrikanten|leveranciers|winkels|kantoren|bureaus|scholen|zaken|företag|bolag|byråer|firmor|selskaper|selskaber|virksomheder|firmaer|bedrifter|producenter|produsenter|tillverkare|leverantörer)(?!\p{L})/giu
/** `die nach 2015 gegründet wurden`: the verb comes last. */
const VERB_LAST =
  /(nach|vor|seit|in|na|voor|sinds)\s+(\d{4})\s+(?:zijn\s+|werden\s+)?(gegründet|opgericht)(?:en|e)?(?:\s+(?:wurden?|zijn|werden))?/giu
/** `die 2023 Geld bekommen haben`, `die 2024 eine Series A abgeschlossen haben` */
const RAISED_LAST =
  /(?:die|welche)\s+(?:im\s+jahr\s+|(in|seit|nach|vor)\s+)?(\d{4})\s+(?:(?:frisches\s+)?(?:geld|kapital)\s+|(?:(?:eine|ihre|1)\s+)?(seri(?:es?)[\s-][a-e]|(?:pre-?)?seed(?:[\s-](?:runde|finanzierung))?)\s+)?(?:eingesammelt|bekommen|erhalten|aufgenommen|abgeschlossen)(?:\s+haben)?(?!\p{L})/giu
/** `die Shopware einsetzen`, `die an Krankenhäuser verkaufen`. */
const USING_LAST =
  /(?<=\S\s)(?:die|welche)\s+(?:auch\s+)?([^\s,]+(?:\s+(?:und|oder|of|en|statt|anstatt|aber\s+nicht|aber\s+kein|maar\s+niet|maar\s+geen)\s+[^\s,]+)?)\s+(?:einsetzen|nutzen|verwenden|benutzen|gebruiken|inzetten)(?!\p{L})/giu
/** `die kein SAP nutzen`, `die keine Webseite haben`: the negated part. */
const NOT_LAST =
  /(?:die|welche)\s+(?:kein(?:e|en)?|nicht|geen)\s+([^\s,]+(?:\s+(?:und|oder|en|of)\s+[^\s,]+)?)\s+(einsetzen|nutzen|verwenden|benutzen|gebruiken|haben|besitzen|hebben)(?!\p{L})/giu
/** `des 3 dernières années`: in English the number comes second. */
const NUMBER_FIRST = /(\d+)\s+(derni[eè]res?|derniers?|[uú]ltim[oa]s)(?!\p{L})/giu
const SELLING_LAST = /(?:die|welche)\s+an\s+(\S+)\s+(?:verkaufen|liefern)(?!\p{L})/giu
/** `die nach China liefern`, `die Käse nach Polen exportieren`: where to, and the verb comes last. */
const DESTINATION_LAST =
  /(?:die|welche)\s+(?:([^\s,]+)\s+)?nach\s+(\p{Lu}[^\s,]*(?:\s+und\s+\p{Lu}[^\s,]*)?)\s+(?:liefern|exportieren|verkaufen|expandieren|umziehen|ausliefern|versenden)(?!\p{L})/gu
const FROM_NUMBER = /(?<!\p{L})ab\s+(?=\d)/giu
/** `zehn bis vierzig`: as figures they are read by the rules for these. */
const NUMBER_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}'’-])(?:${[...FOREIGN_NUMBERS.keys()].join('|')})(?![\\p{L}\\p{N}'’-])`,
  'giu',
)

/** The text with its verbs and numbers where English has them; its words are translated afterwards. */
export function inEnglishOrder(text: string, english: ReadonlyMap<string, string>): string {
  const figured = text.replace(NUMBER_WORD, (word) => String(FOREIGN_NUMBERS.get(word.toLowerCase()) ?? word))
  const raised = figured.replace(
    RAISED_LAST,
    (_, time: string | undefined, year: string, stage: string | undefined) =>
      `${stage === undefined ? '' : `${stage} `}eingesammelt ${time ?? 'in'} ${year}`,
  )
  return withAmounts(raised.replace(VERB_LAST, '$3 $1 $2'))
    .replace(NUMBER_FIRST, '$2 $1')
    .replace(NOT_LAST, (_, what: string, verb: string) =>
      /^(?:hab|bes)/i.test(verb) ? `ohne ${what}` : /^heb/i.test(verb) ? `zonder ${what}` : `not using ${what}`,
    )
    .replace(SELLING_LAST, 'selling to $1')
    .replace(DESTINATION_LAST, (_, goods: string | undefined, place: string) =>
      goods === undefined ? `exporting to ${place}` : `exporting ${goods} to ${place}`,
    )
    .replace(USING_LAST, 'using $1')
    .replace(FROM_NUMBER, 'at least ')
    .replace(COMPOUND, (whole: string, stem: string, head: string) =>
      english.has(whole.toLowerCase()) ? whole : `${stem} ${head}`,
    )
}
