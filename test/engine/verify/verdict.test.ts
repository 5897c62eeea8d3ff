import { describe, expect, test } from 'vitest'
import { judgeEvidence, scoreWithSources } from '../../../src/engine/verify/verdict.ts'
import type { Evidence, Finding } from '../../../src/engine/verify/verdict.ts'

const PLAIN: Evidence = {
  finding: 'accepted',
  catchAll: 'refused',
  mxRecords: true,
  implicitMx: false,
  webmail: false,
  role: false,
  gibberish: false,
  sawReply: true,
}
const judge = (evidence: Partial<Evidence>, lastTry = false) => judgeEvidence({ ...PLAIN, ...evidence }, lastTry)

const MARKS = new Map([
  [true, '+'],
  [false, '-'],
  [null, '0'],
])

/** Formats evidence as `valid 100 +++--`: status, score, then mx, server, check, accept_all, block. */
function line(evidence: Partial<Evidence>, lastTry = false): string {
  const { status, score, mxRecords, smtpServer, smtpCheck, acceptAll, block } = judge(evidence, lastTry)
  const flags = [mxRecords, smtpServer, smtpCheck, acceptAll, block].map((flag) => MARKS.get(flag)).join('')
  return `${status} ${score} ${flags}`
}

describe('a verdict', () => {
  test.each<[Finding, Partial<Evidence>, string]>([
    ['bad_syntax', { mxRecords: null }, 'invalid 0 00-0-'],
    ['null_mx', { mxRecords: false }, 'invalid 0 ---0-'],
    ['mx_is_loopback', {}, 'invalid 0 +--0-'],
    ['mx_not_public', {}, 'unknown 10 +-00-'],
    ['dns_failure', { mxRecords: null }, 'unknown 20 0000-'],
    ['no_network', { mxRecords: null }, 'unknown 20 0000-'],
    ['disposable_domain', {}, 'disposable 50 +000-'],
    ['accepted', {}, 'valid 100 +++--'],
    ['accepted', { catchAll: 'inconclusive' }, 'valid 90 +++0-'],
    ['accepted', { catchAll: 'not_run' }, 'valid 90 +++0-'],
    ['accepted', { catchAll: 'accepted' }, 'accept_all 70 ++++-'],
    ['exists_busy', {}, 'valid 90 +++0-'],
    ['user_unknown', {}, 'invalid 0 ++-0-'],
    ['disabled', {}, 'invalid 0 ++-0-'],
    ['domain_refuses_mail', {}, 'invalid 0 ++-0-'],
    ['user_unknown_soft', {}, 'unknown 30 ++-0-'],
    ['mailbox_full', {}, 'unknown 55 ++-0-'],
    ['mailbox_full_for_good', {}, 'unknown 30 ++-0-'],
    ['cannot_verify', {}, 'unknown 50 ++00-'],
    ['greylisted', {}, 'unknown 45 ++00-'],
    ['rate_limited', {}, 'unknown 40 ++00+'],
    ['blocked', {}, 'unknown 35 ++00+'],
    ['rdns_helo', {}, 'unknown 35 ++00+'],
    ['sender_refused', {}, 'unknown 35 ++00+'],
    ['temporary', {}, 'unknown 40 ++00-'],
    ['relay_denied', {}, 'unknown 15 ++-0-'],
    ['unknown', {}, 'unknown 25 ++-0-'],
    ['no_smtputf8', {}, 'unknown 20 ++00-'],
    ['unreachable', {}, 'unknown 25 +-00-'],
    ['not_smtp', {}, 'unknown 25 +-00-'],
    ['broken_dialogue', {}, 'unknown 30 ++00-'],
  ])('for %s with %j is %s', (finding, evidence, expected) => {
    expect(line({ finding, ...evidence })).toBe(expected)
  })

  test.each<[string, Partial<Evidence>, string]>([
    ['a role', { role: true }, 'valid 95 +++--'],
    ['gibberish', { gibberish: true }, 'valid 85 +++--'],
    ['an implicit MX', { implicitMx: true }, 'valid 95 -++--'],
    ['all three', { role: true, gibberish: true, implicitMx: true, catchAll: 'not_run' }, 'valid 70 -++0-'],
    ['gibberish at a relay that refuses', { finding: 'relay_denied', gibberish: true }, 'unknown 0 ++-0-'],
  ])('loses part of its score for %s', (_name, evidence, expected) => {
    expect(line(evidence)).toBe(expected)
  })

  test.each<[Finding, Partial<Evidence>, string]>([
    ['accepted', {}, 'valid 50 +++--'],
    ['accepted', { role: true }, 'valid 50 +++--'],
    ['accepted', { catchAll: 'accepted' }, 'webmail 50 ++++-'],
    ['user_unknown', {}, 'invalid 0 ++-0-'],
    ['blocked', {}, 'webmail 50 ++00+'],
    ['not_probed', {}, 'webmail 50 +000-'],
    ['unreachable', {}, 'webmail 50 +-00-'],
  ])('on webmail for %s with %j is %s', (finding, evidence, expected) => {
    expect(line({ finding, webmail: true, ...evidence })).toBe(expected)
  })

  test('accepts a soft refusal that the last attempt repeats', () => {
    expect(line({ finding: 'user_unknown_soft' }, true)).toBe('invalid 5 ++-0-')
  })

  test('is better where pages show the address and the domain is a catch-all, and only there', () => {
    expect([0, 1, 3, 5, 50].map((sources) => scoreWithSources({ status: 'accept_all', score: 70 }, sources))).toEqual([
      70, 74, 82, 90, 90,
    ])
    expect(scoreWithSources({ status: 'unknown', score: 30 }, 5)).toBe(30)
  })
})
