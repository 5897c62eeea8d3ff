import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatFor } from '../../../src/web/page/format.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedPeople } from '../../support/records/seed.ts'
import { setClock } from '../../support/records/signed-in.ts'
import { outcomeOf } from '../../support/web/invented-companies.ts'
import { webVisitor } from '../../support/web/web-visitor.ts'
import type { Visitor } from '../../support/web/web-visitor.ts'

/** In the evening, so that hours since midnight differ from "today". */
const clock = setClock(new Date('2026-03-02T19:00:00Z'))

let app: TestApp
let ana: Visitor
beforeAll(async () => {
  app = await startApp({ replace: { clock }, env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  await app.database.pool.query(`update accounts set plan = 'growth'`)
  ana = await webVisitor(app)
  await seedPeople(app.context, 'birch.example', [['Jane', 'Rivers', 'Head of Sales']])
})
afterAll(() => app[Symbol.asyncDispose]())

const ADDRESS = 'jane.rivers@birch.example'

test('an address verified a moment ago was verified today, not hours ago', async () => {
  const checkedAt = clock.now()
  const verdict = { domain: 'birch.example', value: ADDRESS, status: 'valid', checkedAt, freshUntil: checkedAt }
  await app.context.store.verifications.keep([{ ...verdict, outcome: outcomeOf(ADDRESS, 'valid', checkedAt) }])
  const { html } = await ana.see('/companies/birch.example')
  expect(html).toMatch(/<time datetime="2026-03-02"[^>]*>today<\/time>/)
  expect(html).not.toContain('hours ago')
})

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Kiritimati'])(
  'a day of the calendar is the same day in %s',
  async (zone) => {
    await app.database.pool.query('update logins set time_zone = $2 where id = $1', [ana.loginId, zone])
    const { reset_date } = (await app.get('/v2/account')).body.data as { reset_date: string }
    const day = `${Number(reset_date.slice(-2))} Apr 2026`
    expect((await ana.see('')).html).toContain(`New credits on ${day}`)
    expect((await ana.see('/settings/usage')).html).toContain(day)
    expect((await ana.see('/companies/birch.example')).html).toContain('since 2 Mar 2026')
  },
)

test('a time on another day is shown with its day', () => {
  const { time } = formatFor('en', 'Europe/Lisbon', clock.now())
  expect(time(new Date('2026-03-02T08:15:00Z'))).toBe('08:15')
  expect(time(new Date('2026-02-28T08:15:00Z'))).toBe('28 Feb 2026, 08:15')
})
