import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ListAuditEvents } from '../../../src/core/accounts/audit-events.ts'
import { CreateOwnKey, ListOwnKeys, RevokeOwnKey } from '../../../src/core/accounts/api-keys.ts'
import { ListAccountKeys, RevokeAccountKey } from '../../../src/core/accounts/account-keys.ts'
import { readInvitation } from '../../../src/core/accounts/accept-invitation.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { CreateInvitation, ListInvitations } from '../../../src/core/accounts/invitations.ts'
import { ListMembers, RemoveMember, UpdateMember } from '../../../src/core/accounts/members.ts'
import { MakeResetLink } from '../../../src/core/logins/make-reset-link.ts'
import { resetPassword } from '../../../src/core/logins/reset-password.ts'
import type { AppError } from '../../../src/errors.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { memberOf } from '../../support/records/team.ts'
import type { Person } from '../../support/records/team.ts'

let app: TestApp
let now = new Date('2026-03-02T09:00:00Z')
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' }, replace: { clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())

let made = 0
/** Creates an account with an owner, an admin, a member and a reader. */
async function team() {
  const { accountId } = await createAccount(app.context, 'unlimited')
  const house = `house${++made}.example`
  const [owner, admin, member, reader] = await Promise.all(
    (['owner', 'admin', 'member', 'reader'] as const).map((role) => memberOf(app, accountId, `${role}@${house}`, role)),
  )
  return { accountId, owner, admin, member, reader } as Record<'owner' | 'admin' | 'member' | 'reader', Person> & {
    accountId: number
  }
}

const refused = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'done',
    (error: AppError) => error.id,
  )

async function keyOf(person: Person): Promise<string> {
  const { data } = await person.ask(CreateOwnKey, { name: 'Mine' })
  return data.token
}

const statusOf = async (key: string, path = '/v2/account', init: RequestInit = {}): Promise<number> =>
  (await fetch(app.origin + path, { ...init, headers: { 'x-api-key': key } })).status

/** Keys are cached for five seconds. */
const pass = (): Date => (now = new Date(now.getTime() + 6_000))

describe('a team', () => {
  test("is shown, with everybody's role, to those who manage it", async () => {
    const { owner, member } = await team()
    const { data } = await owner.ask(ListMembers)
    expect(data.map(({ role, can_sign_in, is_you }) => ({ role, can_sign_in, is_you }))).toEqual([
      { role: 'owner', can_sign_in: false, is_you: false },
      { role: 'owner', can_sign_in: true, is_you: true },
      { role: 'admin', can_sign_in: true, is_you: false },
      { role: 'member', can_sign_in: true, is_you: false },
      { role: 'reader', can_sign_in: true, is_you: false },
    ])
    expect(await refused(member.ask(ListMembers))).toBe('forbidden')
  })

  test('has roles that take effect with the next request, for keys too', async () => {
    const { owner, member } = await team()
    const key = await keyOf(member)
    const write = () => statusOf(key, '/v2/leads_lists', { method: 'POST' })
    expect(await write()).not.toBe(403)
    await owner.ask(UpdateMember, { id: member.userId, role: 'reader' })
    expect(await refused(member.ask(CreateOwnKey))).toBe('forbidden')
    pass()
    expect(await write()).toBe(403)
    expect(await statusOf(key)).toBe(200)
  })

  test('lets admins change everybody except owners', async () => {
    const { owner, admin, reader } = await team()
    await admin.ask(UpdateMember, { id: reader.userId, role: 'admin' })
    expect(await refused(admin.ask(UpdateMember, { id: reader.userId, role: 'owner' }))).toBe('forbidden')
    expect(await refused(admin.ask(UpdateMember, { id: owner.userId, role: 'reader' }))).toBe('forbidden')
    expect(await refused(admin.ask(RemoveMember, { id: owner.userId }))).toBe('forbidden')
  })

  test('ends the keys and sessions of a person removed, and hands over their campaigns', async () => {
    const { owner, admin, member, accountId } = await team()
    const key = await keyOf(member)
    const campaign = `insert into campaigns (account_id, user_id, name) values ($1, $2, 'Hello') returning id`
    await app.database.pool.query(campaign, [accountId, member.userId])
    expect(await refused(admin.ask(RemoveMember, { id: member.userId }))).toBe('validation_failed')
    const { meta } = await admin.ask(RemoveMember, { id: member.userId, campaigns_to: owner.userId })
    expect(meta).toEqual({ keys_revoked: 1, sessions_ended: 1, campaigns_moved: 1 })
    await expect(member.call()).rejects.toThrow('over')
    pass()
    expect(await statusOf(key)).toBe(401)
    const { rows } = await app.database.pool.query('select user_id from campaigns where account_id = $1', [accountId])
    expect(rows).toEqual([{ user_id: owner.userId }])
    const { data } = await owner.ask(ListAuditEvents, { action: 'member_removed' })
    expect(data[0]).toMatchObject({
      actor: expect.stringMatching(/^admin@/),
      subject: expect.stringMatching(/^member@/),
    })
  })

  test.each(['removed', 'demoted'] as const)('leaves a person who was %s no link that they created', async (how) => {
    const { owner, admin, member } = await team()
    const codeOf = ({ link }: { link: string }): string => new URL(link).hash.slice(1)
    const invite = { email: 'friend@elm.example', role: 'admin' }
    const [own, reset] = [
      await admin.ask(CreateInvitation, invite),
      await admin.ask(MakeResetLink, { id: member.userId }),
    ]
    const others = await owner.ask(CreateInvitation, { email: 'guest@elm.example', role: 'reader' })
    expect(await readInvitation(app.context, codeOf(own.data))).not.toBeNull()
    if (how === 'removed') await owner.ask(RemoveMember, { id: admin.userId })
    else await owner.ask(UpdateMember, { id: admin.userId, role: 'member' })
    expect(await readInvitation(app.context, codeOf(own.data))).toBeNull()
    expect((await owner.ask(ListInvitations)).data).toMatchObject([{ email: 'guest@elm.example' }])
    expect(await readInvitation(app.context, codeOf(others.data))).not.toBeNull()
    const visitor = { ip: '192.0.2.9', browser: 'Firefox on Linux', device: null, requestId: 'r1' }
    const taking = { code: codeOf(reset.data), password: 'a long way round the lake' }
    expect(await refused(resetPassword(app.context, taking, visitor))).toBe('validation_failed')
  })

  test('always has an owner who can sign in', async () => {
    const { owner, admin } = await team()
    expect(await refused(owner.ask(UpdateMember, { id: owner.userId, role: 'admin' }))).toBe('validation_failed')
    expect(await refused(owner.ask(RemoveMember, { id: owner.userId }))).toBe('validation_failed')
    await owner.ask(UpdateMember, { id: admin.userId, role: 'owner' })
    // Each removes the other, or steps down, at the same moment.
    const outcomes = await Promise.all([
      refused(owner.ask(UpdateMember, { id: owner.userId, role: 'reader' })),
      refused(admin.ask(UpdateMember, { id: admin.userId, role: 'reader' })),
    ])
    expect(outcomes.toSorted()).toEqual(['done', 'validation_failed'])
  })

  test('of another account is out of reach', async () => {
    const [here, there] = [await team(), await team()]
    expect(await refused(here.owner.ask(UpdateMember, { id: there.reader.userId, role: 'owner' }))).toBe('not_found')
    expect(await refused(here.owner.ask(RemoveMember, { id: there.reader.userId }))).toBe('not_found')
    const given = { id: here.reader.userId, campaigns_to: there.reader.userId }
    expect(await refused(here.owner.ask(RemoveMember, given))).toBe('validation_failed')
  })
})

describe('the keys of an account', () => {
  test('are listed with their users, and revoked by those who manage the team', async () => {
    const { owner, member } = await team()
    const key = await keyOf(member)
    const { data } = await owner.ask(ListAccountKeys)
    expect(data[0]).toMatchObject({
      name: 'Mine',
      user: expect.stringMatching(/^member@/),
      token: expect.stringMatching(/^\*{8}/),
    })
    await owner.ask(RevokeAccountKey, { id: data[0]?.id })
    pass()
    expect(await statusOf(key)).toBe(401)
    expect(await refused(member.ask(ListAccountKeys))).toBe('forbidden')
  })

  test('never manage a team, whoever created them', async () => {
    const { owner } = await team()
    const { data } = await owner.ask(CreateOwnKey, { name: 'All I may' })
    const { rows } = await app.database.pool.query('select scopes from api_keys where id = $1', [data.id])
    expect(rows).toEqual([{ scopes: ['read', 'write', 'send'] }])
  })

  test('may all be revoked if their user can sign in', async () => {
    const { owner } = await team()
    await keyOf(owner)
    const { data } = await owner.ask(ListOwnKeys)
    await owner.ask(RevokeOwnKey, { id: data[0]?.id })
    expect((await owner.ask(ListOwnKeys)).meta.total).toBe(0)
  })
})
