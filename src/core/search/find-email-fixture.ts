import { FIXTURE_SOURCE } from '../capability/test-key.ts'
import type { FindEmailOutput } from './find-email-output.ts'

/** What the documented test key always gets, without a look-up or cost. */
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
    sources: [FIXTURE_SOURCE],
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
