import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WEB_ROUTES } from '../../src/web/web-routes.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { fillAccount } from '../support/web/full-account.ts'
import type { PathValues } from '../support/web/full-account.ts'
import { addressOf, SHOWN_SCREENS } from '../support/web/screens.ts'
import { webVisitor } from '../support/web/web-visitor.ts'

let app: TestApp
let values: PathValues
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  values = await fillAccount(app)
})
afterAll(() => app[Symbol.asyncDispose]())

/** Screens of a single record, except those of operators, which cover all accounts. */
const ofRecords = SHOWN_SCREENS.filter(
  ({ needsRecord, screen, query }) => needsRecord && query === '' && screen.scope !== 'operator',
)

describe('the records of an account', () => {
  test('are shown to its own users', async () => {
    const owner = await webVisitor(app)
    const wrong: string[] = []
    for (const shown of ofRecords) {
      const { status } = await owner.see(addressOf(shown, values).slice('/app'.length))
      if (status !== 200) wrong.push(`${shown.path}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('are not found by the owner of another account', async () => {
    const { accountId } = await app.context.store.accounts.createAccount('unlimited', new Date())
    const stranger = await webVisitor(app, { accountId, email: 'stranger@other.test' })
    const wrong: string[] = []
    for (const shown of ofRecords) {
      const { status, html } = await stranger.see(addressOf(shown, values).slice('/app'.length))
      if (status !== 404) wrong.push(`${shown.path}: ${status}`)
      if (/birch|jane|rivers/i.test(html)) wrong.push(`${shown.path}: it says something of the record`)
    }
    expect(wrong).toEqual([])
  })
})

test('ids beyond any table, and forms with an odd word, find nothing and break nothing', async () => {
  const owner = await webVisitor(app, { operator: true })
  const wrong: string[] = []
  for (const { kind, path } of WEB_ROUTES) {
    const place = path.replaceAll(/:\w+/g, '99999999999')
    if (place === path || (kind !== 'form' && kind !== 'screen')) continue
    const given = kind === 'form' ? await owner.send(place, { once: 'a\0b', sure: 'yes' }) : await owner.see(place)
    if (given.status >= 500) wrong.push(`${kind} ${place}: ${given.status}`)
  }
  expect(wrong).toEqual([])
})
