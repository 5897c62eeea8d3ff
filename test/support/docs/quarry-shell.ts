import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Ran } from './shell-worker.ts'

export type { Ran }

export interface QuarryShell extends AsyncDisposable {
  /** Does a command line after those before it. */
  quarry: (...args: string[]) => Promise<Ran>
}

const SCRIPT = fileURLToPath(new URL('./shell-worker.ts', import.meta.url))

/** A shell in which `quarry` has these variables: one process for all its command lines, which saves their starts. */
export function openShell(env: Record<string, string>, cwd = process.cwd()): QuarryShell {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = fork(SCRIPT, { cwd, env: { PATH, NODE_COMPILE_CACHE, ...env }, execArgv: [] })
  const waiting = new Map<number, (ran: Ran) => void>()
  child.on('message', ({ id, ran }: { id: number; ran: Ran }) => waiting.get(id)?.(ran))
  const ended = once(child, 'exit').then(() => 'ended' as const)
  let count = 0
  const quarry = async (...args: string[]): Promise<Ran> => {
    const answer = Promise.withResolvers<Ran>()
    const id = ++count
    waiting.set(id, answer.resolve)
    child.send({ id, args })
    const ran = await Promise.race([answer.promise, ended])
    if (ran === 'ended') throw new Error(`The shell ended at: quarry ${args.join(' ')}`)
    return ran
  }
  return {
    quarry,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}
