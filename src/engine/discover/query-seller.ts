/** What somebody sells is no trade of those they look for: `prospects for my payroll software: restaurants`. */

const SELLER =
  /^\s*(?:(?:please\s+)?(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?(?:(?:prospects|leads|customers|clients|buyers|accounts|targets)\s+for\s+(?:my|our)|(?:i|we)\s+(?:sell|make|offer|build)|who\s+(?:would|could|might)\s+(?:buy|need))\s+(?<sold>[^:,;.?!]{2,60}?)\s*(?<end>[:;,.?!]|\sto\s(?=\S))\s*/iu

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
