import { FIXTURE_SOURCE } from '../capability/test-key.ts'
import { DEPRECATION_NOTICE } from './verify-email-output.ts'
import type { VerifyEmailOutput } from './verify-email-output.ts'

/** What the documented test key always gets, without a look-up or cost. */
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
    sources: [FIXTURE_SOURCE],
  },
  meta: { params: { email: 'marta.quill@example.com' } },
}
