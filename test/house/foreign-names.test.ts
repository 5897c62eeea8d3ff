import { join, relative } from 'node:path'
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is'
import { SyntaxKind } from 'typescript/unstable/ast'
import type { BinaryExpression, ElementAccessExpression, Node, SourceFile } from 'typescript/unstable/ast'
import { API, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Type } from 'typescript/unstable/sync'
import { expect, test } from 'vitest'
import { ownValue } from '../../src/lib/text/own-value.ts'

const ROOT = join(import.meta.dirname, '../..')
const HELPER = 'src/lib/text/own-value.ts'

type Lookup = ElementAccessExpression | BinaryExpression

const isIn = (node: Node): node is BinaryExpression =>
  isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword

function lookupsIn(file: SourceFile): Lookup[] {
  const found: Lookup[] = []
  const walk = (node: Node): void => {
    if (isElementAccessExpression(node) || isIn(node)) found.push(node)
    node.forEachChild(walk)
  }
  walk(file)
  return found
}

/** Whether a name that may be any text is looked up in an object with a prototype: `record[name]`, `name in record`. */
function isForeign(checker: Checker, lookup: Lookup, key: Type | undefined): boolean {
  if (key === undefined || (key.flags & TypeFlags.String) === 0) return false
  const holder = checker.getTypeAtLocation(isElementAccessExpression(lookup) ? lookup.expression : lookup.right)
  return holder === undefined || !(holder.getSymbol()?.name === 'Bare' || /\bBare</.test(checker.typeToString(holder)))
}

test('no name from outside is looked up in a plain object', () => {
  const api = new API({ cwd: ROOT })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(ROOT, 'tsconfig.json')] }).getProjects()
    if (project === undefined) throw new Error('The types of the project could not be read.')
    const { program, checker } = project
    const wrong = program.getSourceFileNames().flatMap((name) => {
      const path = relative(ROOT, name)
      const file = /^(?:src|tools)\//.test(path) && path !== HELPER ? program.getSourceFile(name) : undefined
      const lookups = file === undefined ? [] : lookupsIn(file)
      if (file === undefined || lookups.length === 0) return []
      const keys = checker.getTypeAtLocation(
        lookups.map((lookup) => (isElementAccessExpression(lookup) ? lookup.argumentExpression : lookup.left)),
      )
      return lookups
        .filter((lookup, place) => isForeign(checker, lookup, keys[place]))
        .map((lookup) => `${path}: ${lookup.getText(file)}`)
    })
    // Read with `ownValue` or `Object.hasOwn`; write into a `bareRecord`.
    expect(wrong).toEqual([])
  } finally {
    api.close()
  }
})

test('prototype properties are not found', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__'])
    expect(ownValue({}, name)).toBeUndefined()
  expect(ownValue(JSON.parse('{"__proto__": 1}') as Record<string, number>, '__proto__')).toBe(1)
  expect(ownValue(null, 'constructor')).toBeUndefined()
})
