import { FIXTURE_SOURCE } from '../capability/test-key.ts'
import type { DomainSearchOutput } from './domain-search-output.ts'

/** What the documented test key always gets, without a look-up or cost. */
export const DOMAIN_SEARCH_FIXTURE: DomainSearchOutput = {
  data: {
    domain: 'example.com',
    disposable: false,
    webmail: false,
    accept_all: false,
    pattern: '{first}.{last}',
    organization: 'Example Quarry',
    linked_domains: [],
    emails: [
      {
        value: 'marta.quill@example.com',
        type: 'personal',
        confidence: 97,
        sources: [FIXTURE_SOURCE],
        first_name: 'Marta',
        last_name: 'Quill',
        position: 'Head of Sales',
        position_raw: 'Head of Sales',
        seniority: 'executive',
        department: 'sales',
        linkedin: null,
        twitter: null,
        phone_number: '+1 555 0100',
        verification: { date: '2025-07-01', status: 'valid' },
      },
      {
        value: 'info@example.com',
        type: 'generic',
        confidence: 90,
        sources: [],
        first_name: null,
        last_name: null,
        position: null,
        position_raw: null,
        seniority: null,
        department: null,
        linkedin: null,
        twitter: null,
        phone_number: null,
        verification: { date: null, status: null },
      },
    ],
  },
  meta: {
    results: 2,
    limit: 10,
    offset: 0,
    params: { domain: 'example.com', company: null, type: null, seniority: null, department: null },
  },
}
