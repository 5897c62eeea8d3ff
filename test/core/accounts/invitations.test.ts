import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptInvitation, readInvitation } from '../../../src/core/accounts/accept-invitation.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import {
  CreateInvitation,
  inviteTo,
  ListInvitations,
  RevokeInvitation,
} from '../../../src/core/accounts/invitations.ts'
import { ListMembers, RemoveMember } from '../../../src/core/accounts/members.ts'
import { AppError } from '../../../src/errors.ts'
import { DAY_MS } from '../../../src/lib/process/clock.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { memberOf } from '../../support/records/team.ts'

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
async function owner() {
  const { accountId } = await createAccount(app.context, 'unlimited')
  return memberOf(app, accountId, `owner${++made}@birch.example`, 'owner')
}

async function login(): Promise<number> {
  const text = 'insert into logins (email) values ($1) returning id'
  return (await app.database.pool.query<{ id: number }>(text, [`guest${++made}@elm.example`])).rows[0]?.id ?? 0
}

const codeOf = (link: string): string => new URL(link).hash.slice(1)
const errorOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof AppError ? error.id : String(error)),
  )

describe('an invitation', () => {
  test('carries its code after #, and says who sent it and for which account', async () => {
    const maya = await owner()
    const { data } = await maya.ask(CreateInvitation, { email: 'Ben@Elm.example', role: 'member' })
    expect(data).toMatchObject({
      email: 'ben@elm.example',
      role: 'member',
      link: expect.stringContaining('/app/join#qi_'),
    })
    expect(await readInvitation(app.context, ` ${codeOf(data.link)} `)).toMatchObject({
      email: 'ben@elm.example',
      role: 'member',
      invitedBy: expect.stringMatching(/^owner\d+@birch/),
    })
    const listed = await maya.ask(ListInvitations)
    expect(JSON.stringify(listed)).not.toContain(codeOf(data.link))
    const kept = await app.database.pool.query('select l::text from one_time_links l')
    expect(JSON.stringify(kept.rows)).not.toContain(codeOf(data.link))
  })

  test('creates one member, however often it is accepted at once', async () => {
    const maya = await owner()
    const { data } = await maya.ask(CreateInvitation, { email: 'ben@elm.example', role: 'member' })
    const logins = await Promise.all(Array.from({ length: 100 }, () => login()))
    const accepted = await Promise.all(
      logins.map((id) => errorOf(acceptInvitation(app.context, codeOf(data.link), async () => id))),
    )
    expect(accepted.filter((outcome) => outcome === 'none')).toHaveLength(1)
    expect(accepted.filter((outcome) => outcome === 'validation_failed')).toHaveLength(99)
    expect((await maya.ask(ListMembers)).data.filter(({ role }) => role === 'member')).toHaveLength(1)
  })

  test('is valid for seven days, or until it is revoked or renewed', async () => {
    const maya = await owner()
    const invite = async () => (await maya.ask(CreateInvitation, { email: 'ben@elm.example', role: 'reader' })).data
    const first = await invite()
    const second = await invite()
    expect(await readInvitation(app.context, codeOf(first.link))).toBeNull()
    await maya.ask(RevokeInvitation, { id: second.id })
    expect(await readInvitation(app.context, codeOf(second.link))).toBeNull()
    const third = await invite()
    now = new Date(now.getTime() + 7 * DAY_MS)
    const id = await login()
    expect(await errorOf(acceptInvitation(app.context, codeOf(third.link), async () => id))).toBe('validation_failed')
  })

  test('is not used up by an existing member, nor by a login that cannot be created', async () => {
    const maya = await owner()
    const { data } = await maya.ask(CreateInvitation, { email: 'ben@elm.example', role: 'member' })
    const accept = (loginOf: () => Promise<number>) =>
      errorOf(acceptInvitation(app.context, codeOf(data.link), loginOf))
    expect(await accept(async () => maya.loginId)).toBe('validation_failed')
    expect(await accept(() => Promise.reject(new AppError('validation_failed', 'No such password.')))).toBe(
      'validation_failed',
    )
    const id = await login()
    expect(await accept(async () => id)).toBe('none')
  })

  test('to become an owner can only be created by an owner', async () => {
    const maya = await owner()
    const admin = await memberOf(app, maya.accountId, `admin${++made}@birch.example`, 'admin')
    expect(await errorOf(admin.ask(CreateInvitation, { email: 'a@elm.example', role: 'owner' }))).toBe('forbidden')
    expect(await errorOf(admin.ask(CreateInvitation, { email: 'a@elm.example', role: 'admin' }))).toBe('none')
  })

  test('gives a returning person their old user, and the first owner the user that keys act for', async () => {
    const { accountId } = await createAccount(app.context, 'unlimited')
    const wanted = { accountId, email: 'olga@elm.example', role: 'owner', createdBy: null } as const
    const { code } = await inviteTo(app.context, wanted)
    const loginId = await login()
    const { userId } = await acceptInvitation(app.context, code, async () => loginId)
    const keys = await app.database.pool.query('select user_id from api_keys where account_id = $1', [accountId])
    expect(keys.rows).toEqual([{ user_id: userId }])
    const maya = await memberOf(app, accountId, `maya${++made}@birch.example`, 'owner')
    await maya.ask(RemoveMember, { id: userId })
    const again = await inviteTo(app.context, { ...wanted, role: 'reader' })
    expect(await acceptInvitation(app.context, again.code, async () => loginId)).toMatchObject({
      userId,
      role: 'reader',
    })
    const alive = await app.database.pool.query('select 1 from api_keys where account_id = $1 and revoked_at is null', [
      accountId,
    ])
    expect(alive.rows).toEqual([])
  })
})
