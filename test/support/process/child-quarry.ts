import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A program of Quarry's as a separate process, as an operator starts it. */
export interface ChildQuarry extends AsyncDisposable {
  pid: number
  /** Returns what it has written so far. */
  output: () => string
  errors: () => string
  /** Types a last line, if standard input was left open. */
  type: (line: string) => void
  /** Resolves as soon as standard output contains the pattern; rejects if the process ends first. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>
  /** Resolves with the first key as soon as its file exists. */
  firstKey: () => Promise<string>
  /**
   * Ends the process with a signal, or waits for its end without one.
   * @returns the exit code, or the signal that killed it
   */
  end: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * The same as that of `startApp`, because processes and apps share databases. If it is empty, a process creates a key
 * in its data directory.
 */
export const QUARRY_SECRET_KEY = Buffer.alloc(32, 'k').toString('base64')

/** New mailboxes and campaigns send to everybody at once: the send guard has its own tests. */
export const UNGUARDED = { QUARRY_SEND_GATE: 'skip_invalid', QUARRY_SEND_GUARD: 'off' }

/**
 * Timeouts for machines with ten times the work they can do; timeouts themselves have their own tests. A call of a tool
 * has 25 seconds in total.
 */
export const PATIENT = { QUARRY_QUERY_TIMEOUT_MS: '25000', QUARRY_CRAWL_WAIT_MS: '20000' }

/**
 * The Node options of `npm start`. Threads apply them again, whatever directory their process is in, so the paths are
 * absolute.
 */
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
export const NODE_OPTIONS = scripts.start
  .split(' ')
  .slice(1, -1)
  .map((option) => (option.startsWith('./') ? join(ROOT, option) : option))

/**
 * The environment of a process unless its test says otherwise. Its data directory does not exist yet, and has to be
 * removed.
 */
export const childEnvironment = () => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  QUARRY_SECRET_KEY,
  ...UNGUARDED,
  ...PATIENT,
  QUARRY_DATA_DIR: join(tmpdir(), `quarry-child-${randomUUID()}`),
  QUARRY_DNS_SERVERS: '127.0.0.1:9', // nothing answers there: no test reaches the internet
})

/** Runs `node src/…` with only these variables, besides those of any process. */
export function startChild(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  /** What the process reads from standard input; null leaves it open. */
  input: string | null = '',
): ChildQuarry {
  const usual = childEnvironment()
  const child = spawn(process.execPath, [...NODE_OPTIONS, `src/${script}`, ...args], {
    cwd: ROOT,
    env: { ...usual, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  if (input !== null) child.stdin.end(input)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  child.once('close', () => rmSync(usual.QUARRY_DATA_DIR, { recursive: true, force: true }))
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const end = async (signal?: NodeJS.Signals) => {
    if (signal !== undefined) child.kill(signal)
    const [code, killedBy] = await closed
    return code ?? killedBy
  }
  const until = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(output)
      if (found !== null) return found
      const ended = await Promise.race([once(child.stdout, 'data').then(() => false), closed.then(() => true)])
      if (ended && pattern.exec(output) === null)
        throw new Error(`It ended (${await end()}) without ${pattern}:\n${output}\n${errors}`)
    }
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    errors: () => errors,
    type: (line) => void child.stdin.end(`${line}\n`),
    until,
    firstKey: async () => readFileSync((await until(/Your API key is in (.+)\n/))[1] ?? '', 'utf8').trim(),
    end,
    [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
  }
}
