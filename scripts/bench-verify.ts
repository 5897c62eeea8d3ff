/**
 * `npm run bench:verify`: the SMTP dialogue and the reading of its replies against a loopback server in another process.
 * Per core = addresses ÷ CPU seconds of this process. `bare` is the cheapest dialogue that Node's sockets allow.
 */
import { connect } from 'node:net'
import { classifyReply } from '../src/engine/verify/reply-classifier.ts'
import { openSmtp } from '../src/net/smtp-connection.ts'
import type { AskResult, SmtpSettings, SmtpTarget } from '../src/net/smtp-exchange.ts'
import { probeRecipients } from '../src/net/smtp-probe.ts'
import { startServerProcess } from './bench-process.ts'
import { report } from './report.ts'

const SINGLE_ADDRESSES = 20_000
const PIPELINED_ADDRESSES = 600_000
const BATCH = 50
const BATCHES_A_CONNECTION = 20
const CONCURRENCY = 64
const CROWD = 4_000
const CROWD_DELAY_MS = 200
/** V8 grows its heap before it collects; told to be sparing, it shows what the sessions need. */
const SPARING = '--optimize-for-size'
const ROUNDS = 3
const MEBIBYTE = 1_048_576

const SETTINGS: SmtpSettings = { heloName: 'probe.bench.example', recipientsPerWrite: BATCH }
const SENDER = 'check@probe.bench.example'
const target = (port: number): SmtpTarget => ({ mx: 'mx.bench.example', address: '127.0.0.1', port })

const crowdPort = process.env['CROWD_PORT']
if (crowdPort === undefined) await compare()
else await standInCrowd(Number(crowdPort))

async function compare(): Promise<void> {
  const fast = await startServerProcess(['scripts/bench-mail-server.ts'], {})
  const slow = await startServerProcess(['scripts/bench-mail-server.ts'], { DELAY_MS: String(CROWD_DELAY_MS) })
  const [fastPort, slowPort] = [fast, slow].map(({ origin }) => Number(new URL(origin).port))
  const best = { bare: 0, single: 0, pipelined: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    best.bare = Math.max(best.bare, await perCpuSecond(SINGLE_ADDRESSES, (next) => bareWorker(fastPort ?? 0, next)))
    best.single = Math.max(
      best.single,
      await perCpuSecond(SINGLE_ADDRESSES, (next) => singleWorker(fastPort ?? 0, next)),
    )
    best.pipelined = Math.max(
      best.pipelined,
      await perCpuSecond(PIPELINED_ADDRESSES / BATCH, (next) => pipelinedWorker(fastPort ?? 0, next), BATCH),
    )
  }
  const crowd = await startServerProcess([SPARING, 'scripts/bench-verify.ts'], { CROWD_PORT: String(slowPort) })
  const [, peakMib = NaN] = /peak (\d+) MiB/.exec(crowd.output()) ?? []
  await Promise.all([fast.stop(), slow.stop(), crowd.stop()])
  report({
    title: `SMTP dialogues against loopback, addresses a second and core (best of ${ROUNDS})`,
    rows: [
      ['way', 'figure'],
      ['bare sockets, one connection an address', Math.round(best.bare)],
      ['probe, one connection an address', Math.round(best.single)],
      [`reused and pipelined, ${BATCH} a batch`, Math.round(best.pipelined)],
      [`MiB at ${CROWD} concurrent sessions, ${CROWD_DELAY_MS} ms a reply`, Number(peakMib)],
    ],
    figures: {
      bare: Math.round(best.bare),
      single: Math.round(best.single),
      pipelined: Math.round(best.pipelined),
      crowdMib: Number(peakMib),
    },
    bars: [
      { figure: 'single', min: 6_000 },
      { figure: 'pipelined', min: 60_000 },
      { figure: 'crowdMib', max: 150 },
    ],
  })
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
  return (total * addressesEach * 1e6) / (user + system)
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

/** The same dialogue without anything of ours: no limits, no deadlines, no parsing. */
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

/** Many sessions at once, in a process of its own: prints the highest resident size. */
async function standInCrowd(port: number): Promise<void> {
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20)
  let taken = 0
  const next = (): number | null => (taken < 3 * CROWD ? taken++ : null)
  await Promise.all(Array.from({ length: CROWD }, () => singleWorker(port, next)))
  clearInterval(watch)
  console.log(`peak ${Math.round(peak / MEBIBYTE)} MiB\nlistening 0`)
  setInterval(() => undefined, 60_000)
}
