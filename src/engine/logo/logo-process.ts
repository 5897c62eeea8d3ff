import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import type { RenderedLogo } from './logo-render.ts'

/** Wall time of one picture, the start of the process (a third of a second) included. */
const WALL_MS = 15_000
const CPU_SECONDS = 10
/** Of JavaScript; pixels come on top. */
const HEAP_MB = 64
/** Of addresses, of which Node reserves more than it uses. */
const ADDRESSES_KB = 6_000_000
/** Larger than any picture of 512 pixels a side. */
const MAX_PNG_BYTES = 4_000_000

const PROGRAM = fileURLToPath(new URL('./render-logo.ts', import.meta.url))

/**
 * Decodes an image from a stranger in its own process: libvips cannot be interrupted, a process can be killed. It
 * gets neither environment nor files, little memory and few seconds. Null for what is no image, is too large, draws from
 * elsewhere, shows nothing, or costs more than that; also when `signal` comes.
 */
export async function renderLogoApart(bytes: Buffer, signal: AbortSignal): Promise<RenderedLogo | null> {
  const png = await withDeadline(WALL_MS, signal, (ending) => run(bytes, ending))
  // IHDR stands first: width and height behind signature, length and name (PNG, section 11.2.1).
  return png === null ? null : { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) }
}

async function run(bytes: Buffer, ending: AbortSignal): Promise<Buffer | null> {
  if (ending.aborted) return null
  const child = startLimited()
  const kill = (): void => void child.kill('SIGKILL')
  ending.addEventListener('abort', kill, { once: true })
  try {
    child.stdin?.on('error', () => undefined).end(bytes)
    const [png, [code]] = await Promise.all([outputOf(child, kill), once(child, 'close') as Promise<[number | null]>])
    return code === 0 && png.length > 0 ? png : null
  } catch {
    return null // it could not be started
  } finally {
    ending.removeEventListener('abort', kill)
    kill()
  }
}

/** The limits of a shell hold for the program that takes its place; where there is no such shell, those of Node and time do. */
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
