import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../src/context.ts'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { startAuthorizationServer } from '../../../test/internet/authorization-server.ts'
import { startImapServer } from '../../../test/internet/imap-server.ts'
import { startReceivingServer } from '../../../test/internet/receiving-server.ts'
import type { ShownToken, TokenVerdict } from '../../../test/internet/token-login.ts'
import { startHookTarget } from '../../../test/support/doors/hook-target.ts'
import { seedMailbox, seedSent } from '../../../test/support/mails/sent-mail.ts'
import { startChild } from '../../../test/support/process/child-quarry.ts'
import { insertGrantedMailbox, putProvider } from '../../../test/support/records/granted-mailbox.ts'
import { openSendingHouse } from '../../support/sending-house.ts'

/** What people wait for, under the schedule of a process as an operator starts it: nothing is called by hand. */

const WISHES = [
  'Please remove me from your list.',
  'Bitte nehmen Sie mich aus Ihrem Verteiler.',
  'Veuillez me retirer de votre liste.',
  'Por favor, quíteme de su lista.',
  'Vi prego di cancellarmi dalla vostra lista.',
  'Haal mij alstublieft van uw mailinglijst.',
  'Por favor, remova-me da sua lista.',
]
/** Questions and negations, which have to be read without changing anything. */
const OTHERS = [
  'When can I unsubscribe from this?',
  'Nehmen Sie mich bitte noch nicht vom Verteiler.',
  'Quand puis-je me désabonner ?',
  'Por favor, no me quite de su lista.',
  'Quando posso cancellarmi dalla vostra lista?',
  'Haal mij alstublieft niet van uw mailinglijst.',
  'Por favor, não me remova da sua lista.',
]
export const OTHER_TEXTS = OTHERS.length

/** Seven intervals of this length cover each part of the minute in which mailboxes are read. */
const APART_MS = 17_000
const LOOK_MS = 500
const PATIENCE_MS = 180_000

/**
 * Measures the seconds from the arrival of a request to be removed until the API shows it and a webhook was notified;
 * and from the first refusal of a mailbox whose consent was withdrawn until it is shown as paused and a webhook was
 * notified.
 */
export async function scheduleFigures(): Promise<Record<string, number>> {
  await using house = await openSendingHouse()
  const { context, settings } = house
  const { key } = await createKey(context, { name: 'schedule', readOnly: false })
  await using hooks = await startHookTarget()
  const port = await anyPort()
  await using quarry = startChild('main.ts', [], {
    ...settings,
    PORT: String(port),
    QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true',
    QUARRY_WEBHOOK_PORTS: new URL(hooks.url).port,
    QUARRY_RATE_LIMIT_FACTOR: '0',
  })
  await quarry.until(/Quarry is ready/)
  const ask: Ask = async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`http://127.0.0.1:${port}/v2${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
    return text
  }
  for (const event of ['message.unsubscribed', 'mailbox.paused'])
    await ask('/webhooks', { target_url: hooks.url, event })
  const told = (name: string): boolean => hooks.calls.some(({ body }) => body.includes(name))
  return { ...(await wishes(context, { ask, told })), ...(await withdrawal(context, { ask, told })) }
}

type Ask = (path: string, body?: Record<string, unknown>) => Promise<string>

interface Watched {
  ask: Ask
  told: (name: string) => boolean
}

const secondsSince = (start: number): number => Math.round((Date.now() - start) / 100) / 10

/**
 * Polls until the condition is met.
 * @returns after how many seconds, or the limit if it never is
 */
async function until(start: number, holds: () => Promise<boolean> | boolean): Promise<number> {
  while (Date.now() - start < PATIENCE_MS) {
    if (await holds()) return secondsSince(start)
    await sleep(LOOK_MS)
  }
  return PATIENCE_MS / 1_000
}

async function wishes(context: Context, { ask, told }: Watched): Promise<Record<string, number>> {
  await using imap = await startImapServer({ password: 'secret' })
  const mailbox = await seedMailbox(context, imap.port)
  const write = async (email: string, text: string): Promise<void> => {
    const { headerId } = await seedSent(context, mailbox, email)
    const head = [`From: ${email}`, 'Subject: Re: Hello', `In-Reply-To: ${headerId}`, `Message-ID: <${email}>`]
    imap.deliver([...head, 'Content-Type: text/plain; charset=utf-8', '', text, ''].join('\r\n'))
  }
  const shown = async (path: string, name: string): Promise<boolean> => (await ask(path)).includes(name)
  const waits: Promise<number>[] = []
  for (const [place, text] of WISHES.entries()) {
    const wish = `wish${place}@quay${place}.example`
    await write(`other${place}@mole${place}.example`, OTHERS[place] ?? '')
    await write(wish, text)
    waits.push(until(Date.now(), async () => told(wish) && (await shown('/unsubscribes?limit=100', wish))))
    if (place < WISHES.length - 1) await sleep(APART_MS)
  }
  const seconds = await Promise.all(waits)
  const others = OTHERS.map((_, place) => `other${place}@mole${place}.example`)
  const read = await Promise.all(
    others.map((other) => until(Date.now(), () => shown('/conversations?limit=100', other))),
  )
  const removed = await Promise.all(others.map((other) => shown('/unsubscribes?limit=100', other)))
  return {
    wishes: seconds.length,
    wishShownAfter: Math.max(...seconds),
    othersRead: read.filter((after) => after < PATIENCE_MS / 1_000).length,
    othersRemoved: removed.filter(Boolean).length,
  }
}

/** The mailbox sends nothing meanwhile: only reading shows that its owner's consent has ended. */
async function withdrawal(context: Context, { ask, told }: Watched): Promise<Record<string, number>> {
  const email = 'ines@lumen.example'
  await using authorization = await startAuthorizationServer()
  let refusedAt = 0
  const tokens = {
    mechanisms: ['XOAUTH2'] as const,
    judge: (shown: ShownToken): TokenVerdict => {
      const verdict = authorization.book.judge(shown)
      if (verdict !== 'good' && refusedAt === 0) refusedAt = Date.now()
      return verdict
    },
  }
  await using imap = await startImapServer({ tokens })
  await using smtp = await startReceivingServer({ tokens })
  const ports = { smtp: smtp.port, imap: imap.port }
  await putProvider(context, authorization, ports)
  const id = await insertGrantedMailbox(context, authorization, { email, ports })
  await until(Date.now(), () => imap.commands.some((line) => line.includes('AUTHENTICATE')))
  authorization.book.endConsent(email)
  const withdrawnAt = Date.now()
  await until(withdrawnAt, () => refusedAt > 0)
  const paused = await until(
    refusedAt,
    async () => told(email) && (await ask(`/email-accounts/${id}`)).includes('"state":"needs_consent"'),
  )
  return { pausedAfterRefusal: paused, pausedAfterWithdrawal: secondsSince(withdrawnAt) }
}

async function anyPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
