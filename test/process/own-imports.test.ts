import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Returns which files a part of Quarry loads, and as what, with these options of Node. */
function filesRead(...options: string[]): string[] {
  const script = `
    const read = new Set()
    const load = (url, context, next) => (read.add(context.format + ' ' + url), next(url, context))
    require('node:module').registerHooks({ load })
    import('${ROOT}/src/network.ts').then(() => console.log(JSON.stringify([...read].sort())))`
  return JSON.parse(execFileSync(process.execPath, [...options, '--eval', script], { encoding: 'utf8' })) as string[]
}

test('imports lead to the files that Node finds by itself', () => {
  const found = filesRead('--require', join(ROOT, 'bin/own-imports.cjs'))
  expect(found.length).toBeGreaterThan(100)
  expect(found).toEqual(filesRead())
})
