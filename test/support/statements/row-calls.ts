import { relative, resolve } from 'node:path'
import {
  isAwaitExpression,
  isCallExpression,
  isExpressionStatement,
  isFunctionLikeDeclaration,
  isIdentifier,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import type { CallExpression, Node, VariableDeclaration } from 'typescript/unstable/ast'
import { API, SymbolFlags } from 'typescript/unstable/sync'
import type { Checker } from 'typescript/unstable/sync'
import { closedStatements } from './closed-values.ts'
import type { ClosedScope } from './closed-values.ts'
import { declaredRow } from './declared-columns.ts'
import type { DeclaredRow } from './declared-columns.ts'

/** A call that declares the type of its statement's rows. */
export interface RowCall extends DeclaredRow {
  /** The path of its module. */
  path: string
  /** Relative to the folder of all stores. */
  store: string
  /** As written: `Webhook`. */
  row: string
  /** Expressions for the top level of its module, each giving an array of objects that contain the statement. */
  statements: string[]
}

/** What a folder of stores queries. */
export interface RowsAsked {
  calls: RowCall[]
  /** Calls whose rows are read but have no type, as written. */
  untyped: string[]
}

/** By store: see `ClosedScope`. */
export type Samples = Readonly<Record<string, ClosedScope['samples']>>

const ROOT = resolve(import.meta.dirname, '../../..')

/** Reads a folder with the compiler. */
export function rowsAsked(folder: string, samples: Samples): RowsAsked {
  // Opening only these files takes a third of the time.
  const config = resolve(folder, 'tsconfig.json')
  const text = JSON.stringify({ extends: resolve(ROOT, 'tsconfig.json'), include: ['.'] })
  const isConfig = (path: string) => path === config || undefined
  const readFile = (path: string) => (path === config ? text : undefined)
  const api = new API({ cwd: ROOT, fs: { readFile, fileExists: isConfig } })
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (project === undefined) throw new Error(`The compiler did not open ${folder}.`)
    const { checker, program } = project
    const found = project.rootFiles.flatMap((path) => callsIn(program.getSourceFile(path)))
    const calls = found.filter((call) => call.typeArguments !== undefined && takesRow(checker, call, folder))
    const untyped = found.filter((call) => !call.typeArguments && readsRows(call) && takesRow(checker, call, folder))
    return {
      calls: calls.flatMap((call) => rowCall(checker, call, { folder, samples }) ?? []),
      untyped: untyped.map((call) => `${storeOf(call, folder)}: ${written(call)}`),
    }
  } finally {
    api.close()
  }
}

function callsIn(node: Node | undefined): CallExpression[] {
  const calls: CallExpression[] = node !== undefined && isCallExpression(node) ? [node] : []
  node?.forEachChild((child) => void calls.push(...callsIn(child)))
  return calls
}

/** Whether the call is to `query`, or to a function of the stores that passes its type on to one that takes it. */
function takesRow(checker: Checker, { expression: called }: CallExpression, folder: string): boolean {
  if (isPropertyAccessExpression(called)) return called.name.text === 'query'
  const named = isIdentifier(called) ? checker.getSymbolAtLocation(called) : undefined
  const symbol = named !== undefined && named.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named
  const declared = symbol?.valueDeclaration?.resolve()
  if (declared?.getSourceFile().fileName.startsWith(folder) !== true) return false
  const taker = isVariableDeclaration(declared) ? declared.initializer : declared
  if (taker === undefined || !isFunctionLikeDeclaration(taker)) return false
  const types = (taker.typeParameters ?? []).map(({ name }) => name.text)
  return callsIn(taker).some((call) => handsOn(call, types) && takesRow(checker, call, folder))
}

const handsOn = ({ typeArguments }: CallExpression, types: readonly string[]): boolean =>
  typeArguments?.some((given) => types.includes(given.getText())) === true

/** Whether the rows are used for more than counting. */
function readsRows(call: CallExpression): boolean {
  let at: Node = call
  while (isAwaitExpression(at.parent) || isParenthesizedExpression(at.parent)) at = at.parent
  const { parent } = at
  if (isPropertyAccessExpression(parent)) return parent.name.text === 'rows' && !isCounted(parent)
  if (isVariableDeclaration(parent)) return namesRows(parent)
  const isQuery = isPropertyAccessExpression(call.expression)
  return !isQuery && !isExpressionStatement(parent)
}

/** Whether the rows are named: `const { rows }`, or `found.rows` later in the same block. */
function namesRows({ name, parent }: VariableDeclaration): boolean {
  if (!isIdentifier(name)) return /\brows\b/.test(name.getText())
  return new RegExp(String.raw`\b${name.text}\.rows\b(?!\.length)`).test(parent.parent.parent.getText())
}

const isCounted = ({ parent }: Node): boolean => isPropertyAccessExpression(parent) && parent.name.text === 'length'

function rowCall(
  checker: Checker,
  call: CallExpression,
  { folder, samples }: { folder: string; samples: Samples },
): RowCall | null {
  const [row] = call.typeArguments ?? []
  const type = row && checker.getTypeFromTypeNode(row)
  // The callers of the surrounding function give the type.
  if (row === undefined || type === undefined || type.isTypeParameter()) return null
  const store = storeOf(call, folder)
  const scope = { checker, samples: samples[store] ?? {} }
  return {
    ...declaredRow(checker, type),
    path: call.getSourceFile().fileName,
    store,
    row: written(row),
    statements: call.arguments.flatMap((argument) => closedStatements(scope, argument)),
  }
}

const storeOf = (node: Node, folder: string): string => relative(folder, node.getSourceFile().fileName)

const written = (node: Node): string => node.getText().replaceAll(/\s+/g, ' ')
