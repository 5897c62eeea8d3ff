import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCall } from '../../../src/context.ts'
import type { Context, Principal } from '../../../src/context.ts'
import { readMailboxes } from '../../../src/core/answers/mailbox-reading.ts'
import { sendDueMessages } from '../../../src/core/campaigns/send-due-messages.ts'
import { perform } from '../../../src/core/capability/perform.ts'
import { CreateReply } from '../../../src/core/conversations/replies.ts'
import { startAuthorizationServer } from '../../../test/internet/authorization-server.ts'
import { insertGrantedMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { insertCampaign } from '../../../test/support/records/outbox-in-hand.ts'
import { openSendingHouse } from '../../support/sending-house.ts'
import { startOauthMailServers } from '../mailboxes/oauth-mail-servers.ts'
import type { OauthMailServers } from '../mailboxes/oauth-mail-servers.ts'

/**
 * A conversation at a real Postfix and Dovecot: a campaign's email, the recipients' answers, and Quarry's replies. A
 * person who answers keeps a copy, so that their folder contains the whole conversation, and Dovecot says which emails
 * form a thread (RFC 5256).
 */

/** Emails of a conversation, in each direction. */
export const EACH_WAY = 5
const [OURS, THEIRS] = ['ines@real.example', 'rui@real.example']
const PATIENCE_MS = 60_000
const LOOK_MS = 250

export interface RealThread {
  /** Emails in the folder of the person who answers. */
  threadedMails: number
  /** How many threads they form, by references and subjects, and by references alone. */
  threadsByReferences: number
  threadsByReferencesAlone: number
}

export async function realThread(): Promise<RealThread> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-thread-'))
  // Mail servers run as their own users.
  await chmod(folder, 0o755)
  try {
    await using provider = await startAuthorizationServer({ lifeSeconds: 3_600 })
    const mail = join(folder, 'mail')
    await using servers = await startOauthMailServers(mail, provider.urls.introspect, 'oauthbearer')
    await using house = await openSendingHouse()
    const { context } = house
    const ports = { smtp: servers.ports.submission, imap: servers.ports.imap }
    await putProvider(context, provider, ports, servers.host)
    const id = await insertGrantedMailbox(context, provider, { email: OURS, ports, host: servers.host })
    await insertCampaign(context.database.pool, {
      mailboxIds: [id],
      recipients: 1,
      dueAt: new Date(Date.now() - 1_000),
    })
    for (const table of ['leads', 'campaign_recipients'])
      await context.database.pool.query(`update ${table} set email = $1`, [THEIRS])
    await talk(context, servers, join(mail, 'mail/rui'))
    const consent = { email: THEIRS, clientId: provider.client.id, scopes: ['mail', 'email'], ended: false }
    const { access_token: token } = provider.book.give(consent, { refresh: false })
    const [byReferences, alone] = await askThreads(servers, token)
    return {
      threadedMails: byReferences?.mails ?? 0,
      threadsByReferences: byReferences?.threads ?? 0,
      threadsByReferencesAlone: alone?.threads ?? 0,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function talk(context: Context, servers: OauthMailServers, maildir: string): Promise<void> {
  const { pool } = context.database
  const answered = new Set<string>()
  await sendDueMessages(context)
  for (let turn = 1; turn <= EACH_WAY; turn += 1) {
    const came = await until(() => arrived(maildir).find(({ id, from }) => from.includes(OURS) && !answered.has(id)))
    answered.add(came.id)
    await writeBack(context, servers, came, turn)
    const conversationId = await until(async () => {
      await pool.query('update mailboxes set read_at = null')
      await readMailboxes(context)
      const text = `select conversation_id as id from mails where direction = 'in' group by 1 having count(*) = $1`
      return (await pool.query<{ id: number }>(text, [turn])).rows[0]?.id
    })
    if (turn === EACH_WAY) return
    await reply(context, conversationId, `Turn ${turn}: would Tuesday do?`)
    await pool.query('update mailboxes set next_send_at = null')
    await sendDueMessages(context)
  }
}

interface ArrivedMail {
  id: string
  from: string
  subject: string
  references: string
}

/** Returns what is in a folder of the server. */
function arrived(maildir: string): ArrivedMail[] {
  return ['new', 'cur'].flatMap((part) => {
    const folder = join(maildir, part)
    return list(folder).map((name) => {
      const head = readFileSync(join(folder, name), 'utf8').split(/\r?\n\r?\n/, 1)[0] ?? ''
      const unfolded = head.replaceAll(/\r?\n[ \t]+/g, ' ')
      const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? ''
      return {
        id: field('message-id'),
        from: field('from'),
        subject: field('subject'),
        references: field('references'),
      }
    })
  })
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Answers as mail programs do (RFC 5322 3.6.4), with a copy to the writer's own folder. */
async function writeBack(
  { mailSubmitter }: Context,
  { host, ports }: OauthMailServers,
  { id, subject, references }: ArrivedMail,
  turn: number,
): Promise<void> {
  const lines = [
    `From: Rui <${THEIRS}>`,
    `To: <${OURS}>`,
    `Subject: ${subject.startsWith('Re: ') ? subject : `Re: ${subject}`}`,
    `Message-ID: <turn${turn}@real.example>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `In-Reply-To: ${id}`,
    `References: ${`${references} ${id}`.trim()}`,
  ]
  const raw = Buffer.from([...lines, '', `Turn ${turn}: tell me more.`, ''].join('\r\n'))
  const login = { host, port: ports.smtp, security: 'none', auth: { kind: 'none' }, session: 'answers' } as const
  for (const to of [OURS, THEIRS]) {
    const { outcome } = await mailSubmitter.submit(login, { from: THEIRS, to }, raw)
    if (outcome !== 'accepted') throw new Error(`An answer was not taken: ${outcome}.`)
  }
}

async function reply(context: Context, conversationId: number, text: string): Promise<void> {
  const owner = (await context.database.pool.query<{ id: number }>('select id from users where account_id = 1')).rows[0]
  const principal: Principal = {
    accountId: 1,
    userId: owner?.id ?? 0,
    keyId: 0,
    via: 'key',
    plan: 'unlimited',
    accountCreatedAt: new Date(0),
    scopes: new Set(['read', 'write', 'send']),
    testKey: false,
    suspended: false,
    discover: false,
    rateKey: 'thread',
  }
  const call = newCall(context, { principal, requestId: randomUUID(), signal: new AbortController().signal })
  await perform(CreateReply, call, { id: conversationId, text, send: true })
}

/** Asks by references and subjects, then by references alone, which Dovecot calls REFS. */
async function askThreads({ host, ports }: OauthMailServers, token: string) {
  const socket = connect(ports.imap, host)
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  await once(socket, 'connect')
  const say = async (tag: string, line: string): Promise<string> => {
    heard = ''
    socket.write(`${tag} ${line}\r\n`)
    return until(() => (new RegExp(`^${tag} OK`, 'm').test(heard) ? heard : undefined))
  }
  try {
    const shown = Buffer.from(`n,a=${THEIRS},\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64')
    await say('a', `AUTHENTICATE OAUTHBEARER ${shown}`)
    await say('b', 'EXAMINE INBOX')
    return [await say('c', 'THREAD REFERENCES UTF-8 ALL'), await say('d', 'THREAD REFS UTF-8 ALL')].map(countThreads)
  } finally {
    socket.destroy()
  }
}

/** RFC 5256 4: `* THREAD (2)(3 6 (4 23)(44 7 96))`. */
function countThreads(said: string): { threads: number; mails: number } {
  const tree = /^\* THREAD (.*)$/m.exec(said)?.[1] ?? ''
  let [depth, threads] = [0, 0]
  for (const letter of tree) {
    if (letter === '(' && ++depth === 1) threads += 1
    if (letter === ')') depth -= 1
  }
  return { threads, mails: tree.match(/\d+/g)?.length ?? 0 }
}

async function until<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(LOOK_MS)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error('What was waited for did not come.')
}
