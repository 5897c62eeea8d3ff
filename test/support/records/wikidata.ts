/** Wikidata entities as in its dumps, of invented companies. */

type Value = string | object

const snak = (value: Value) => ({
  snaktype: 'value',
  datavalue: { type: typeof value === 'string' ? 'string' : 'wikibase', value },
})

/** A statement. */
export const claim = (
  value: Value,
  { rank = 'normal', qualifiers = {} }: { rank?: string; qualifiers?: Record<string, unknown> } = {},
) => ({
  mainsnak: snak(value),
  type: 'statement',
  rank,
  qualifiers: Object.fromEntries(Object.entries(qualifiers).map(([property, of]) => [property, [snak(of as Value)]])),
})

export const item = (id: string) => ({ 'entity-type': 'item', 'numeric-id': Number(id.slice(1)), id })

export const quantity = (amount: string) => ({ amount, unit: '1' })

export const time = (at: string, precision: number) => ({ time: at, timezone: 0, before: 0, after: 0, precision })

/** @param label '' for an entity without one */
export const entity = (id: string, label: string, claims: Record<string, unknown>) => ({
  type: 'item',
  id,
  labels: label === '' ? [] : { en: { language: 'en', value: label } },
  descriptions: label === '' ? [] : { en: { language: 'en', value: `${label}, described` } },
  aliases: {},
  claims,
  sitelinks: {},
})
