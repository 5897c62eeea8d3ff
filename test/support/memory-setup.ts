import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files kept in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 3_000_000_000

/**
 * Temporary files of tests, including the databases, are kept in memory if there is room: a database is hundreds of
 * small files, and copying them costs a disk nine times as much work. In containers this directory is often too small,
 * and often nothing can be executed there: then everything stays where temporary files usually are.
 */
export default function setUpMemory(): void {
  if (process.env['TMPDIR'] !== undefined) return
  const dir = join(IN_MEMORY, `quarry-tests-${process.getuid?.() ?? 0}`)
  if (isRoomy() && isUsable(dir)) process.env['TMPDIR'] = dir
}

function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize > ROOM_BYTES
  } catch {
    return false
  }
}

function isUsable(dir: string): boolean {
  const program = join(dir, `try-${process.pid}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o755 })
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(program)
    return true
  } catch {
    return false
  } finally {
    rmSync(program, { force: true })
  }
}
