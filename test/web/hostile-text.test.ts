import { expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import { fillAccount } from '../support/web/full-account.ts'
import { fillPlaces, harmless, hostile } from '../support/web/hostile-rows.ts'
import { firstDifference, skeletonOf } from '../support/web/page-skeleton.ts'
import type { Skeleton } from '../support/web/page-skeleton.ts'
import { addressOf, SHOWN_SCREENS } from '../support/web/screens.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

const STRINGS = 10_000

test('text from outside stays text everywhere', async () => {
  await using app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const values = await fillAccount(app)
  const { see } = await webVisitor(app, { operator: true, email: 'maya@studio.example' })
  const { pool } = app.context.database
  const wrong: string[] = []

  const pages = async (): Promise<Map<string, Skeleton>> => {
    const found = new Map<string, Skeleton>()
    for (const shown of SHOWN_SCREENS.filter(({ who }) => who === 'signed in')) {
      const address = addressOf(shown, values)
      const { status, html } = await see(address.slice('/app'.length))
      if (status !== 200) wrong.push(`${address} answered ${status}`)
      found.set(address, skeletonOf(html))
    }
    return found
  }

  const calm = new Map<boolean, Map<string, Skeleton>>()
  for (const isLink of [true, false]) {
    await fillPlaces(pool, harmless(isLink))
    calm.set(isLink, await pages())
  }
  let strings = 0
  for (let round = 0; strings < STRINGS; round += 1) {
    const isLink = round % 2 === 0
    strings += await fillPlaces(pool, hostile(isLink, round))
    for (const [address, skeleton] of await pages()) {
      const difference = firstDifference(calm.get(isLink)?.get(address) ?? skeleton, skeleton)
      if (difference !== null) wrong.push(`${address}: ${difference}`)
      wrong.push(...skeleton.strayLinks.map((link) => `${address}: ${link}`))
    }
  }
  expect([...new Set(wrong)].slice(0, 10)).toEqual([])
  expect(strings).toBeGreaterThanOrEqual(STRINGS)
})
