import { FLOODS, startFloodServer } from '../../test/internet/imap-flood.ts'
import type { Flood } from '../../test/internet/imap-flood.ts'
import { startImapServer } from '../../test/internet/imap-server.ts'
import type { TestImapServer } from '../../test/internet/imap-server.ts'
import { startMailServer } from '../../test/internet/mail-server.ts'
import type { TestMailServer } from '../../test/internet/mail-server.ts'
import { FORGERIES, HONEST } from '../../test/support/mails/forged-mails.ts'
import { HOSTILE_MAILS } from '../../test/support/mails/hostile-mails.ts'
import type { SentTo } from '../../test/support/mails/sent-mail.ts'
import type { Attack, HostileHouse, HostileKind, Outcome } from './attack.ts'
import { connectMailbox, readNow, sentFrom, until } from './mail-desk.ts'
import type { Mailbox } from './mail-desk.ts'

/** Mail servers that send endlessly, and emails that are expensive to read or forged, in mailboxes that the server reads. */

const WAIT_MS = 90_000
const TOO_MUCH = 'The IMAP server sent far more than requested: the connection was closed.'

let honest: { smtp: TestMailServer; imap: TestImapServer } | null = null

function servers(): { smtp: TestMailServer; imap: TestImapServer } {
  if (honest === null) throw new Error('The mail servers are not running.')
  return honest
}

let mailboxes = 0

const newMailbox = (house: HostileHouse): Promise<Mailbox> => {
  const { smtp, imap } = servers()
  mailboxes += 1
  return connectMailbox(house, { email: `box${mailboxes}@lumen.example`, smtpPort: smtp.port, imapPort: imap.port })
}

/** Connects mailboxes at such servers, all read at once. */
async function readFloods(house: HostileHouse, chosen: readonly [string, Flood][]): Promise<Outcome[]> {
  await using stack = new AsyncDisposableStack()
  await house.pool.query('update mailboxes set imap_host = null')
  const flooded: { name: string; mailbox: Mailbox }[] = []
  for (const [name, flood] of chosen) {
    const { port } = stack.use(await startFloodServer(flood))
    const mailbox = await newMailbox(house)
    await house.pool.query('update mailboxes set imap_port = $2 where id = $1', [mailbox.mailboxId, port])
    flooded.push({ name, mailbox })
  }
  await readNow(house)
  const outcomes = flooded.map(async ({ name, mailbox }): Promise<Outcome> => {
    await until(async () => (await problemOf(house, mailbox)) !== null, WAIT_MS)
    const got = (await problemOf(house, mailbox)) ?? 'no problem'
    return { what: `a mailbox at a server that ${name}`, got, wanted: [TOO_MUCH] }
  })
  return await Promise.all(outcomes)
}

async function problemOf({ pool }: HostileHouse, { mailboxId }: Mailbox): Promise<string | null> {
  const text = 'select imap_problem as problem from mailboxes where id = $1'
  return (await pool.query<{ problem: string | null }>(text, [mailboxId])).rows[0]?.problem ?? null
}

/** Without floods after the farewell, before which everything has been answered. */
const FLOODS_THAT_SHOW = Object.entries(FLOODS).filter(([name]) => !name.includes('farewell'))

const oneByOne = FLOODS_THAT_SHOW.map((entry): Attack => ({
  name: `a mailbox at a server that ${entry[0]}`,
  run: (house) => readFloods(house, [entry]),
}))
const allAtOnce: Attack = {
  name: 'mailboxes at all of these servers at once',
  run: (house) => readFloods(house, FLOODS_THAT_SHOW),
}

/** Delivers emails to one mailbox, waits until an honest one after them was read, and checks what became of each. */
async function deliver(
  house: HostileHouse,
  mails: readonly { name: string; write: (target: { recipient: string; headerId: string }) => string }[],
  domain = 'maker.example',
): Promise<{ name: string; state: string }[]> {
  const { imap } = servers()
  await house.pool.query('update mailboxes set imap_host = null')
  const mailbox = await newMailbox(house)
  const sent: { name: string; to: SentTo }[] = []
  for (const [index, { name, write }] of [...mails, { name: '', write: honestReply }].entries()) {
    const recipient = `ines${index}@${domain}`
    const to = await sentFrom(house, mailbox, recipient)
    imap.deliver(write({ recipient, headerId: to.headerId }))
    sent.push({ name, to })
  }
  const last = sent.at(-1)?.to.recipientId ?? 0
  await readNow(house)
  await until(async () => (await stateOf(house, last)) !== 'scheduled', WAIT_MS)
  const states = sent.map(async ({ name, to }) => ({ name, state: await stateOf(house, to.recipientId) }))
  return Promise.all(states)
}

const honestReply = HONEST['a reply that its own server proved'] ?? (() => '')

async function stateOf({ pool }: HostileHouse, recipientId: number): Promise<string> {
  const { rows } = await pool.query<{ state: string }>('select state from campaign_recipients where id = $1', [
    recipientId,
  ])
  return rows[0]?.state ?? 'gone'
}

const dearMails: Attack = {
  name: 'mails that are dear to read',
  run: async (house) => {
    const mails = Object.entries(HOSTILE_MAILS).map(([name, write]) => ({ name, write }))
    const states = await deliver(house, mails)
    return states
      .filter(({ name }) => name === '')
      .map(({ state }) => ({ what: 'the honest mail behind them', got: state, wanted: ['stopped'] }))
  },
}

const forgedMails: Attack = {
  name: 'mails that are forged',
  wrongFigure: 'forged_acted',
  run: async (house) => {
    const mails = Object.entries(FORGERIES).map(([name, forge]) => ({
      name,
      write: (target: { recipient: string; headerId: string }) => forge(target).raw,
    }))
    const states = await deliver(house, mails)
    return states.map(({ name, state }) => ({
      what: name === '' ? 'the honest mail behind them' : name,
      got: state,
      wanted: [name === '' ? 'stopped' : 'scheduled'],
    }))
  },
}

/** Makes a server load what it needs to read mail at all. */
const readHonestMail = (house: HostileHouse): Promise<unknown> =>
  deliver(
    house,
    Array.from({ length: 100 }, () => ({ name: 'honest', write: honestReply })),
    'warm.example',
  )

const kind = {
  warmUp: readHonestMail,
  prepare: async () => {
    const [smtp, imap] = [await startMailServer(), await startImapServer()]
    honest = { smtp, imap }
    return {
      env: { QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8' },
      [Symbol.asyncDispose]: async () => {
        await smtp.stop()
        await imap.stop()
      },
    }
  },
}

export const MAILBOX_FLOODS: HostileKind = { ...kind, name: 'mailbox-floods', maxAttackGrowthMb: 50, attacks: oneByOne }

/** Eight of them are read at a time. */
export const MAILBOX_CROWD: HostileKind = { ...kind, name: 'mailbox-crowd', attacks: [allAtOnce, allAtOnce] }

export const MAILS: HostileKind = { ...kind, name: 'mails', attacks: [dearMails, forgedMails] }
