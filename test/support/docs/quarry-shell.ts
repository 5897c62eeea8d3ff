import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { childEnvironment, NODE_OPTIONS } from '../process/child-quarry.ts'
import type { CommandLine, Ran } from './shell-worker.ts'

export type { Ran }

export interface QuarryShell {
  /** Runs a command line after the previous ones. */
  quarry: (...args: string[]) => Promise<Ran>
}

const SCRIPT = fileURLToPath(new URL('./shell-worker.ts', import.meta.url))

interface Running {
  child: ChildProcess
  ended: Promise<'ended'>
  waiting: Map<number, (ran: Ran) => void>
}

/**
 * A single process for all command lines of all tests of this worker, which saves starting one for each. It ends with
 * the worker.
 */
let running: Running | null = null
let count = 0

function shellProcess(): Running {
  if (running !== null) return running
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(SCRIPT, { env: { PATH, NODE_COMPILE_CACHE }, execArgv: NODE_OPTIONS })
  const waiting = new Map<number, (ran: Ran) => void>()
  child.on('message', ({ id, ran }: { id: number; ran: Ran }) => waiting.get(id)?.(ran))
  const ended = once(child, 'exit').then(() => {
    running = null
    return 'ended' as const
  })
  child.unref()
  child.channel?.unref()
  running = { child, ended, waiting }
  return running
}

/** Runs `quarry` with only these variables, besides those of any process. */
export async function runQuarry(line: Omit<CommandLine, 'id' | 'cwd'> & { cwd?: string }): Promise<Ran> {
  const { child, ended, waiting } = shellProcess()
  const usual = childEnvironment()
  const answer = Promise.withResolvers<Ran>()
  const id = ++count
  waiting.set(id, answer.resolve)
  child.send({ cwd: process.cwd(), ...line, id, env: { ...usual, ...line.env } } satisfies CommandLine)
  const ran = await Promise.race([answer.promise, ended])
  waiting.delete(id)
  await rm(usual.QUARRY_DATA_DIR, { recursive: true, force: true })
  if (ran === 'ended') throw new Error(`The shell ended at: quarry ${line.args.join(' ')}`)
  return ran
}

/** Opens a shell in which `quarry` has these variables. */
export const openShell = (env: Record<string, string>, cwd = process.cwd()): QuarryShell => ({
  quarry: (...args) => runQuarry({ args, env, cwd }),
})
