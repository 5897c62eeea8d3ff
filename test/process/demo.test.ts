import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '../support/process/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The arguments that `npm run demo` starts it with. */
const DEMO = ['--require', './bin/check-node.cjs', 'scripts/demo.ts']

test('the demo plays five scenes with consistent figures, in plain text when colours are not supported', async () => {
  const child = spawn(process.execPath, DEMO, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  expect([code, err]).toEqual([0, ''])
  expect(out).not.toContain('\u001b')
  expect(out).not.toMatch(/undefined|NaN|null|[{}]"/)
  expect(Array.from(out.matchAll(/^(\d)\. (\w+):/gm), ([, number, title]) => `${number} ${title}`)).toEqual([
    '1 Search',
    '2 Find',
    '3 Verify',
    '4 Write',
    '5 Answer',
  ])

  const figures = /(\d+) addresses, (\d+) personal and (\d+) generic, on (\d+) pages/.exec(out)?.slice(1) ?? []
  const [addresses = 0, people = 0, generic = 0, pages = 0] = figures.map(Number)
  expect(people + generic).toBe(addresses)
  expect(out.match(/^\S+@lumenworks\.test +\d\d\b/gm)).toHaveLength(addresses)
  expect(people).toBeGreaterThanOrEqual(12)
  expect(pages).toBeGreaterThan(10)

  const found = /^Aoife Brennan: (\S+@lumenworks\.test), score \d\d, valid\.$/m.exec(out)?.[1] ?? 'nobody'
  expect(out).toContain('No page shows it (0 sources)')
  expect(out).toMatch(new RegExp(`^${found} +valid +accepted +250 `, 'm'))
  expect(out).toMatch(/^nobody\.here@lumenworks\.test +invalid +no_such_user +550 /m)
  expect(out).toContain(`Lead 1 is saved: Aoife Brennan, ${found}.`)
  expect(out).toMatch(/Campaign 1 is started: 2 emails scheduled/)
  expect(out).toMatch(new RegExp(`^ {2}To: Aoife Brennan <${found}>$`, 'm'))
  expect(out).toMatch(/^ {2}Hello Aoife, shall we talk about lamps\?$/m)
  expect(out).toContain('Before: 1 email sent, 1 scheduled in three days.')
  expect(out).toContain(`After: 1 email sent, 0 scheduled; ${found} is marked as replied.`)
})

test('with --stay, the demo leads into the product among the invented companies, and ends without a trace', async () => {
  const env = { ...process.env, PORT: String(await freePort()) }
  const child = spawn(process.execPath, [...DEMO, '--stay'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  const closed = once(child, 'close') as Promise<[number]>
  const errors = text(child.stderr)
  let out = ''
  for await (const piece of child.stdout.setEncoding('utf8')) {
    out += piece
    if (out.includes('Ctrl+C')) break
  }
  const [link = '', origin = ''] = /(http:\/\/localhost:\d+)\/app\/setup#qs_[\w-]{20,}/.exec(out) ?? []
  expect((await fetch(link)).url).toBe(`${origin}/app/setup`)
  child.kill('SIGINT')
  expect(await closed).toEqual([0, null])
  expect(await errors).toBe('')
})

test('the demo ends without a trace when its output is closed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-head-'))
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, DEMO, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env })
  const [closed, errors] = [once(child, 'close'), text(child.stderr)]
  for await (const piece of child.stdout) if (String(piece).includes('1. Search')) break
  expect([await closed, await errors]).toEqual([[0, null], ''])
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

test('the demo prints its first line before it loads anything', () => {
  const imports = readFileSync(join(ROOT, 'scripts/demo.ts'), 'utf8').matchAll(/^import .* from '([^']+)'/gm)
  for (const [, from] of imports) expect(from).toMatch(/^node:/)
})
