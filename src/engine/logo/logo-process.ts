import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import { TOO_COSTLY_CODE } from './logo-cost.ts'
import type { RenderedLogo } from './logo-render.ts'

/** Wall time for one picture, including the start of the process (a third of a second). */
const WALL_MS = 15_000
const CPU_SECONDS = 10
/** For JavaScript; pixels come on top. */
const HEAP_MB = 64
/** Address space, of which Node reserves more than it uses. */
const ADDRESSES_KB = 6_000_000
/** Whatever else the machine does comes first: strangers choose which pictures are drawn. */
const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL
/** Larger than any picture of 512 pixels a side. */
const MAX_PNG_BYTES = 4_000_000

const PROGRAM = fileURLToPath(new URL('./render-logo.ts', import.meta.url))

/**
 * Decodes an image from a stranger in a separate process: libvips cannot be interrupted, but a process can be killed. It gets
 * no environment and no files, little memory and a few seconds. Null if the input is not an image, is too large, loads other
 * files, or is blank; `too_costly` if it takes more than that, also when `signal` aborts.
 */
export async function renderLogoApart(bytes: Buffer, signal: AbortSignal): Promise<RenderedLogo | null | 'too_costly'> {
  const png = await withDeadline(WALL_MS, signal, (ending) => run(bytes, ending))
  if (png === null || png === 'too_costly') return png
  // IHDR is the first chunk: width and height follow signature, length and name (PNG, section 11.2.1).
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

async function run(bytes: Buffer, ending: AbortSignal): Promise<Buffer | null | 'too_costly'> {
  if (ending.aborted) return 'too_costly'
  const child = startLimited()
  if (child.pid !== undefined) yieldToOthers(child.pid)
  const kill = (): void => void child.kill('SIGKILL')
  ending.addEventListener('abort', kill, { once: true })
  try {
    child.stdin?.on('error', () => undefined).end(bytes)
    const [png, [code]] = await Promise.all([outputOf(child, kill), once(child, 'close') as Promise<[number | null]>])
    // Without a code, a signal ended it: ours, or that of a limit.
    if (code === null || code === TOO_COSTLY_CODE) return 'too_costly'
    return code === 0 && png.length > 0 ? png : null
  } catch {
    return null // it could not be started
  } finally {
    ending.removeEventListener('abort', kill)
    kill()
  }
}

function yieldToOthers(pid: number): void {
  try {
    setPriority(pid, LOW_PRIORITY)
  } catch {
    // It has ended, or this system does not let it be.
  }
}

/**
 * The limits of a shell apply to the program that replaces it; without such a shell, only Node's limits and the time limit
 * apply.
 */
function startLimited(): ChildProcess {
  const node = [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning', PROGRAM]
  const options = { env: { UV_THREADPOOL_SIZE: '1' }, stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] }
  if (process.platform === 'win32') return spawn(process.execPath, node, options)
  const limits = `ulimit -t ${CPU_SECONDS}; ulimit -v ${ADDRESSES_KB} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`
  return spawn('/bin/sh', ['-c', limits, process.execPath, ...node], options)
}

async function outputOf({ stdout }: ChildProcess, kill: () => void): Promise<Buffer> {
  if (stdout === null) return Buffer.alloc(0)
  let size = 0
  stdout.on('data', (chunk: Buffer) => (size += chunk.length) > MAX_PNG_BYTES && kill())
  return buffer(stdout)
}
