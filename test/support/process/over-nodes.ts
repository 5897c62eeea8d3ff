import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { startChild } from './child-quarry.ts'

/** How often the move is killed before it may finish. */
const KILLS = 10
const STEP_MS = 250
const LOOK_MS = 5

/**
 * On a cluster, moves the tables of a database to its nodes with the command, which is killed at ten moments, some
 * before and some after a table has moved, and run again. Elsewhere it does nothing.
 */
export async function moveToNodes(env: Record<string, string>): Promise<void> {
  if (inject('nodeUrls').length === 1) return
  for (let kill = 0; kill < KILLS; kill++) {
    await using child = startChild('cli.ts', ['db', 'distribute', '--shards', '4'], env)
    const run = { isOver: false }
    const ended = child.end().then(() => (run.isOver = true))
    if (kill % 2 === 0) await Promise.race([ended, sleep(STEP_MS * kill)])
    else while (!run.isOver && !child.errors().includes('rows moved')) await sleep(LOOK_MS)
    await child.end('SIGKILL')
  }
  await using child = startChild('cli.ts', ['db', 'distribute', '--shards', '4'], env)
  expect([await child.end(), child.output()]).toEqual([
    0,
    expect.stringMatching(/tables moved|already spread over the nodes/),
  ])
  await expectDistributed(env, true)
}

/** Checks that the command reports all tables where they should be. */
export async function expectDistributed(env: Record<string, string>, distributed: boolean): Promise<void> {
  await using status = startChild('cli.ts', ['db', 'status', '--json'], env)
  await status.end()
  expect(JSON.parse(status.output())).toMatchObject({ distributed, missing: [] })
}
