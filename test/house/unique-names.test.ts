import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm

test('an exported name means one thing, wherever it is imported from', () => {
  const places = new Map<string, Set<string>>()
  for (const { path, text } of sourceFiles)
    for (const [, name = ''] of text.matchAll(DECLARED)) places.set(name, (places.get(name) ?? new Set()).add(path))
  const shared = [...places].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths].join(' '))
  expect(shared).toEqual([])
})
