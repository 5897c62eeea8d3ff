import type { DomainSearchOutput } from './domain-search-output.ts'
import type { FindEmailOutput } from './find-email-output.ts'
import { DEPRECATION_NOTICE } from '../verify/verify-email-output.ts'
import type { VerifyEmailOutput } from '../verify/verify-email-output.ts'

/** What the documented test key always gets: no lookup, no cost. */
export const TEST_KEY = 'test-api-key'

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
        sources: [
          {
            domain: 'example.com',
            uri: 'https://example.com/about',
            extracted_on: '2025-01-10',
            last_seen_on: '2025-06-30',
            still_on_page: true,
          },
        ],
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

export const VERIFY_EMAIL_FIXTURE: VerifyEmailOutput = {
  data: {
    status: 'valid',
    result: 'deliverable',
    _deprecation_notice: DEPRECATION_NOTICE,
    score: 100,
    email: 'marta.quill@example.com',
    regexp: true,
    gibberish: false,
    disposable: false,
    webmail: false,
    mx_records: true,
    smtp_server: true,
    smtp_check: true,
    accept_all: false,
    block: false,
    sources: [
      {
        domain: 'example.com',
        uri: 'https://example.com/about',
        extracted_on: '2025-01-10',
        last_seen_on: '2025-06-30',
        still_on_page: true,
      },
    ],
  },
  meta: { params: { email: 'marta.quill@example.com' } },
}

export const FIND_EMAIL_FIXTURE: FindEmailOutput = {
  data: {
    first_name: 'Marta',
    last_name: 'Quill',
    email: 'marta.quill@example.com',
    score: 97,
    domain: 'example.com',
    accept_all: false,
    position: 'Head of Sales',
    twitter: null,
    linkedin_url: null,
    phone_number: '+1 555 0100',
    company: 'Example Quarry',
    sources: [
      {
        domain: 'example.com',
        uri: 'https://example.com/about',
        extracted_on: '2025-01-10',
        last_seen_on: '2025-06-30',
        still_on_page: true,
      },
    ],
    verification: { date: '2025-07-01', status: 'valid' },
  },
  meta: {
    params: {
      first_name: 'Marta',
      last_name: 'Quill',
      full_name: null,
      domain: 'example.com',
      company: null,
      max_duration: null,
    },
  },
}
