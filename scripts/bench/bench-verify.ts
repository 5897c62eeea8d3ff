/**
 * `npm run bench:verify`: the SMTP dialogue and the reading of its replies against a loopback server in another
 * process. Per core = addresses ÷ CPU seconds of the verifying process. `bare` is the cheapest dialogue that Node's
 * sockets allow; the peers are other verifiers for Node, asking the same server in the same run.
 */
import { connect } from 'node:net'
import { classifyReply } from '../../src/engine/verify/reply-classifier.ts'
import { openSmtp } from '../../src/net/smtp/smtp-connection.ts'
import type { AskResult, SmtpSettings, SmtpTarget } from '../../src/net/smtp/smtp-exchange.ts'
import { probeRecipients } from '../../src/net/smtp/smtp-probe.ts'
import { installPeers, PEER_NAMES, peerRate } from './bench-peers.ts'
import type { Peer } from './bench-peers.ts'
import { startServerProcess } from '../support/bench-process.ts'
import { report } from '../support/report.ts'
import type { Bar } from '../support/report.ts'

const SINGLE_ADDRESSES = 20_000
const PIPELINED_ADDRESSES = 600_000
const BATCH = 50
const BATCHES_A_CONNECTION = 20
const CONCURRENCY = 64
const MANY_SESSIONS = 4_000
const CROWD_DELAY_MS = 200
/** As in `npm start`. */
const USUAL = ['--max-semi-space-size=32', '--max-old-space-size=768', '--heap-growing-percent=30']
/** The start option for small machines, which shows what the sessions need. */
const SPARING = '--optimize-for-size'
const ROUNDS = 3
const MEBIBYTE = 1_048_576

const SETTINGS: SmtpSettings = { heloName: 'probe.bench.example', recipientsPerWrite: BATCH }
const SENDER = 'check@probe.bench.example'
const target = (port: number): SmtpTarget => ({ mx: 'mx.bench.example', address: '127.0.0.1', port })

type Way = 'bare' | 'single' | 'pipelined'

const crowdPort = process.env['CROWD_PORT']
if (crowdPort === undefined) await compare()
else await standInCrowd(Number(crowdPort))

async function compare(): Promise<void> {
  const noPeers = await installPeers()
  const { own, peers } = await rates(noPeers === null ? PEER_NAMES : [])
  const [crowdMib, sparingMib] = [await crowdPeak(USUAL), await crowdPeak([...USUAL, SPARING])]
  const ratios = [...peers].map(([peer, rate]) => [peer, rate, ratio(own.single / rate)])
  const fastest = Math.max(0, ...peers.values())
  const bars: Bar[] = [
    { figure: 'single', min: 6_000 },
    { figure: 'pipelined', min: 60_000 },
    { figure: 'sparingMib', max: 150 },
  ]
  if (fastest > 0) bars.push({ figure: 'timesFastestPeer', min: 1 })
  report({
    title: `SMTP dialogues against loopback, addresses per second and core (best of ${ROUNDS})`,
    rows: [
      ['way', 'figure', "Quarry's speed relative to it"],
      ['bare sockets, one connection per address', own.bare, ratio(own.single / own.bare)],
      ['Quarry, one connection per address', own.single, 1],
      ...ratios,
      [`Quarry, reused and pipelined, ${BATCH} per batch`, own.pipelined, ''],
      [`MiB at ${MANY_SESSIONS} concurrent sessions, ${CROWD_DELAY_MS} ms per reply`, crowdMib, ''],
      [`the same with ${SPARING}`, sparingMib, ''],
    ],
    figures: {
      ...own,
      crowdMib,
      sparingMib,
      ...Object.fromEntries(peers),
      ...(fastest > 0 && { timesFastestPeer: ratio(own.single / fastest) }),
    },
    bars,
  })
  if (noPeers !== null) console.error(`Other verifiers were not measured: ${noPeers}`)
}

/** Returns the best of several rounds, with every way in each round, so that a noisy minute affects all of them. */
async function rates(names: readonly Peer[]): Promise<{ own: Record<Way, number>; peers: Map<Peer, number> }> {
  const server = await startServerProcess(['scripts/support/bench-mail-server.ts'], {})
  const port = Number(new URL(server.origin).port)
  const own: Record<Way, number> = { bare: 0, single: 0, pipelined: 0 }
  const peers = new Map<Peer, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    own.bare = Math.max(own.bare, await perCpuSecond(SINGLE_ADDRESSES, (next) => bareWorker(port, next)))
    own.single = Math.max(own.single, await perCpuSecond(SINGLE_ADDRESSES, (next) => singleWorker(port, next)))
    own.pipelined = Math.max(
      own.pipelined,
      await perCpuSecond(PIPELINED_ADDRESSES / BATCH, (next) => pipelinedWorker(port, next), BATCH),
    )
    for (const name of names) {
      const rate = await peerRate(name, port)
      if (rate !== null) peers.set(name, Math.max(peers.get(name) ?? 0, rate))
    }
  }
  await server.stop()
  return { own, peers }
}

/** Returns the highest resident size of a process with many sessions, in MiB. */
async function crowdPeak(flags: readonly string[]): Promise<number> {
  const slow = await startServerProcess(['scripts/support/bench-mail-server.ts'], { DELAY_MS: String(CROWD_DELAY_MS) })
  const env = { CROWD_PORT: new URL(slow.origin).port }
  const crowd = await startServerProcess([...flags, 'scripts/bench/bench-verify.ts'], env)
  await Promise.all([slow.stop(), crowd.stop()])
  return Number(/peak (\d+) MiB/.exec(crowd.output())?.[1] ?? NaN)
}

function ratio(value: number): number {
  return Math.round(value * 100) / 100
}

/** Runs workers until `total` numbers are taken; each takes its next one, or null at the end. */
async function perCpuSecond(
  total: number,
  worker: (next: () => number | null) => Promise<void>,
  addressesEach = 1,
): Promise<number> {
  let taken = 0
  const next = (): number | null => (taken < total ? taken++ : null)
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: CONCURRENCY }, () => worker(next)))
  const { user, system } = process.cpuUsage(before)
  return Math.round((total * addressesEach * 1e6) / (user + system))
}

async function singleWorker(port: number, next: () => number | null): Promise<void> {
  for (let number = next(); number !== null; number = next()) {
    const recipients = [`u${number}@bench.example`]
    judge(await probeRecipients({ ...SETTINGS, targets: [target(port)], sender: SENDER, recipients }), 1)
  }
}

async function pipelinedWorker(port: number, next: () => number | null): Promise<void> {
  for (let number = next(); number !== null;) {
    const opened = await openSmtp(target(port), SETTINGS)
    if (opened.outcome !== 'ready') throw new Error('The bench server does not answer.')
    await using connection = opened.connection
    for (let batch = 0; number !== null && batch < BATCHES_A_CONNECTION; batch += 1, number = next()) {
      const recipients = Array.from({ length: BATCH }, (_, index) => `u${Number(number) * BATCH + index}@bench.example`)
      judge(await connection.ask({ sender: SENDER, recipients, transaction: 'new' }), BATCH)
    }
  }
}

function judge({ answers, failure }: AskResult, expected: number): void {
  let accepted = 0
  for (const { recipient, reply } of answers) {
    if (reply === null) continue
    const { class: found } = classifyReply({ ...reply, mx: 'mx.bench.example', sender: SENDER, recipient })
    accepted += Number(found === 'accepted')
  }
  if (accepted !== expected) throw new Error(`Only ${accepted} were accepted: ${JSON.stringify(failure)}`)
}

/** The same dialogue without any of Quarry's code: no limits, no deadlines, no parsing. */
function bareDialogue(port: number, number: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port })
    const lines = ['EHLO probe.bench.example\r\n', `MAIL FROM:<${SENDER}>\r\nRCPT TO:<u${number}@bench.example>\r\n`]
    let step = 0
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', () => {
      const line = lines[step]
      step += 1
      socket.write(line ?? 'QUIT\r\n', 'latin1')
      if (line === undefined) socket.destroy()
    })
  })
}

async function bareWorker(port: number, next: () => number | null): Promise<void> {
  for (let number = next(); number !== null; number = next()) await bareDialogue(port, number)
}

/** Runs many sessions at once in a separate process, and prints the highest resident size. */
async function standInCrowd(port: number): Promise<void> {
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  let taken = 0
  const next = (): number | null => (taken < 3 * MANY_SESSIONS ? taken++ : null)
  await Promise.all(Array.from({ length: MANY_SESSIONS }, () => singleWorker(port, next)))
  clearInterval(watch)
  console.log(`peak ${Math.round(peak / MEBIBYTE)} MiB\nlistening 0`)
  setInterval(() => undefined, 60_000)
}
