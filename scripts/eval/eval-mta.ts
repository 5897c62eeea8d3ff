import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { createLog } from '../../src/log.ts'
import { startQuarry } from '../../src/quarry.ts'
import { startDnsServer } from '../../test/internet/dns-server.ts'
import type { ZoneEntry } from '../../test/internet/test-site.ts'
import { verifying } from '../../test/internet/mail-scenarios.ts'
import { verifierDoors } from '../../test/support/doors/verifier-doors.ts'
import { installMailServers, untilReady } from '../support/real-mail-servers.ts'
import type { RealMailServer } from '../support/real-mail-servers.ts'
import { report } from '../support/report.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * `npm run eval:mta`: Debian's Postfix and Exim with their default limits, asked about 60 addresses at once. From the
 * 11th refused recipient of a connection, Postfix slows every reply, and after 20 it closes the connection: neither may
 * occur.
 */

const UNKNOWN = 26
const STRANGERS = 2
/** Postfix's tarpit takes a second. */
const TARPIT_MS = 900
const MAX_REFUSED = 8
const ANNOYED = /\b421\b|too many|nonmail commands|dropped/i
const BETWEEN_POLLS_MS = 500

interface Step {
  code: number | null
  ms: number
  text: string | null
}

async function evaluate(): Promise<void> {
  const folder = await temporaryFolder('quarry-mta-')
  const port = await freePort()
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const servers = installMailServers(folder)
    for (const server of servers) {
      const home = join(folder, server.name)
      mkdirSync(home)
      const child = server.start(home, port)
      const ended = once(child, 'exit')
      stops.push(() => {
        server.stop(home, child)
        return ended
      })
      await untilReady(server, port)
    }
    const dns = await startDnsServer(new Map(servers.flatMap(zoneOf)))
    stops.push(dns.stop)
    const environment = { PORT: '0', QUARRY_CRAWL: 'off', QUARRY_RATE_LIMIT_FACTOR: '0' }
    const quarry = await startQuarry(
      readConfig({
        ...environment,
        QUARRY_DATA_DIR: join(folder, 'data'),
        ...verifying({ dnsServer: dns.address, smtpPort: port }),
      }),
      { log: createLog({ logLevel: 'silent' }) },
    )
    stops.push(quarry.stop)
    const ask = verifierDoors(quarry.url ?? '', quarry.firstKey ?? '')[0].ask
    const asked = await Promise.all(servers.map((server) => askAll(server, ask)))
    tell(servers.map((server, index) => judge(server, join(folder, server.name), asked[index] ?? [])))
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

const zoneOf = ({ address, domain, catchAll }: RealMailServer): [string, ZoneEntry][] => [
  [domain, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] }],
  [catchAll, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] }],
  [`mx.${domain}`, { a: [address] }],
]

interface Answer {
  wanted: string
  status: string
  steps: Step[]
}

const askAll = (
  { domain, catchAll }: RealMailServer,
  ask: (email: string) => Promise<{ status: number; data: Record<string, unknown> }>,
): Promise<Answer[]> => {
  const wanted: [string, string][] = [
    ...['alice', 'bob'].map((local): [string, string] => [`${local}@${domain}`, 'valid']),
    ...Array.from({ length: UNKNOWN }, (_, i): [string, string] => [`nobody.${i}@${domain}`, 'invalid']),
    ...Array.from({ length: STRANGERS }, (_, i): [string, string] => [`anybody.${i}@${catchAll}`, 'accept_all']),
  ]
  return Promise.all(
    wanted.map(async ([email, right]) => {
      for (;;) {
        const { status, data } = await ask(email)
        if (status === 202) {
          await sleep(BETWEEN_POLLS_MS)
          continue
        }
        const { transcript = [] } = (data['evidence'] ?? {}) as { transcript?: Step[] }
        return { wanted: right, status: String(data['status']), steps: transcript }
      }
    }),
  )
}

function judge(server: RealMailServer, home: string, answers: readonly Answer[]) {
  const replies = answers.flatMap(({ steps }) => steps).filter(({ code }) => code !== null)
  const refusals = server.refusals(home)
  return {
    server: server.name,
    asked: answers.length,
    right: answers.filter(({ wanted, status }) => wanted === status).length,
    replies: replies.length,
    slowestMs: Math.max(0, ...replies.map(({ ms }) => ms)),
    connections: refusals.length,
    refused: refusals.reduce((sum, count) => sum + count, 0),
    mostRefused: Math.max(0, ...refusals),
    annoyed:
      server
        .log(home)
        .split('\n')
        .filter((line) => ANNOYED.test(line)).length + replies.filter(({ code }) => code === 421).length,
  }
}

function tell(judged: readonly ReturnType<typeof judge>[]): void {
  const sum = (key: 'asked' | 'right' | 'annoyed' | 'refused'): number =>
    judged.reduce((total, found) => total + found[key], 0)
  const asked = sum('asked')
  report({
    title: 'Verifier against real mail servers, with their default limits',
    rows: [Object.keys(judged[0] ?? {}), ...judged.map((found) => Object.values(found))],
    figures: {
      asked,
      right: sum('right'),
      refused_recipients: sum('refused'),
      replies: judged.reduce((least, { replies }) => Math.min(least, replies), Infinity),
      slowest_reply_ms: Math.max(...judged.map(({ slowestMs }) => slowestMs)),
      most_refused_a_connection: Math.max(...judged.map(({ mostRefused }) => mostRefused)),
      complaints: sum('annoyed'),
    },
    bars: [
      { figure: 'right', min: asked },
      { figure: 'replies', min: UNKNOWN },
      { figure: 'refused_recipients', min: 2 * UNKNOWN },
      { figure: 'slowest_reply_ms', max: TARPIT_MS },
      { figure: 'most_refused_a_connection', max: MAX_REFUSED },
      { figure: 'complaints', max: 0 },
    ],
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
  console.log('Skipped: real mail servers are installed with apt, as root.')
  console.log(JSON.stringify({ figures: {}, bars: [], missed: [], skipped: true }))
} else await evaluate()
