import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './source-files.ts'

/** What templates of the web door must not hold: the policy of its pages would stop it, or a stranger's text could use it. */

const templates = sourceFiles.filter(({ path }) => path.startsWith('src/web/'))

/** Files of the web door that match, without comments. */
const matching = (pattern: RegExp): string[] =>
  templates
    .filter(({ text }) => pattern.test(text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')))
    .map(({ path }) => path)

describe('templates', () => {
  test('write markup as it is in two places alone: the document and the icons', () => {
    expect(matching(/\braw\(|\braw\b[^\n]*from 'hono\/html'/)).toEqual([
      'src/web/components/document.ts',
      'src/web/components/icon.ts',
    ])
    expect(matching(/from 'hono\/(?:html|utils)/)).toEqual([
      'src/web/components/document.ts',
      'src/web/components/icon.ts',
      'src/web/page/html.ts',
    ])
  })

  test('hold no style, handler or script of their own', () => {
    expect(matching(/<[a-z][^>`]*\sstyle=/)).toEqual([])
    expect(matching(/<[a-z][^>`]*\son[a-z]+=/)).toEqual([])
    expect(matching(/<style\b/)).toEqual([])
    expect(matching(/<script(?![^>]*\ssrc="\$\{assetPath\()/)).toEqual([])
    expect(matching(/javascript:/i)).toEqual([])
  })

  test('get the attributes of htmx from one place', () => {
    expect(matching(/["\s]hx-[a-z]+(?:=|:)/)).toEqual(['src/web/components/enhance.ts'])
    expect(matching(/hx-on|hx-live|js:/)).toEqual([])
  })

  test('have no heading without words over a column', () => {
    expect(matching(/<th\b[^>]*><\/th>/)).toEqual([])
  })

  test('quote every attribute that is filled in', () => {
    expect(matching(/<[a-z][^>`]*\s[a-z-]+=\$\{/)).toEqual([])
  })
})

describe('styles and scripts', () => {
  const { resolve } = createRequire(import.meta.url)
  const oat = readFileSync(join(resolve('@knadh/oat'), '../oat.min.css'), 'utf8')
  const own = readFileSync(join(ROOT, 'src/web/assets/quarry.css'), 'utf8')

  /** What Quarry sets or uses of Oat, which may change what it is made of as long as its version begins with 0. */
  test('use names that Oat has', () => {
    const set = new Set(Array.from(own.matchAll(/^ {4}(--[\w-]+):/gm), ([, name = '']) => name))
    const used = new Set(Array.from(own.matchAll(/var\((--[\w-]+)/g), ([, name = '']) => name))
    const missing = [...used].filter((name) => !set.has(name) && !oat.includes(`${name}:`))
    expect(missing).toEqual([])
    const isOfScale = (name: string) => name.startsWith('--space-')
    const idle = [...set].filter((name) => !isOfScale(name) && !used.has(name) && !oat.includes(`var(${name}`))
    expect(idle).toEqual([])
    for (const name of ['[data-field]', '[data-variant=', '.card', '.outline', '.ghost', '.small', '.button', '.toast'])
      expect(oat, name).toContain(name)
  })

  test('of our own weigh little', async () => {
    const { gzipSync } = await import('node:zlib')
    expect(gzipSync(own).length).toBeLessThanOrEqual(8_000)
    const script = readFileSync(join(ROOT, 'src/web/assets/quarry.js'))
    expect(gzipSync(script).length).toBeLessThanOrEqual(6_000)
  })
})
