/**
 * The mail servers of `bench-bulk.ts` in a separate process, started with `fork`: DNS and one mail server per host, all
 * on one port of many loopback addresses. The servers themselves check that the client keeps the documented limits. On
 * the message `report`, it sends what was seen.
 */
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { once } from 'node:events'
import { startDnsServer } from '../../test/internet/dns-server.ts'
import type { ZoneEntry } from '../../test/internet/test-site.ts'
import { planTown } from './bulk-town.ts'
import type { TownDomain, TownHost } from './bulk-town.ts'

const MINUTE_MS = 60_000
/** How long a reply takes to arrive. */
const DELAY_MS = 10
/** How many sessions must have ended before two may run at once. */
const TRUSTED_AFTER = 20

/** The most that any server has seen. */
export interface Seen {
  sessions: number
  connectionsAtOnce: number
  /** Before the twentieth session had ended. */
  connectionsOfStrangers: number
  connectionsAMinute: number
  recipientsATransaction: number
  refusedAConnection: number
  transactionsAConnection: number
  /** Address of the list → how often it was asked about. */
  asked: [string, number][]
  /** Domain → invented mailboxes asked about. */
  invented: [string, number][]
}

const [addresses = 0, domains = 0] = process.argv.slice(2).map(Number)
const town = planTown(addresses, domains)
const byName = new Map(town.domains.map((domain) => [domain.name, domain]))
const seen = {
  sessions: 0,
  connectionsAtOnce: 0,
  connectionsOfStrangers: 0,
  connectionsAMinute: 0,
  recipientsATransaction: 0,
  refusedAConnection: 0,
  transactionsAConnection: 0,
}
const asked = new Map<string, number>()
const invented = new Map<string, number>()

/** How one client behaves at one host. */
class Visits {
  readonly #startedAt: number[] = []
  #open = 0
  #ended = 0

  arrive(): void {
    const now = performance.now()
    this.#open += 1
    this.#startedAt.push(now)
    while (now - (this.#startedAt[0] ?? now) > MINUTE_MS) this.#startedAt.shift()
    seen.sessions += 1
    atMost('connectionsAtOnce', this.#open)
    atMost('connectionsAMinute', this.#startedAt.length)
    if (this.#ended < TRUSTED_AFTER) atMost('connectionsOfStrangers', this.#open)
  }

  leave(): void {
    this.#open -= 1
    this.#ended += 1
  }
}

function atMost(figure: keyof typeof seen, value: number): void {
  seen[figure] = Math.max(seen[figure], value)
}

const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1)

function serve(host: TownHost, visits: Visits, socket: Socket): void {
  let [inTransaction, refused, transactions, gone] = [0, 0, 0, false]
  const leave = (): void => {
    if (!gone) visits.leave()
    gone = true
  }
  const rcpt = (recipient: string): string => {
    if (inTransaction >= host.recipients) return '452 4.5.3 Too many recipients\r\n'
    inTransaction += 1
    atMost('recipientsATransaction', inTransaction)
    const isKnown = answer(recipient)
    if (!isKnown) atMost('refusedAConnection', (refused += 1))
    return isKnown ? '250 2.1.5 Ok\r\n' : `550 5.1.1 <${recipient}>: Recipient address rejected: User unknown\r\n`
  }
  const reply = (line: string): string => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO') return `250-${host.name}\r\n${host.pipelining ? '250-PIPELINING\r\n' : ''}250 SMTPUTF8\r\n`
    if (verb === 'RCPT') return rcpt(/<(.*)>/.exec(line)?.[1] ?? '')
    if (verb === 'MAIL') {
      inTransaction = 0
      atMost('transactionsAConnection', (transactions += 1))
    }
    return '250 2.0.0 Ok\r\n'
  }
  let unread = ''
  visits.arrive()
  socket.on('error', () => socket.destroy())
  socket.on('end', leave)
  socket.on('close', leave)
  socket.on('data', (chunk) => {
    const lines = (unread + chunk.toString('latin1')).split('\r\n')
    unread = lines.pop() ?? ''
    if (lines.includes('QUIT')) leave()
    const replies = lines.map(reply).join('')
    setTimeout(() => socket.writable && socket.write(replies), DELAY_MS)
  })
  socket.write(`220 ${host.name} ESMTP\r\n`)
}

/** Returns whether a mailbox exists, and records the question. */
function answer(recipient: string): boolean {
  const [local = '', name = ''] = recipient.split('@')
  const isListed = /^(?:u|gone)\d+$/.test(local)
  count(isListed ? asked : invented, isListed ? recipient : name)
  return byName.get(name)?.kind === 'takes_all' || (local.startsWith('u') === isListed && isListed)
}

function zoneEntry({ kind, host }: TownDomain): ZoneEntry | null {
  if (kind === 'unknown_name') return null
  if (kind === 'null_mx') return { mx: [{ exchange: '.', preference: 0 }] }
  return { mx: [{ exchange: host.name, preference: 10 }] }
}

async function listen(host: TownHost, port: number): Promise<Server> {
  const visits = new Visits()
  const server = createServer({ noDelay: true }, (socket) => serve(host, visits, socket))
  server.listen({ port, host: host.address, backlog: 64 })
  await once(server, 'listening')
  return server
}

const zone = new Map<string, ZoneEntry>([['example', {}]])
for (const host of town.hosts) zone.set(host.name, { a: [host.address] })
for (const domain of town.domains) {
  const entry = zoneEntry(domain)
  if (entry !== null) zone.set(domain.name, entry)
}
const dns = await startDnsServer(zone)
const [first, ...others] = town.hosts
const port = first === undefined ? 0 : ((await listen(first, 0)).address() as AddressInfo).port
for (const host of others) await listen(host, port)
process.on('message', () => {
  const report: Seen = { ...seen, asked: [...asked], invented: [...invented] }
  process.send?.(report)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ dnsServer: dns.address, port })
