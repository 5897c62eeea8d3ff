import { expect, test } from 'vitest'
import { adviceOn } from '../../src/core/apps/step-advice.ts'
import type { Advice } from '../../src/core/apps/step-advice.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000)
const step = (name: string, outcome = 'ok', detail: string | null = null) => ({ step: name, outcome, detail })

/** The steps of a connection, oldest first, and what they mean ten minutes later. */
const CONNECTIONS: readonly (readonly [Advice, readonly ReturnType<typeof step>[]])[] = [
  ['never_read_documents', [step('challenged')]],
  ['other_host', [step('documents', 'other_host')]],
  ['no_client_id', [step('challenged'), step('documents')]],
  ['document_unreachable', [step('client_read', 'invalid_client')]],
  ['redirect_not_registered', [step('authorize', 'invalid_redirect_uri')]],
  ['no_pkce', [step('authorize', 'invalid_request', 'The proof key (PKCE, S256) is missing or wrong.')]],
  ['foreign_resource', [step('authorize', 'invalid_target')]],
  ['login_never_finished', [step('registered'), step('authorize')]],
  ['declined', [step('authorize'), step('declined')]],
  ['code_never_redeemed', [step('authorize'), step('consented')]],
  ['refresh_reused', [step('token'), step('refreshed', 'invalid_grant', 'It had been used before.')]],
  ['token_at_api', [step('token'), step('refused', 'token_at_api')]],
  ['last_refused', [step('consented'), step('token', 'invalid_grant', 'It has expired.')]],
  ['works', [step('registered'), step('authorize'), step('consented'), step('token'), step('called')]],
]

test.each(CONNECTIONS)('%s', (advice, steps) => {
  const newestFirst = steps.map((each) => ({ ...each, at: ago(10) })).toReversed()
  expect(adviceOn(newestFirst, { now: NOW, goesOn: false })).toBe(advice)
})

test('a flow still in progress is not reported as failed', () => {
  expect(adviceOn([{ ...step('authorize'), at: ago(1) }], { now: NOW, goesOn: false })).toBe('works')
})
