import { WORDS } from './company-rows.ts'

/** An allowed but expensive question in the form of both doors; each `n` makes a different one, which no cache contains. */
export interface DearQuestion {
  method: 'GET' | 'POST'
  path: (n: number) => string
  body?: (n: number) => object
  tool: string
  arguments: (n: number) => object
}

const wordAt = (n: number): string => WORDS[n % WORDS.length] as string
const phrases = (n: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${wordAt(n + i)} ${wordAt(n + 7 * i + Math.floor(n / WORDS.length))}`)

/** A question to discover, given as a body of filters. */
const discover = (filters: (n: number) => object): DearQuestion => ({
  method: 'POST',
  path: () => '/v2/discover',
  body: filters,
  tool: 'discover_companies',
  arguments: filters,
})

const query = (path: string, parameters: (n: number) => Record<string, string>) => (n: number) =>
  `${path}?${new URLSearchParams(parameters(n)).toString()}`

/** A question that is a query string at one door and the same arguments at the other. */
const lookUp = (path: string, tool: string, parameters: (n: number) => Record<string, string>): DearQuestion => ({
  method: 'GET',
  path: query(path, parameters),
  tool,
  arguments: parameters,
})

const longName = (n: number): string => `${phrases(n, 30).join(' ').slice(0, 180)} ${n}`
/** A part of the text up to its end: everything that contains the text also contains it. */
const partOf = (text: string, n: number): string => text.slice(n % text.length).trim()
const titlesOf = (n: number): string[] => Array.from({ length: 20 }, (_, i) => `chief ${wordAt(n + i)} officer ${n}`)

export const DEAR_QUESTIONS: Record<string, DearQuestion> = {
  'without 50 phrases': discover((n) => ({ keywords: { exclude: phrases(n, 50) } })),
  // Every company has one of them.
  'without 50 words': discover((n) => ({
    keywords: { exclude: [...WORDS, ...Array.from({ length: 50 - WORDS.length }, (_, i) => `other${n}x${i}`)] },
  })),
  'without 100 cities': discover((n) => ({
    headquarters_location: {
      exclude: Array.from({ length: 100 }, (_, i) => ({ country: 'US', city: `City ${n + i}` })),
    },
  })),
  'any of 40 words': discover((n) => ({
    keywords: { include: [...WORDS.slice(0, 39), `other${n}`], match: 'any' },
  })),
  'similar to one': discover((n) => ({ similar_to: { domain: `company${1 + n}.example` } })),
  'name of 190 letters': {
    ...lookUp('/v2/domain-finder', 'discover_companies', (n) => ({ company: longName(n) })),
    arguments: (n) => ({ organization: { name: [longName(n)] } }),
  },
  'titles of 50,000 addresses': {
    ...lookUp('/v2/domain-search', 'domain_search', (n) => ({
      domain: 'large.example',
      job_titles: titlesOf(n).join(','),
    })),
    arguments: (n) => ({ domain: 'large.example', job_titles: titlesOf(n) }),
  },
  'leads, half match': lookUp('/v2/leads', 'search_leads', (n) => ({
    industry: 'Technology',
    source: partOf('Domain search', n),
    position: partOf('Software Engineer', Math.floor(n / 13)),
    website: partOf('.example', Math.floor(n / 221)),
  })),
  'leads, query': lookUp('/v2/leads', 'search_leads', (n) => ({ query: `person${n % 1_000}` })),
}
