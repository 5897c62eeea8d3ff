import { describe, expect, test } from 'vitest'
import {
  endSession,
  putNotice,
  readSession,
  renewSession,
  openSession,
  takeNotice,
} from '../../../src/core/logins/sessions.ts'
import type { SignedIn } from '../../../src/core/logins/sessions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { people } from '../../support/records/signed-in.ts'
import type { People } from '../../support/records/signed-in.ts'

const FROM = { browser: 'Firefox on Linux', network: '192.0.2.7' }

async function signedIn(needs: People, token: string): Promise<SignedIn> {
  const found = await readSession(needs, token)
  if (found === null) throw new Error('Nobody is signed in.')
  return found
}

describe('a session', () => {
  test('shows who is signed in, with the rights of the role', async () => {
    await using here = await people()
    const { accountId, loginId } = await here.account('maya@birch.example')
    const second = await here.account('olga@elm.example')
    const userId = await here.join(second.accountId, loginId, 'reader')
    const { token } = await openSession(here, { loginId, accountId, ...FROM })
    expect(token).toMatch(/^[\w-]{43}$/)
    const { principal, role, account, memberships, login } = await signedIn(here, token)
    expect({ role, account, memberships, email: login.email }).toEqual({
      role: 'owner',
      account: { id: accountId, name: null },
      memberships: 2,
      email: 'maya@birch.example',
    })
    expect(principal).toMatchObject({ accountId, keyId: 0, via: 'session', testKey: false, suspended: false })
    expect([...principal.scopes]).toEqual(['read', 'write', 'send', 'team'])
    const moved = await renewSession(here, await signedIn(here, token), { accountId: second.accountId })
    const there = await signedIn(here, moved)
    expect({ role: there.role, userId: there.principal.userId, scopes: [...there.principal.scopes] }).toEqual({
      role: 'reader',
      userId,
      scopes: ['read'],
    })
    expect(there.principal.rateKey).toBe(`user:${second.accountId}:${userId}`)
  })

  test('can run the installation only from the first account', async () => {
    await using here = await people()
    const first = await here.account('olga@elm.example')
    const second = await here.account(null)
    await here.join(second.accountId, first.loginId, 'owner')
    await here.database.pool.query('update logins set operator = true')
    const scopes = async (accountId: number) => {
      const { token } = await openSession(here, { loginId: first.loginId, accountId, ...FROM })
      return [...(await signedIn(here, token)).principal.scopes]
    }
    expect(await scopes(first.accountId)).toContain('operator')
    expect(await scopes(second.accountId)).not.toContain('operator')
  })

  test('ends 7 days after the last visit and 30 days after sign-in, however often it was renewed', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const { token: idle } = await openSession(here, { loginId, ...FROM })
    here.clock.pass(7 * DAY_MS - MINUTE_MS)
    expect(await readSession(here, idle)).not.toBeNull()
    here.clock.pass(7 * DAY_MS)
    expect(await readSession(here, idle)).toBeNull()
    let { token } = await openSession(here, { loginId, ...FROM })
    for (let day = 1; day < 30; day++) {
      here.clock.pass(DAY_MS)
      token = await renewSession(here, await signedIn(here, token), { confirmed: true })
    }
    here.clock.pass(DAY_MS - MINUTE_MS)
    expect(await readSession(here, token)).not.toBeNull()
    here.clock.pass(MINUTE_MS)
    expect(await readSession(here, token)).toBeNull()
  })

  test('is written to at most once a minute', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const { token } = await openSession(here, { loginId, ...FROM })
    const seenAt = async () =>
      (await here.database.pool.query<{ seen_at: Date }>('select seen_at from sessions')).rows[0]?.seen_at
    const begun = await seenAt()
    here.clock.pass(MINUTE_MS - 1)
    await readSession(here, token)
    expect(await seenAt()).toEqual(begun)
    here.clock.pass(1)
    await readSession(here, token)
    expect(await seenAt()).toEqual(here.clock.now())
  })

  test('loses its old token with each renewal, which cannot happen twice', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const { token } = await openSession(here, { loginId, ...FROM })
    const before = await signedIn(here, token)
    const renewals = await Promise.allSettled([renewSession(here, before), renewSession(here, before)])
    const given = renewals.filter(({ status }) => status === 'fulfilled')
    expect(given).toHaveLength(1)
    expect(await readSession(here, token)).toBeNull()
    await endSession(here, await signedIn(here, (given[0] as PromiseFulfilledResult<string>).value))
    expect((await here.database.pool.query('select 1 from sessions')).rowCount).toBe(0)
  })

  test('keeps its last confirmation until there is a new one', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const begun = here.clock.now()
    const { token } = await openSession(here, { loginId, ...FROM })
    here.clock.pass(HOUR_MS)
    const renewed = await renewSession(here, await signedIn(here, token))
    expect((await signedIn(here, renewed)).session.confirmedAt).toEqual(begun)
    const confirmed = await renewSession(here, await signedIn(here, renewed), { confirmed: true })
    expect((await signedIn(here, confirmed)).session.confirmedAt).toEqual(here.clock.now())
  })

  test('stays in its account if the target account does not belong to the login', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const foreign = await here.account('olga@elm.example')
    const { token } = await openSession(here, { loginId, ...FROM })
    const change = { accountId: foreign.accountId }
    await expect(renewSession(here, await signedIn(here, token), change)).rejects.toThrow(/not a member/)
    expect((await signedIn(here, token)).account.id).not.toBe(foreign.accountId)
  })

  test('ends with the membership and with the login', async () => {
    await using here = await people()
    const { accountId, userId, loginId } = await here.account('maya@birch.example')
    const { token } = await openSession(here, { loginId, ...FROM })
    const { pool } = here.database
    await pool.query('update users set left_at = now() where account_id = $1 and id = $2', [accountId, userId])
    expect(await readSession(here, token)).toBeNull()
    await expect(openSession(here, { loginId, ...FROM })).rejects.toThrow(/not a member/)
    await pool.query('update users set left_at = null')
    expect(await readSession(here, token)).not.toBeNull()
    await pool.query('update logins set disabled_at = now()')
    expect(await readSession(here, token)).toBeNull()
    await expect(openSession(here, { loginId, ...FROM })).rejects.toThrow(/not a member/)
  })

  test('is not found for a token that was never issued', async () => {
    await using here = await people()
    await here.account('maya@birch.example')
    for (const token of ['', 'x'.repeat(43), `${'A'.repeat(42)}=`, 'A'.repeat(10_000), '\0'])
      expect(await readSession(here, token)).toBeNull()
  })

  test('shows its notice once', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const { session } = await signedIn(here, (await openSession(here, { loginId, ...FROM })).token)
    const notice = { word: 'saved', people: 12 }
    await putNotice(here, session.hash, notice)
    const taken = await Promise.all([takeNotice(here, session.hash), takeNotice(here, session.hash)])
    expect(taken.filter((each) => each !== null)).toEqual([notice])
    await putNotice(here, session.hash, notice)
    await putNotice(here, session.hash, null)
    expect(await takeNotice(here, session.hash)).toBeNull()
  })

  test('begins in the account the login used last', async () => {
    await using here = await people()
    const { loginId } = await here.account('maya@birch.example')
    const second = await here.account(null)
    await here.join(second.accountId, loginId, 'member')
    await openSession(here, { loginId, ...FROM })
    here.clock.pass(MINUTE_MS)
    await openSession(here, { loginId, accountId: second.accountId, ...FROM })
    const { token } = await openSession(here, { loginId, ...FROM })
    expect((await signedIn(here, token)).account.id).toBe(second.accountId)
  })
})
