import { spawn, spawnSync } from 'node:child_process'
import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startChild } from '../../test/support/process/child-quarry.ts'
import { smallDisk } from '../../test/support/process/small-disk.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { readiness, recover, unharmed, until, untilReady } from './fault-house.ts'
import type { FaultHouse, Suffered } from './fault-house.ts'

const PAUSED_MS = 9_000
const DISK_MB = 400

/** The database stalls, or is restarted externally: `/readyz` says so, and recovers by itself. */
export async function troubleDatabase(house: FaultHouse): Promise<Suffered[]> {
  const paused = unharmed('database paused')
  const postmaster = await house.postmaster()
  const family = [postmaster, ...childrenOf(postmaster)]
  for (const pid of family) process.kill(pid, 'SIGSTOP')
  const [said] = await Promise.all([readiness(house.origin()).catch(() => ({ status: 'silent' })), sleep(PAUSED_MS)])
  for (const pid of family) process.kill(pid, 'SIGCONT')
  if (said.status !== 'not ready') paused.wrong.push(`/readyz said "${said.status}"`)
  paused.readyMs = await untilReady(house.origin())
  paused.times = 1
  const restarted = unharmed('database restarted')
  await house.kill('database', 'SIGINT')
  restarted.readyMs = await recover(house, 'database')
  restarted.times = 1
  return [paused, restarted]
}

/** Returns the processes of the server from /proc. */
function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split(/\s+/).filter(Boolean).map(Number)
}

const LISTENS = /listens on (http:\/\/[\d.]+:\d+)/
const start = (dataDir: string) =>
  startChild('main.ts', [], { QUARRY_DATA_DIR: dataDir, QUARRY_CRAWL: 'off', QUARRY_LOG_LEVEL: 'silent', PORT: '0' })

/** A lock left by a crash names a live process of the same user. */
export async function staleLock(): Promise<Suffered[]> {
  const suffered = unharmed('stale lock of the socket')
  const dataDir = await temporaryFolder('quarry-lock-')
  const first = start(dataDir)
  await first.until(LISTENS)
  await first.end('SIGTERM')
  const dir = join(dataDir, 'postgres')
  const { uid, gid } = await stat(dir)
  const stranger = spawn('sleep', ['300'], { uid, gid, stdio: 'ignore' })
  const lock = join(dir, '.s.PGSQL.5432.lock')
  await writeFile(lock, `${stranger.pid}\n${dir}\n1700000000\n5432\n${dir}\n`)
  await chown(lock, uid, gid)
  const startedAt = performance.now()
  await using child = start(dataDir) // it removes its directory when it ends
  const [, origin = ''] = await child.until(LISTENS)
  await untilReady(origin)
  stranger.kill()
  return [{ ...suffered, times: 1, readyMs: performance.now() - startedAt }]
}

/** No byte is free, then there is room again; only root may mount such a disk. */
export async function fullDisk(): Promise<Suffered[]> {
  const suffered = unharmed('full disk')
  if (process.getuid?.() !== 0) {
    console.warn('NOT TRIED: a full disk. Only root may mount a small one.')
    return []
  }
  await using disk = await smallDisk(DISK_MB)
  await using child = start(join(disk.dir, 'data'))
  const [, origin = ''] = await child.until(LISTENS)
  const key = await child.firstKey()
  await untilReady(origin)
  await disk.fill()
  await until('/readyz sees the full disk', async () => (await readiness(origin)).reason?.includes('full') === true)
  const status = await addLists(origin, key, 200)
  if (status.some((each) => each !== 201 && each !== 503)) suffered.wrong.push(`answers ${[...new Set(status)].join()}`)
  await disk.empty()
  suffered.readyMs = await untilReady(origin)
  const kept = await countLists(origin, key)
  suffered.lost = Math.max(0, status.filter((each) => each === 201).length - kept)
  suffered.times = 1
  return [suffered]
}

async function addLists(origin: string, key: string, count: number): Promise<number[]> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key }
  const all: number[] = []
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify({ name: `List ${i}` })
    const answer = await fetch(`${origin}/v2/leads_lists`, { method: 'POST', headers, body })
    await answer.arrayBuffer()
    all.push(answer.status === 429 ? 503 : answer.status)
  }
  return all
}

async function countLists(origin: string, key: string): Promise<number> {
  const answer = await fetch(`${origin}/v2/leads_lists?limit=1`, { headers: { 'x-api-key': key } })
  return ((await answer.json()) as { meta: { total: number } }).meta.total
}
