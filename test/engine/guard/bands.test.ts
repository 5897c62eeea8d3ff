import { describe, expect, test } from 'vitest'
import { brakeFor, firstSendsWait } from '../../../src/engine/guard/campaign-brake.ts'
import { judgeMailbox, nextBand, restAfterStop } from '../../../src/engine/guard/mailbox-band.ts'
import type { MailboxFacts } from '../../../src/engine/guard/mailbox-band.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'

const QUIET: MailboxFacts = {
  bouncesIn25: 0,
  policyIn20: 0,
  policyIn50: 0,
  sent: 60,
  bounced: 0,
  complained: 0,
  replied: 0,
}
const bandOf = (facts: Partial<MailboxFacts>) => judgeMailbox({ ...QUIET, ...facts }).band

describe('the band of a mailbox', () => {
  test.each([
    ['healthy', { bouncesIn25: 1 }],
    ['watch', { bouncesIn25: 2 }],
    ['watch', { sent: 100, bounced: 3 }],
    ['healthy', { sent: 99, bounced: 3 }],
    ['watch', { policyIn50: 1 }],
    ['watch', { complained: 1 }],
    ['strained', { bouncesIn25: 3 }],
    ['strained', { sent: 100, bounced: 5 }],
    ['strained', { complained: 2 }],
    ['watch', { sent: 1_000, complained: 1 }],
    ['strained', { sent: 900, complained: 2 }],
    ['stopped', { bouncesIn25: 5 }],
    ['stopped', { sent: 100, bounced: 8 }],
    ['stopped', { complained: 3 }],
    ['stopped', { policyIn20: 3, policyIn50: 3 }],
    ['watch', { policyIn20: 2, policyIn50: 4 }],
  ] as const)('is %s for %o', (band, facts) => {
    expect(bandOf(facts)).toBe(band)
  })

  test('gets worse at once, and better step by step', () => {
    const now = new Date('2026-03-10T09:00:00Z')
    const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
    expect(nextBand('healthy', null, { ...QUIET, bouncesIn25: 3 }, now).band).toBe('strained')
    expect(nextBand('strained', ago(1), QUIET, now).band).toBe('watch')
    expect(nextBand('watch', ago(6), QUIET, now).band).toBe('watch')
    expect(nextBand('watch', ago(7), QUIET, now).band).toBe('healthy')
    expect(nextBand('watch', ago(2), { ...QUIET, sent: 100, replied: 3 }, now).band).toBe('healthy')
    expect(nextBand('watch', ago(2), { ...QUIET, sent: 100, replied: 2 }, now).band).toBe('watch')
  })

  test('pauses for a day, then three days, and then until a person resumes it', () => {
    expect([0, 1, 2].map(restAfterStop)).toEqual([24 * HOUR_MS, 72 * HOUR_MS, null])
  })
})

describe('the brake of a campaign', () => {
  test('is stricter on the first hundred emails', () => {
    expect(brakeFor({ sent: 9, bouncesIn25: 3, bouncesIn100: 3 })).toBe('pause')
    expect(brakeFor({ sent: 101, bouncesIn25: 3, bouncesIn100: 3 })).toBe('slow')
    expect(brakeFor({ sent: 300, bouncesIn25: 4, bouncesIn100: 4 })).toBe('pause')
    expect(brakeFor({ sent: 300, bouncesIn25: 2, bouncesIn100: 6 })).toBe('pause')
    expect(brakeFor({ sent: 300, bouncesIn25: 2, bouncesIn100: 5 })).toBeNull()
  })

  test('lets the first emails be sent while few reports are outstanding', () => {
    const now = new Date('2026-03-10T09:03:00Z')
    const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
    expect(firstSendsWait({ sent: 2, bounced: 0, recent: [at(2), at(1)] }, now)).toBeNull()
    expect(firstSendsWait({ sent: 3, bounced: 0, recent: [at(2), at(1), at(0)] }, now)).toEqual(
      new Date('2026-03-10T09:04:00Z'),
    )
    expect(firstSendsWait({ sent: 9, bounced: 2, recent: [] }, now)).toBeNull()
    expect(firstSendsWait({ sent: 9, bounced: 3, recent: [] }, now)).not.toBeNull()
    expect(firstSendsWait({ sent: 25, bounced: 2, recent: [at(1), at(1)] }, now)).toBeNull()
  })
})
