/**
 * `node shell-worker.ts`: runs command lines of `quarry` one after another, as its parent sends them, each as a
 * separate process would, except that modules are loaded only once.
 */
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { fail } from '../../../src/cli/shared/output.ts'
import { createProgram } from '../../../src/cli/program.ts'

/** What a process leaves behind. */
export interface Ran {
  code: number
  out: string
  err: string
}

export interface CommandLine {
  id: number
  args: readonly string[]
  /** The complete environment. */
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** What the command reads from standard input. */
  input?: string
}

async function run({ args, env, cwd, input = '' }: CommandLine): Promise<Ran> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) })
  const said = { out: '', err: '' }
  process.stdout.write = listener((text) => (said.out += text))
  process.stderr.write = listener((text) => (said.err += text))
  process.exitCode = 0
  const program = stayingAlive(await createProgram(args.find((argument) => !argument.startsWith('-'))))
  await program.parseAsync(args, { from: 'user' }).catch(unlessSaid)
  // Handlers that wait for the end of the process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal)
  return { code: process.exitCode, ...said }
}

const listener = (hear: (text: string) => void) => (chunk: string | Uint8Array) => {
  hear(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
  return true
}

/** Makes Commander throw where it would exit. */
function stayingAlive(command: Command): Command {
  for (const each of command.commands) stayingAlive(each)
  return command.exitOverride()
}

function unlessSaid(error: Error & { exitCode?: number }): void {
  if (error.name !== 'CommanderError') return fail(error)
  process.exitCode = error.exitCode ?? 1
}

let last = Promise.resolve()
process.on('message', (line: CommandLine) => {
  last = last.then(async () => void process.send?.({ id: line.id, ran: await run(line) }))
})
process.on('disconnect', () => process.exit())
