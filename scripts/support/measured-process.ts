import { spawn } from 'node:child_process'
import { START } from './bench-house.ts'
import { cpuSecondsOf } from './bench-process.ts'
import { peakMemoryMb } from './process-memory.ts'

/** What a process used from its start to its end. */
export interface MeasuredProcess {
  seconds: number
  cpuSeconds: number
  peakMb: number
  output: string
}

const LOOK_EVERY_MS = 200

/** As in `bin/quarry`. */
const MEMORY_OPTIONS = START.filter((option) => /^--(?:max|heap)-/.test(option))

/** Runs `node ARGUMENTS` on a database; rejects if it fails. */
export async function runMeasured(argv: readonly string[], connectionString: string): Promise<MeasuredProcess> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...MEMORY_OPTIONS, ...argv], {
    env: { ...process.env, DATABASE_URL: connectionString, QUARRY_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = child.pid ?? 0
  let [output, peakMb, cpuSeconds] = ['', 0, 0]
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakMemoryMb(pid))
    cpuSeconds = Math.max(cpuSeconds, cpuSecondsOf(pid))
  }, LOOK_EVERY_MS)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${argv[0]} ended with ${String(code)}.`)
  return { seconds: (performance.now() - startedAt) / 1_000, cpuSeconds, peakMb, output }
}
