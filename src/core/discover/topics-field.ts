import { parseQuery } from '../../engine/discover/query-parser.ts'
import type { CompanyTopic } from '../../lib/companies/company-filters.ts'
import { industryNamed } from '../../lib/companies/industries.ts'
import { asText, listOf, objectOf } from '../../lib/input/field-kinds.ts'
import { field, isAbsent, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import type { JsonSchema, Reading } from '../../lib/input/input-fields.ts'

const MAX_TOPICS = 12
const MAX_VALUES = 30
const MAX_LENGTH = 100

const TOPIC: Record<string, JsonSchema> = Object.fromEntries([
  ['said', { type: 'string' }],
  ...['industries', 'keywords', 'tags'].map((name) => [name, { type: 'array', items: { type: 'string' } }]),
])

const malformed = refuse(
  'wrong_params',
  'topics must be a list of words such as fintech, or of objects with said and at least one of industries, keywords and tags.',
)

/**
 * What companies are about, one condition per topic: in plain words, read as in a question, or as an object from
 * `meta.filters`. The tool list shows only words, because the full schema would cost every caller of every tool.
 */
export const topicsField = field<CompanyTopic[]>(
  {
    type: 'array',
    items: { type: 'object', properties: TOPIC },
    description: 'One condition each.',
    listedAs: {
      type: 'array',
      items: { type: 'string' },
      description: 'Such as fintech, one condition each; also from meta.filters.',
    },
  },
  (raw) => {
    const items = typeof raw === 'string' ? (objectOf(`{"list":${raw}}`)?.['list'] ?? [raw]) : raw
    if (!Array.isArray(items) || items.length > MAX_TOPICS) return malformed
    const topics: CompanyTopic[] = []
    for (const item of items as unknown[]) {
      const one = typeof item === 'string' ? spoken(item) : readTopic(item)
      if (!one.ok) return one
      topics.push(...[one.value].flat())
    }
    return topics.length > MAX_TOPICS ? malformed : read(topics)
  },
)

/** No topic refers to a date. */
const WHENEVER = new Date(0)

/** What a question of only these words would ask for; words that are in no list are searched for as they are. */
function spoken(raw: string): Reading<CompanyTopic[]> {
  const said = asText(raw)
  if (said === null || said === '' || said.length > MAX_LENGTH) return malformed
  const { topics = [] } = parseQuery(said, WHENEVER).filters
  return read(topics.length > 0 ? topics : [{ said, keywords: [said], known: false }])
}

function readTopic(raw: unknown): Reading<CompanyTopic> {
  const value = objectOf(raw)
  const said = typeof value?.['said'] === 'string' ? asText(value['said']) : null
  if (value === null || said === null || said.length > MAX_LENGTH) return malformed
  const industries: string[] = []
  for (const name of valuesOf(value['industries']) ?? []) {
    const known = industryNamed(name)
    if (known === null) return refuse('invalid_industry', `${quoted(name)} is not a known industry.`)
    industries.push(known)
  }
  const keywords = valuesOf(value['keywords'])
  const tags = valuesOf(value['tags'])
  if (keywords === null || tags === null || valuesOf(value['industries']) === null) return malformed
  if (industries.length + keywords.length + tags.length === 0) return malformed
  return read({
    said,
    ...(industries.length > 0 && { industries }),
    ...(keywords.length > 0 && { keywords }),
    ...(tags.length > 0 && { tags }),
    ...(value['known'] === false && { known: false as const }),
  })
}

/** Industries contain commas: a list is taken unchanged. Null if it is not a list of values. */
function valuesOf(raw: unknown): string[] | null {
  if (isAbsent(raw)) return []
  if (!Array.isArray(raw)) return listOf(raw)
  const values = (raw as unknown[]).map((item) => (typeof item === 'string' ? item.trim() : ''))
  return values.length <= MAX_VALUES && values.every((item) => item !== '' && item.length <= MAX_LENGTH)
    ? [...new Set(values)]
    : null
}
