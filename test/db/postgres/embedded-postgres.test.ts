import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { isAlive, killServer, quarryHouse } from '../../support/process/quarry-house.ts'

/** Runs one statement on its own connection. */
async function ask(connectionString: string, statement: string) {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows as unknown[]
  } finally {
    await client.end()
  }
}

// These tests spend most of their time waiting for the disk. A test that polls needs its own `expect`: the shared one
// knows only one test at a time.
describe.concurrent('the embedded server', () => {
  test('keeps its data across a stop and a restart', async () => {
    await using house = await quarryHouse()
    const first = await house.start()
    expect(first.adopted).toBe(false)
    await ask(first.urls.superuser, 'create table kept as select 42 as answer')
    const pid = await house.serverPid()
    expect(await first.stop()).toBe('stopped')
    expect(isAlive(pid)).toBe(false)
    const second = await house.start()
    expect(second.adopted).toBe(false)
    expect(await ask(second.urls.superuser, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(await second.stop()).toBe('stopped')
  })

  test('removes what interrupted first starts left behind, at the next start', async () => {
    await using house = await quarryHouse({ furnished: true })
    const killed = spawn('true')
    await once(killed, 'exit')
    const left = `postgres.new-${killed.pid}-x1Y2z3`
    await mkdir(join(house.dataDir, left, 'base'), { recursive: true })
    const neighbour = `postgres.new-${process.ppid}-x1Y2z3` // a live process may be creating it
    await mkdir(join(house.dataDir, neighbour))
    const server = await house.start()
    const names = await readdir(house.dataDir)
    expect([names.includes(left), names.includes(neighbour)]).toEqual([false, true])
    await server.stop()
  })

  test('waits for the disk, listens on no network, and sorts the same everywhere', async () => {
    await using house = await quarryHouse({ furnished: true })
    const server = await house.start()
    const settings = `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding, 'É' ilike 'é' as folds`
    expect(await ask(server.urls.superuser, settings)).toEqual([
      { fsync: 'on', commit: 'on', addresses: '', encoding: 'UTF8', folds: true },
    ])
    expect((await stat(join(house.dataDir, 'postgres'))).mode & 0o077).toBe(0)
    await server.stop()
  })

  test('is stopped by the last process using its data directory', async () => {
    await using house = await quarryHouse({ furnished: true })
    const ours = await house.start()
    const beside = house.startProcess()
    expect((await beside.next()).ready?.adopted).toBe(true)
    await beside.kill('SIGTERM')
    expect(await beside.next()).toEqual({ outcome: 'left running' })
    const other = house.startProcess()
    await other.next()
    expect(await ours.stop()).toBe('left running')
    await other.kill('SIGTERM')
    expect(await other.next()).toEqual({ outcome: 'stopped' })
    expect(await house.serverPid()).toBe(0)
  })

  test('is taken over when its process was killed', async ({ expect }) => {
    await using house = await quarryHouse({ furnished: true })
    const victim = house.startProcess()
    const { ready } = await victim.next()
    await victim.kill('SIGKILL')
    const pid = await house.serverPid()
    const heir = await house.start()
    expect(heir).toMatchObject({ adopted: true, urls: { superuser: ready?.connectionString } })
    expect(await house.serverPid()).toBe(pid)
    // The server notices the death a moment later; until then the dead process counts as a user.
    const users = () =>
      ask(heir.urls.superuser, `select from pg_stat_activity where application_name = 'quarry presence'`)
    await expect.poll(users).toHaveLength(1)
    expect(await heir.stop()).toBe('stopped')
  })

  test('is shared by processes that start at once for the first time', async () => {
    await using house = await quarryHouse()
    const servers = await Promise.all([house.start(), house.start(), house.start()])
    expect(new Set(servers.map(({ urls }) => urls.pool)).size).toBe(1)
    const outcomes = await Promise.all(servers.map((server) => server.stop()))
    expect(outcomes.toSorted()).toEqual(['left running', 'left running', 'stopped'])
  })

  test('recovers by itself after being killed', async ({ expect }) => {
    await using house = await quarryHouse({ furnished: true })
    const server = await house.start()
    await ask(server.urls.superuser, 'create table kept as select 42 as answer')
    const pid = await house.serverPid()
    await killServer(pid)
    const answer = () => ask(server.urls.superuser, 'select answer from kept').catch(() => 'not yet')
    await expect.poll(answer).toEqual([{ answer: 42 }])
    expect(await house.serverPid()).not.toBe(pid)
    expect(await server.stop()).toBe('stopped')
  })

  test('ignores a leftover process id that now belongs to another program, and leaves that program alone', async () => {
    await using house = await quarryHouse({ furnished: true })
    await (await house.start()).stop()
    const dir = join(house.dataDir, 'postgres')
    const { uid, gid } = await stat(dir)
    const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
    const strangerPid = stranger.pid ?? 0
    await writeFile(
      join(dir, 'postmaster.pid'),
      `${strangerPid}\n${dir}\n1700000000\n5432\n${dir}\n\n  1234567 0\nready   \n`,
    )
    const server = await house.start()
    expect(server.adopted).toBe(false)
    expect(await ask(server.urls.superuser, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
    expect(isAlive(strangerPid)).toBe(true)
    stranger.kill()
  })

  test("starts despite a leftover socket lock that names another program's process", async () => {
    await using house = await quarryHouse({ furnished: true })
    await (await house.start()).stop()
    const dir = join(house.dataDir, 'postgres')
    const { uid, gid } = await stat(dir)
    const stranger = spawn('sleep', ['600'], { uid, gid, stdio: 'ignore' })
    const lock = join(dir, '.s.PGSQL.5432.lock')
    await writeFile(lock, `${stranger.pid}\n${dir}\n1700000000\n5432\n${dir}\n`)
    await chown(lock, uid, gid)
    const server = await house.start()
    expect(server.adopted).toBe(false)
    expect(await ask(server.urls.superuser, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await server.stop()).toBe('stopped')
    expect(isAlive(stranger.pid ?? 0)).toBe(true)
    stranger.kill()
  })

  test('starts despite locks that a power failure or a full disk left empty', async () => {
    await using house = await quarryHouse({ furnished: true })
    await (await house.start()).stop()
    const dir = join(house.dataDir, 'postgres')
    const { uid, gid } = await stat(dir)
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      await writeFile(join(dir, name), '')
      await chown(join(dir, name), uid, gid)
    }
    const server = await house.start()
    expect(await ask(server.urls.superuser, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await server.stop()).toBe('stopped')
  })

  test('treats a copy of a running database as a separate one', async () => {
    await using house = await quarryHouse({ furnished: true })
    await using annexe = await quarryHouse()
    const original = await house.start()
    await ask(original.urls.superuser, 'create table kept as select 42 as answer')
    await cp(house.dataDir, annexe.dataDir, { recursive: true, filter: (path) => !path.endsWith('.s.PGSQL.5432') })
    const { uid, gid } = await stat(join(house.dataDir, 'postgres'))
    for (const entry of ['', ...(await readdir(annexe.dataDir, { recursive: true }))]) {
      if (entry.startsWith('postgres')) await chown(join(annexe.dataDir, entry), uid, gid)
    }
    await chmod(join(annexe.dataDir, 'postgres'), 0o755) // as archives and file servers do
    const copy = await annexe.start()
    expect(copy.adopted).toBe(false)
    await ask(copy.urls.superuser, 'update kept set answer = 43')
    expect(await ask(original.urls.superuser, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect([await copy.stop(), await original.stop()]).toEqual(['stopped', 'stopped'])
  })

  test('works in a path too long and too odd for a socket', async () => {
    await using house = await quarryHouse()
    const server = await house.start(join(house.dir, `it's "my, data" %41 é ${'x'.repeat(100)}`))
    expect(await ask(server.urls.superuser, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await server.stop()).toBe('stopped')
  })

  test('leaves a database of another version alone, with one sentence', async () => {
    await using house = await quarryHouse({ furnished: true })
    await (await house.start()).stop()
    const version = join(house.dataDir, 'postgres', 'PG_VERSION')
    await writeFile(version, '16\n')
    await expect(house.start()).rejects.toThrow(
      /^The database in .* was created by PostgreSQL 16, but this Quarry bundles 18: .*\.$/,
    )
    expect(await readFile(version, 'utf8')).toBe('16\n')
  })

  test('leaves a directory with other contents, or a link to nowhere, alone', async () => {
    await using house = await quarryHouse()
    await mkdir(join(house.dataDir, 'postgres'), { recursive: true })
    await writeFile(join(house.dataDir, 'postgres', 'diary.txt'), 'dear diary')
    await expect(house.start()).rejects.toThrow(/contains something other than a PostgreSQL database/)
    await using other = await quarryHouse()
    await mkdir(other.dataDir)
    await symlink('/nowhere/at/all', join(other.dataDir, 'postgres'))
    await expect(other.start()).rejects.toThrow(/points to a directory that no longer exists/)
  })

  test('says in one sentence why it cannot start', async () => {
    await using house = await quarryHouse({ furnished: true })
    await (await house.start()).stop()
    await writeFile(join(house.dataDir, 'postgres', 'postgresql.conf'), 'nonsense = 1\n')
    await expect(house.start()).rejects.toThrow(
      /^The database server in .* failed to start \(.*\): see .*postgres\.log\.$/,
    )
  })
})
