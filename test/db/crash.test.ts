import { Client } from 'pg'
import { expect, test } from 'vitest'
import { isAlive, killNow, killServer, quarryHouse, type QuarryProcess } from '../support/process/quarry-house.ts'

const ROUNDS = 3
const ROWS_A_ROUND = 200

/** Reads acknowledgements until there are enough, including those still in transit at the kill. */
async function collect(writer: QuarryProcess, enough: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < enough) {
    const { row } = await writer.next()
    if (row !== undefined) ids.push(row.id)
  }
  return ids
}

async function drain(writer: QuarryProcess): Promise<number[]> {
  const ids: number[] = []
  for (let line = await writer.next(); line.row !== undefined; line = await writer.next()) ids.push(line.row.id)
  return ids
}

/** The server's processes leave the process group of their parent, so their ids are read while they live. */
async function serverPids(connectionString: string, postmaster: number): Promise<number[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid <> pg_backend_pid()')
  await client.end()
  return [postmaster, ...rows.map(({ pid }) => pid)]
}

test('every row whose commit was acknowledged survives the sudden death of Quarry and its server', async () => {
  await using house = await quarryHouse({ furnished: true })
  const acknowledged: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    const writer = house.startProcess({ mode: 'write' })
    const { ready } = await writer.next()
    acknowledged.push(...(await collect(writer, ROWS_A_ROUND * round)))
    const postmaster = await house.serverPid()
    const pids = await serverPids(ready?.connectionString ?? '', postmaster)
    for (const pid of [-writer.pid, ...pids]) if (pid < 0 || isAlive(pid)) killNow(pid)
    acknowledged.push(...(await drain(writer)))
    await killServer(postmaster)
  }

  const server = await house.start()
  expect(server.adopted).toBe(false)
  const client = new Client({ connectionString: server.urls.superuser })
  await client.connect()
  const { rows } = await client.query<{ found: string; fsync: string }>(
    `select count(*) as found, current_setting('fsync') as fsync from rows where id = any($1) and length(padding) = 500`,
    [acknowledged],
  )
  await client.end()
  expect(acknowledged.length).toBeGreaterThan(ROWS_A_ROUND * ROUNDS)
  expect(rows).toEqual([{ found: String(acknowledged.length), fsync: 'on' }])
  expect(await server.stop()).toBe('stopped')
})
