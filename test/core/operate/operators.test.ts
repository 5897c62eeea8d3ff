import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ListAuditEvents } from '../../../src/core/accounts/audit-events.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import {
  CreateAccount,
  ListAccounts,
  SetPlan,
  SuspendAccount,
} from '../../../src/core/operate/installation-accounts.ts'
import { ListOperators, SetOperator } from '../../../src/core/operate/operators.ts'
import { RenameAccount } from '../../../src/core/accounts/rename-account.ts'
import { GetUsageHistory } from '../../../src/core/billing/usage-history.ts'
import { ListCrawls, RequestCrawl } from '../../../src/core/crawl/crawls.ts'
import { GetInstallationFigures } from '../../../src/core/operate/installation-figures.ts'
import { RunDoctor } from '../../../src/core/operate/run-doctor.ts'
import { chargeAllAtOnce } from '../../../src/db/accounts/billing-store.ts'
import { inTransaction } from '../../../src/db/database.ts'
import type { AppError } from '../../../src/errors.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { memberOf } from '../../support/records/team.ts'
import type { Person } from '../../support/records/team.ts'

let app: TestApp
let olga: Person
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_ROLE: 'server' } })
  const first = await app.context.store.accounts.firstUser()
  olga = await memberOf(app, first?.accountId ?? 0, 'olga@elm.example', 'owner')
  await app.database.pool.query(`update logins set operator = true where email = 'olga@elm.example'`)
})
afterAll(() => app[Symbol.asyncDispose]())

const refused = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: AppError) => error.id,
  )

describe('an operator', () => {
  test('sees all accounts, sets plans, suspends, and opens accounts by invitation', async () => {
    const made = await olga.ask(CreateAccount, { name: 'Birch Works', email: 'maya@birch.example', plan: 'free' })
    expect(made.data.link).toContain('/app/join#qi_')
    const { id } = made.data
    await olga.ask(SetPlan, { id, plan: 'growth' })
    await olga.ask(SuspendAccount, { id })
    const { data } = await olga.ask(ListAccounts, { limit: 100 })
    expect(data.find((account) => account.id === id)).toMatchObject({
      name: 'Birch Works',
      plan: 'growth',
      suspended: true,
    })
    await olga.ask(SuspendAccount, { id, suspended: false })
    expect(await refused(olga.ask(SuspendAccount, { id: olga.accountId }))).toBe('validation_failed')
    // Doing it again changes nothing, and nothing is recorded.
    await olga.ask(SuspendAccount, { id, suspended: false })
    await olga.ask(SetPlan, { id, plan: 'growth' })
    const log = await olga.ask(ListAuditEvents)
    expect(log.data.map(({ action, installation, actor }) => [action, installation, actor])).toEqual(
      ['account_resumed', 'account_suspended', 'plan_changed', 'account_created'].map((action) => [
        action,
        true,
        'olga@elm.example',
      ]),
    )
  })

  test('can appoint other operators, and cannot be removed as the last one', async () => {
    expect(await refused(olga.ask(SetOperator, { email: 'olga@elm.example', operator: false }))).toBe(
      'validation_failed',
    )
    expect(await refused(olga.ask(SetOperator, { email: 'nobody@elm.example' }))).toBe('validation_failed')
    const ben = await memberOf(app, olga.accountId, 'ben@elm.example', 'admin')
    expect(await refused(ben.ask(ListOperators))).toBe('forbidden')
    for (const _ of ['once', 'twice']) await olga.ask(SetOperator, { email: 'ben@elm.example' })
    const { data: granted } = await olga.ask(ListAuditEvents, { action: 'operator_granted' })
    expect(granted.map(({ subject }) => subject)).toEqual(['ben@elm.example'])
    expect((await ben.ask(ListOperators)).data.map(({ email }) => email)).toEqual([
      'olga@elm.example',
      'ben@elm.example',
    ])
    await ben.ask(SetOperator, { email: 'ben@elm.example', operator: false })
    expect(await refused(ben.ask(ListOperators))).toBe('forbidden')
  })

  test('sees the crawls, requests one, and knows the state of the installation', async () => {
    expect((await olga.ask(RequestCrawl, { domain: 'birch.example' })).data).toEqual({
      domain: 'birch.example',
      requested: true,
    })
    expect((await olga.ask(RequestCrawl, { domain: 'birch.example' })).data.requested).toBe(false)
    const { data, meta } = await olga.ask(ListCrawls, { status: 'queued' })
    expect(data).toMatchObject([{ domain: 'birch.example', status: 'queued', pages: 0 }])
    expect(meta.more).toBe(false)
    expect((await olga.ask(RunDoctor)).data.map(({ name }) => name)).toContain('database')
    expect((await olga.ask(GetInstallationFigures)).data).toContainEqual({ name: 'crawls', label: 'queued', value: 1 })
  })
})

describe('an account', () => {
  test('can be renamed only by its owner', async () => {
    const { accountId } = await createAccount(app.context, 'unlimited')
    const owner = await memberOf(app, accountId, 'owner@oak.example', 'owner')
    const admin = await memberOf(app, accountId, 'admin@oak.example', 'admin')
    expect(await refused(admin.ask(RenameAccount, { name: 'Oak' }))).toBe('forbidden')
    for (const _ of ['once', 'twice'])
      expect((await owner.ask(RenameAccount, { name: 'Oak' })).data).toEqual({ name: 'Oak' })
    expect((await owner.ask(ListAuditEvents, { action: 'account_renamed' })).data).toHaveLength(1)
  })

  test('sees its own usage day by day, and nothing of others', async () => {
    const { pool } = app.database
    const account = await createAccount(app.context, 'unlimited')
    const reader = await memberOf(app, account.accountId, 'reader@oak.example', 'reader')
    const spend = (accountId: number, kind: 'search' | 'verification', credits: number) => {
      const fingerprint = randomBytes(32)
      const startsOn = new Date().toISOString().slice(0, 10)
      return { accountId, startsOn, fingerprint, kind, credits, allowance: null }
    }
    const { billing } = app.context.store
    const dearer = spend(account.accountId, 'search', 1)
    await billing.reserve(dearer)
    await billing.settle(dearer, 4)
    await billing.settle(dearer, 4) // doing it twice has no further effect
    const none = spend(account.accountId, 'search', 1)
    await billing.reserve(none)
    await billing.refund(none)
    const checks = [1, 2, 3].map(() => spend(account.accountId, 'verification', 0.5))
    await inTransaction(pool, (client) => chargeAllAtOnce(client, checks))
    await inTransaction(pool, (client) => chargeAllAtOnce(client, checks))
    const others = spend(olga.accountId, 'search', 7)
    await billing.reserve(others)
    await billing.settle(others, 7)
    await pool.query(`update usage_days set day = day - 2 where account_id = $1`, [account.accountId])
    const { data, meta } = await reader.ask(GetUsageHistory, { days: 7 })
    expect(meta).toEqual({ days: 7 })
    expect(data).toHaveLength(7)
    expect(data.map(({ searches, verifications }) => [searches, verifications])).toEqual(
      [0, 0, 0, 0, 1, 0, 0].map((used) => [4 * used, 1.5 * used]),
    )
  })
})
