import type { DomainSearchOutput } from '../../src/core/search/domain-search-output.ts'

/** The largest answer core could give: every text at its maximum length, every list full. */
export const enormous = (rows: number): DomainSearchOutput => ({
  data: {
    domain: 'example.org',
    disposable: false,
    webmail: false,
    accept_all: null,
    pattern: '{first}',
    organization: 'Ö'.repeat(300),
    linked_domains: Array.from({ length: 20 }, (_, index) => `linked-${index}.example`),
    emails: Array.from({ length: rows }, (_, index) => ({
      value: `${'a'.repeat(60)}${index % 10}@${'b'.repeat(60)}.example`,
      type: 'personal' as const,
      confidence: 100,
      sources: Array.from({ length: 20 }, (_, source) => ({
        domain: 'example.org',
        uri: `https://example.org/${'p'.repeat(400)}/${source}`,
        extracted_on: '2026-01-01',
        last_seen_on: '2026-02-02',
        still_on_page: true,
      })),
      first_name: 'Ö'.repeat(300),
      last_name: '\u202eé'.repeat(300),
      position: '語'.repeat(300),
      position_raw: 'x'.repeat(900),
      seniority: 'executive',
      department: 'executive',
      linkedin: `https://www.linkedin.com/in/${'l'.repeat(60)}`,
      twitter: 'someone',
      phone_number: null,
      verification: { date: null, status: null },
    })),
  },
  meta: {
    results: 50_000,
    limit: rows,
    offset: 0,
    params: { domain: 'example.org', company: null, type: null, seniority: null, department: null },
  },
})

/** An answer in which nothing is known. */
export const nothing: DomainSearchOutput = {
  data: {
    domain: null,
    disposable: false,
    webmail: false,
    accept_all: null,
    pattern: null,
    organization: null,
    linked_domains: [],
    emails: [],
  },
  meta: {
    results: 0,
    limit: 10,
    offset: 0,
    params: { domain: null, company: null, type: null, seniority: null, department: null },
  },
}
