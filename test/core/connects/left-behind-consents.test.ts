import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CreateOwnKey } from '../../../src/core/accounts/api-keys.ts'
import { createAccount } from '../../../src/core/accounts/accounts.ts'
import { RemoveMember, UpdateMember } from '../../../src/core/accounts/members.ts'
import { startAuthorizationServer } from '../../internet/authorization-server.ts'
import type { AuthorizationServer } from '../../internet/authorization-shape.ts'
import { startImapServer } from '../../internet/imap-server.ts'
import type { TestImapServer } from '../../internet/imap-server.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import type { ReceivingServer } from '../../internet/receiving-server.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { mailboxConsents } from '../../support/doors/mailbox-consents.ts'
import type { MailboxConsents } from '../../support/doors/mailbox-consents.ts'
import { putProvider } from '../../support/records/granted-mailbox.ts'
import { handClock } from '../../support/records/outbox-in-hand.ts'
import { memberOf } from '../../support/records/team.ts'
import type { Person } from '../../support/records/team.ts'

/** Consents by people who are no longer allowed to connect mailboxes when they give them. */

const clock = handClock('2026-03-02T09:00:00Z')
let app: TestApp
let provider: AuthorizationServer
let smtp: ReceivingServer
let imap: TestImapServer

beforeAll(async () => {
  provider = await startAuthorizationServer({ clock, device: { intervalSeconds: 1 } })
  const tokens = { mechanisms: ['XOAUTH2'] as const, judge: provider.book.judge }
  ;[smtp, imap] = await Promise.all([startReceivingServer({ tokens }), startImapServer({ tokens })])
  const env = { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' }
  app = await startApp({ env, replace: { clock } })
  await putProvider(app.context, provider, { smtp: smtp.port, imap: imap.port })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await Promise.all([provider.stop(), smtp.stop(), imap.stop()])
})

let made = 0
let owner: Person
let member: Person
let consents: MailboxConsents
beforeEach(async () => {
  const { accountId } = await createAccount(app.context, 'unlimited')
  const house = `house${++made}.example`
  owner = await memberOf(app, accountId, `owner@${house}`, 'owner')
  member = await memberOf(app, accountId, `rui@${house}`, 'member')
  const { data } = await member.ask(CreateOwnKey, { name: 'Mine' })
  consents = mailboxConsents(app, provider, { provider: 'scripted', key: data.token })
  provider.person = { email: `rui@${house}`, decision: 'approve' }
})

const sql = (text: string) => app.database.pool.query(text, [member.accountId])
const ways: Record<string, () => Promise<unknown>> = {
  'has left': () => owner.ask(RemoveMember, { id: member.userId }),
  'only reads now': () => owner.ask(UpdateMember, { id: member.userId, role: 'reader' }),
  'may not sign in any more': () =>
    app.database.pool.query('update logins set disabled_at = now() where id = $1', [member.loginId]),
  'belongs to an account that is suspended': () => sql('update accounts set suspended_at = now() where id = $1'),
  'belongs to an account that is deleted': () => sql('update accounts set deleted_at = now() where id = $1'),
}
const left = async () => ({
  mailboxes: (await sql('select id from mailboxes where account_id = $1')).rows,
  connects: (await sql('select status, tokens_sealed, nonce_hash from mailbox_connects where account_id = $1')).rows,
})
const nothing = { mailboxes: [], connects: [{ status: 'failed', tokens_sealed: null, nonce_hash: null }] }

describe.each(Object.entries(ways))('a consent begun by a person who %s', (_, happens) => {
  test('connects no mailbox when confirmed', async () => {
    const { nonce } = await consents.arrive(await consents.begin())
    await happens()
    expect((await consents.allow(nonce)).status).toBe(400)
    expect(await left()).toEqual(nothing)
  })

  test('is not asked for, and no tokens are requested from the provider', async () => {
    const begun = await consents.begin()
    await happens()
    const asked = provider.requests.length
    const { page, nonce } = await consents.arrive(begun)
    expect([page.status, nonce]).toEqual([400, ''])
    expect(provider.requests.slice(asked).filter(({ params }) => params.get('code') !== null)).toEqual([])
    expect(await left()).toEqual(nothing)
  })
})

test('the question names the account and the person who wants the mailbox', async () => {
  const question = async () =>
    /Let the Quarry account .*\?/.exec((await consents.arrive(await consents.begin())).text)?.[0]
  const [, domain = ''] = provider.person.email.split('@')
  expect(await question()).toBe(`Let the Quarry account rui@${domain} send and read as rui@${domain}?`)
  await sql(`update accounts set name = 'Lumen' where id = $1`)
  expect(await question()).toBe(`Let the Quarry account Lumen (rui@${domain}) send and read as rui@${domain}?`)
})

test('the device code of a person who has left connects nothing, whoever asks for its status', async () => {
  const { data } = await owner.ask(CreateOwnKey, { name: 'Mine' })
  const begun = await consents.begin({ flow: 'device' })
  await owner.ask(RemoveMember, { id: member.userId })
  clock.advance(5_000)
  const asked = provider.requests.length
  const { statusOf } = mailboxConsents(app, provider, { provider: 'scripted', key: data.token })
  expect(await statusOf(begun)).toMatchObject({ status: 'failed', email_account_id: null })
  expect(provider.requests).toHaveLength(asked)
  expect(await left()).toEqual(nothing)
})
