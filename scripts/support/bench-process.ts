import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

/** A server in a separate process, so that the load does not share its event loop. */
export interface ServerProcess {
  origin: string
  pid: number
  /** Returns the processor time it has used so far, in seconds; 0 where the system does not provide it. */
  cpuSeconds: () => number
  /** Returns what it has printed so far. */
  output: () => string
  /** Sends a message to a program that listens for messages, and returns its answer. */
  ask: (message: object) => Promise<unknown>
  stop: () => Promise<void>
}

/** On Linux a server gets one core to itself; elsewhere the scheduler decides. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0

/** Starts `node ARGUMENTS` and waits until it reports its port. */
export async function startServerProcess(argv: readonly string[], env: Record<string, string>): Promise<ServerProcess> {
  const command = canPin ? ['taskset', '-c', '0', process.execPath, ...argv] : [process.execPath, ...argv]
  const child = spawn(command[0] ?? '', command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let text = ''
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const found = /(?:listening |listens on http:\/\/127\.0\.0\.1:)(\d+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${argv[0]} ended with ${code} before it listened.`)))
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    output: () => text,
    ask: async (message) => {
      const answer = once(child, 'message')
      child.send(message)
      return (await answer)[0]
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** User and system time from /proc (proc_pid_stat(5), fields 14 and 15, in ticks of a hundredth of a second). */
export const cpuSecondsOf = (pid: number): number => ticksOf(pid, 11) / 100

/** The same for its children that have ended (fields 16 and 17). */
export const cpuSecondsOfEnded = (pid: number): number => ticksOf(pid, 13) / 100

/** Adds two neighbouring fields, counted from the end of the program's name. */
function ticksOf(pid: number, field: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[field]) + Number(fields[field + 1])
  } catch {
    return 0
  }
}
