/** What the asker sells is not a trade of the companies searched for: `prospects for my payroll software: restaurants`. */

const OPENINGS = [
  String.raw`(?:(?:potential|possible|likely)\s+)?(?:prospects|leads|customers|clients|buyers|accounts|targets)\s+for\s+(?:my|our|an?|the)`,
  String.raw`(?:potential|possible|likely)\s+(?:customers|clients|buyers)\s+(?:for|of)`,
  String.raw`(?:i|we)(?:['’]?(?:m|re)|\s+are|\s+am)?\s+(?:sell|pitch|market|make|offer|build|provide|supply|distribute|do)(?:ing)?`,
  String.raw`(?:my|our)\s+(?:company|firm|startup|business|team)\s+(?:sells|makes|offers|builds|provides|supplies|does)`,
  String.raw`who\s+(?:would|could|might|will)\s+(?:buy|need|want)`,
  String.raw`who['’]?d\s+(?:buy|need|want)`,
  String.raw`who(?:m)?\s+to\s+(?:sell|pitch|offer)`,
  String.raw`(?:my|our)\s+(?:product|service|solution|offering|tool)\s+is`,
  String.raw`(?:selling|pitching)(?:\s+(?:my|our))?(?=\s+(?:[^\s,:;]+\s+){1,6}to\s)`,
  String.raw`(?:who|whom|where)\s+(?:can|could|should|do)\s+(?:i|we)\s+(?:sell|pitch|offer)`,
  String.raw`(?:ich\s+(?:verkaufe|vertreibe|biete)|wir\s+(?:verkaufen|vertreiben|bieten)|(?:kunden|interessenten|abnehmer|käufer)\s+für\s+(?:mein|unser)e?n?)`,
  String.raw`(?:je\s+(?:vends|propose)|nous\s+(?:vendons|proposons)|on\s+vend|(?:prospects|clients)\s+pour\s+(?:mon|ma|mes|notre|nos))`,
  String.raw`(?:vendo|vendemos|ofrezco|ofrecemos|ofereço|oferecemos|(?:clientes|prospectos)\s+para\s+(?:mis?|nuestr[oa]s?|(?:o\s+|a\s+)?(?:meu|minha|nosso|nossa)s?))`,
  String.raw`(?:vendiamo|offriamo|clienti\s+per\s+(?:il\s+|la\s+)?(?:mi[oae]|nostr[oae])|(?:ik\s+verkoop|wij\s+verkopen|we\s+verkopen)|klanten\s+voor\s+(?:mijn|onze|ons))`,
]
/** What introduces the buyers or their place. */
const ENDS = String.raw`(?:[:;,.?!]|\s(?:to|for|an|für|à|aux|pour|a|para|aan|voor|ad|ai|alle|agli|per)\s(?=\S)|\s(?=(?:in|near|around|across|bei|en|dans|em)\s))`

const SELLER = new RegExp(
  String.raw`^\s*(?:(?:please\s+)?(?:find|give|show|list|get|need)\s+(?:me\s+|us\s+)?|(?:(?:i|we)(?:['’]?(?:m|re)|\s+am|\s+are)?\s+)?(?:looking|searching)\s+for\s+)?(?:${OPENINGS.join('|')})` +
    String.raw`\s+(?<sold>[^:,;.?!]{2,60}?)\s*${ENDS}\s*(?:to\s+(?=in\s))?`,
  'iu',
)

/** A department, not a trade: `marketing teams at banks`. */
const TEAM =
  /^\s*(?:(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?(?<sold>(?:[\p{L}-]+\s+){1,3}(?:teams?|departments?|people|folks|leaders?|buyers?))\s+(?:at|in\s+the)\s+(?=\S)/iu
/** `decision makers at hotels`: people of any department. */
const PEOPLE =
  /^\s*(?:(?:find|give|show|list|get)\s+(?:me\s+|us\s+)?)?(?:the\s+)?(?<sold>(?:key\s+|senior\s+|top\s+)?(?:decision[- ]makers?|executives|contacts|management|leadership|c[- ]suite))\s+(?:at|in)\s+(?=\S)/iu

/**
 * The question about companies alone, and the words about the seller left out of it; null if the question does not mention a
 * sale.
 */
export function withoutSeller(text: string): { rest: string; said: string } | null {
  const match = SELLER.exec(text) ?? TEAM.exec(text) ?? PEOPLE.exec(text)
  const said = match?.groups?.['sold']
  if (match === null || said === undefined) return null
  const rest = text.slice(match[0].length)
  return rest.trim() === '' ? null : { rest, said: said.trim() }
}

/** Where the asker is, which nobody knows here: `bakeries near me`. */
const NEAR_ASKER =
  /(?<![\p{L}\p{N}])(?:(?:near|around|close\s+to)\s+(?:me|us|here|my\s+(?:office|location))|in\s+(?:my|our)\s+(?:area|city|town|region|neighbou?rhood|state|country)|in\s+meiner\s+nähe|bei\s+mir\s+in\s+der\s+nähe|près\s+de\s+(?:chez\s+)?moi|cerca\s+de\s+(?:mí|mi|aquí)|vicino\s+a\s+(?:me|noi)|bij\s+mij\s+in\s+de\s+buurt|perto\s+de\s+mim|nära\s+mig)(?=\s*(?:$|[,.;:!?)]|with|mit|avec|con))/iu

/** The question without that, and the words that said it; null if it does not say so. */
export function withoutAsker(text: string): { rest: string; said: string } | null {
  const said = NEAR_ASKER.exec(text)?.[0]
  return said === undefined ? null : { rest: text.replace(NEAR_ASKER, ' '), said }
}
