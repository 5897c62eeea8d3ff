import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './source-files.ts'

/**
 * What templates of the web door must not contain: the Content-Security-Policy of its pages would block it, or somebody
 * else's text could exploit it.
 */

const templates = sourceFiles.filter(({ path }) => path.startsWith('src/web/'))

/** Returns the files of the web door that match, comments excluded. */
const matching = (pattern: RegExp): string[] =>
  templates
    .filter(({ text }) => pattern.test(text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')))
    .map(({ path }) => path)

describe('templates', () => {
  test('write raw markup in only two places: the document and the icons', () => {
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

  test('contain no inline styles, handlers or scripts', () => {
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

  test('have no column heading without words', () => {
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

  /** What Quarry sets or uses of Oat, which may still rename things while its version begins with 0. */
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

  test("of Quarry's own are small", async () => {
    const { gzipSync } = await import('node:zlib')
    expect(gzipSync(own).length).toBeLessThanOrEqual(8_000)
    const script = readFileSync(join(ROOT, 'src/web/assets/quarry.js'))
    expect(gzipSync(script).length).toBeLessThanOrEqual(6_000)
  })
})
