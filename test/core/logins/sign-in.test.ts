import { describe, expect, test } from 'vitest'
import { changePassword, makeResetLink, resetPassword } from '../../../src/core/logins/reset-password.ts'
import { readSession } from '../../../src/core/logins/sessions.ts'
import type { SignedIn } from '../../../src/core/logins/sessions.ts'
import { signIn, signOut, stepUp, switchAccount } from '../../../src/core/logins/sign-in.ts'
import { AppError } from '../../../src/errors.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/lib/process/clock.ts'
import { checkPasswordHash, hashPassword } from '../../../src/lib/secrets/password-hash.ts'
import { QUICK_HASH } from '../../support/process/quick-hash.ts'
import { frontDoor, visitor } from '../../support/records/signed-in.ts'
import type { FrontDoor } from '../../support/records/signed-in.ts'

const PASSWORD = 'seven blue umbrellas'
const MAYA = { email: 'maya@birch.example', password: PASSWORD }
const SHELL = { accountId: 0, userId: null, actor: 'operator at a shell', via: 'shell' } as const
/** The parameters of an earlier version. */
const EARLIER = { ...QUICK_HASH, memory: 32 }

async function withMaya(here: FrontDoor) {
  const account = await here.account(MAYA.email)
  await here.store.logins.setPassword(account.loginId, await hashPassword(PASSWORD, EARLIER), here.clock.now())
  return account
}

const problem = async (refused: Promise<unknown>): Promise<string> => {
  const error: unknown = await refused.catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`It was not refused: ${JSON.stringify(error)}`)
  return error.message
}

async function signedIn(here: FrontDoor, token: string): Promise<SignedIn> {
  const found = await readSession(here, token)
  if (found === null) throw new Error('Nobody is signed in.')
  return found
}

describe('signing in', () => {
  test('accepts the right password, however the address is written, and updates old hashes', async () => {
    await using here = await frontDoor()
    const { loginId } = await withMaya(here)
    const { token } = await signIn(here, { ...MAYA, email: ' Maya@Birch.Example ' }, visitor())
    expect((await signedIn(here, token)).login.email).toBe(MAYA.email)
    const stored = (await here.store.logins.byId(loginId))?.passwordHash ?? ''
    expect(await checkPasswordHash(PASSWORD, stored, QUICK_HASH)).toEqual({ isRight: true, isOutdated: false })
  })

  test('refuses a wrong password, an unknown address and a disabled login with the same sentence', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const wrong = await problem(signIn(here, { ...MAYA, password: 'seven red umbrellas' }, visitor()))
    expect(wrong).toMatch(/authentication_failed/)
    for (const email of ['nobody@birch.example', 'no address', ''])
      expect(await problem(signIn(here, { ...MAYA, email }, visitor({ ip: '198.51.100.4' })))).toBe(wrong)
    await here.database.pool.query('update logins set disabled_at = now()')
    expect(await problem(signIn(here, MAYA, visitor({ ip: '203.0.113.9' })))).toBe(wrong)
  })

  test('does as much work for an unknown address as for a known one', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const asked: (string | null)[] = []
    const passwords = {
      ...here.passwords,
      check: (password: string, hash: string | null) => {
        asked.push(hash)
        return here.passwords.check(password, hash)
      },
    }
    await problem(signIn({ ...here, passwords }, { ...MAYA, email: 'nobody@birch.example' }, visitor()))
    expect(asked).toEqual([null])
  })

  test("ends the browser's previous session", async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const first = await signIn(here, MAYA, visitor())
    const before = await signedIn(here, first.token)
    const second = await signIn(here, MAYA, visitor(), before)
    expect(await readSession(here, first.token)).toBeNull()
    expect(await readSession(here, second.token)).not.toBeNull()
  })

  test('keeps a known browser in while others fail', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const { device } = await signIn(here, MAYA, visitor())
    const wrong = { ...MAYA, password: 'seven red umbrellas' }
    for (let n = 0; n < 25; n++) await problem(signIn(here, wrong, visitor({ ip: `10.0.${n}.1` })))
    expect(await problem(signIn(here, MAYA, visitor()))).toMatch(/too_many_requests/)
    await signIn(here, MAYA, visitor({ device }))
    const { rows } = await here.database.pool.query(
      `select subject, details from audit_events where action = 'sign_in_failed' order by id`,
    )
    expect(rows).toEqual([
      { subject: MAYA.email, details: { failures: 5 } },
      { subject: MAYA.email, details: { failures: 20 } },
    ])
  })

  test('counts no failure when too many sign in at once', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const busy = { ...here.passwords, check: () => Promise.reject(new AppError('service_unavailable', 'Busy.')) }
    for (let n = 0; n < 10; n++)
      expect(await problem(signIn({ ...here, passwords: busy }, MAYA, visitor()))).toMatch(/service_unavailable/)
    await signIn(here, MAYA, visitor())
  })
})

test('no more hashes are computed at once than there is capacity for', async () => {
  await using here = await frontDoor()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => here.passwords.check('x', null)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
  expect((await here.passwords.check('x', null)).isRight).toBe(false)
})

test('a step-up confirms the session, with a new token', async () => {
  await using here = await frontDoor()
  await withMaya(here)
  const { token } = await signIn(here, MAYA, visitor())
  here.clock.pass(HOUR_MS)
  const before = await signedIn(here, token)
  expect(await problem(stepUp(here, before, 'seven red umbrellas', visitor()))).toMatch(/authentication_failed/)
  const renewed = await stepUp(here, before, PASSWORD, visitor())
  expect(await readSession(here, token)).toBeNull()
  expect((await signedIn(here, renewed)).session.confirmedAt).toEqual(here.clock.now())
})

test('a sign-out and a switch of account are recorded', async () => {
  await using here = await frontDoor()
  const { loginId } = await withMaya(here)
  const second = await here.account(null)
  await here.join(second.accountId, loginId, 'reader')
  const { token } = await signIn(here, MAYA, visitor())
  const moved = await switchAccount(here, await signedIn(here, token), second.accountId, 'r')
  const there = await signedIn(here, moved)
  expect(there.role).toBe('reader')
  await signOut(here, there, 'r')
  expect(await readSession(here, moved)).toBeNull()
  const { rows } = await here.database.pool.query<{ action: string }>('select action from audit_events order by id')
  expect(rows.map(({ action }) => action)).toEqual(['sign_in', 'account_switched', 'sign_out'])
})

describe('a new password', () => {
  test('ends all other sessions', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const [one, other] = [await signIn(here, MAYA, visitor()), await signIn(here, MAYA, visitor())]
    const change = { current: PASSWORD, password: 'a quiet river in May' }
    const token = await changePassword(here, await signedIn(here, one.token), change, visitor())
    expect(await readSession(here, one.token)).toBeNull()
    expect(await readSession(here, other.token)).toBeNull()
    expect(await readSession(here, token)).not.toBeNull()
    await signIn(here, { ...MAYA, password: change.password }, visitor())
    expect(await problem(signIn(here, MAYA, visitor()))).toMatch(/authentication_failed/)
  })

  test('needs the old one, and has to be a good one', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const me = await signedIn(here, (await signIn(here, MAYA, visitor())).token)
    const change = (current: string, password: string) =>
      problem(changePassword(here, me, { current, password }, visitor()))
    expect(await change('seven red umbrellas', 'a quiet river in May')).toMatch(/authentication_failed/)
    expect(await change(PASSWORD, 'maya-birch-2026')).toMatch(/validation_failed/)
  })

  test('is set by a link that works once, for an hour, until a newer one is sent', async () => {
    await using here = await frontDoor()
    await withMaya(here)
    const before = await signIn(here, MAYA, visitor())
    const older = await makeResetLink(here, MAYA.email, SHELL)
    const newer = await makeResetLink(here, 'MAYA@birch.example', SHELL)
    expect(newer.link).toBe(`http://localhost:3000/app/reset#${newer.code}`)
    const password = 'a quiet river in May'
    expect(await problem(resetPassword(here, { code: older.code, password }, visitor()))).toMatch(/This code is wrong/)
    expect(await problem(resetPassword(here, { code: newer.code, password: 'short' }, visitor()))).toMatch(
      /12 characters/,
    )
    const uses = await Promise.allSettled(
      Array.from({ length: 5 }, () => resetPassword(here, { code: newer.code, password }, visitor())),
    )
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readSession(here, before.token)).toBeNull()
    await signIn(here, { ...MAYA, password }, visitor())
    const late = await makeResetLink(here, MAYA.email, SHELL)
    here.clock.pass(HOUR_MS + MINUTE_MS)
    expect(await problem(resetPassword(here, { code: late.code, password }, visitor()))).toMatch(/This code is wrong/)
    expect(await problem(makeResetLink(here, 'nobody@birch.example', SHELL))).toMatch(/not_found/)
  })
})
