/** Laws about legal notices, and the registers that these name, by the language and the country that they tell. */
const LAWS: readonly (readonly [tag: string, law: RegExp])[] = [
  ['de-at', /§\s?5 (?:Abs\. ?1 )?ECG|E-Commerce-Gesetz|§\s?2[45] (?:Mediengesetz|MedienG)/u],
  ['de-de', /§\s?5 (?:Abs\. ?1 )?(?:TMG|DDG|Telemediengesetz|Digitale)|§\s?(?:55|18) (?:Abs\. ?2 )?(?:RStV|MStV)/u],
  ['fr-fr', /n°\s?2004-575|(?<!\p{L})LCEN(?!\p{L})|confiance dans l['’]économie numérique/u],
  ['it-it', /(?<!\p{L})(?:P\.? ?IVA|Partita IVA)(?!\p{L})/iu],
  ['es-es', /(?<!\p{L})LSSI(?:-?CE)?(?!\p{L})|Ley 34\/2002/u],
]
/** Any of them has one of these. */
const SIGN = /§|2004-575|LCEN|confiance dans|IVA|LSSI|34\/2002|E-Commerce-Gesetz/i
/** Notices name their law at the beginning, and the tax number of a house is in its footer. */
const MAX_LINES = 400
const MAX_LINE = 400

/**
 * The language tag of the law that a page cites, with its country: `de-de`; null where it cites none. A template in another
 * language may be around the notice, and the domain may end with `.com`. Linear in the lines.
 */
export function citedLaw(lines: readonly string[]): string | null {
  for (const line of lines.length > 2 * MAX_LINES
    ? [...lines.slice(0, MAX_LINES), ...lines.slice(-MAX_LINES)]
    : lines) {
    if (line.length > MAX_LINE || !SIGN.test(line)) continue
    const found = LAWS.find(([, law]) => law.test(line))
    if (found !== undefined) return found[0]
  }
  return null
}
