import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that are kept in memory, on Linux. */
const IN_MEMORY = '/dev/shm'
const ROOM_BYTES = 3_000_000_000

/**
 * Temporary files of tests, and with them the databases, lie in memory where there is room: a database is hundreds of small
 * files, and to copy those costs a disk nine times as much work. In containers the place is often too small, and often
 * nothing can be run there: then everything lies where temporary files usually do.
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
