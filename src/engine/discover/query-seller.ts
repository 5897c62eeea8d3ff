/** What somebody sells is no trade of those they look for: `prospects for my payroll software: restaurants`. */

const SELLER = new RegExp(
  [
    String.raw`^\s*(?:(?:please\s+)?(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?`,
    `(?:${[
      String.raw`(?:prospects|leads|customers|clients|buyers|accounts|targets)\s+for\s+(?:my|our)`,
      String.raw`(?:i|we)(?:['’](?:m|re)|\s+are|\s+am)?\s+(?:sell|make|offer|build|provide)(?:ing)?`,
      String.raw`(?:my|our)\s+(?:company|firm|startup|business|team)\s+(?:sells|makes|offers|builds|provides)`,
      String.raw`who\s+(?:would|could|might)\s+(?:buy|need)`,
      String.raw`(?:ich\s+verkaufe|wir\s+verkaufen|je\s+vends|nous\s+vendons|vendo|vendemos)`,
    ].join('|')})`,
    String.raw`\s+(?<sold>[^:,;.?!]{2,60}?)\s*(?<end>[:;,.?!]|\s(?:to|an|à|aux|a)\s(?=\S))\s*`,
  ].join(''),
  'iu',
)

/** Whose marketing, not marketing as a trade: `marketing teams at banks`. */
const TEAM =
  /^\s*(?:(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?(?<sold>(?:[\p{L}-]+\s+){1,3}(?:teams?|departments?|people|folks|leaders?|buyers?))\s+(?:at|in\s+the)\s+(?=\S)/iu

/** The question about companies alone, and what of its seller was left out; null where nobody sells anything. */
export function withoutSeller(text: string): { rest: string; said: string } | null {
  const match = SELLER.exec(text) ?? TEAM.exec(text)
  const said = match?.groups?.['sold']
  if (match === null || said === undefined) return null
  const rest = text.slice(match[0].length)
  return rest.trim() === '' ? null : { rest, said: said.trim() }
}
