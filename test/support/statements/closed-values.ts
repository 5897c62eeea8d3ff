import {
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isFunctionLikeDeclaration,
  isIdentifier,
  isNonNullExpression,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isParenthesizedExpression,
  isPropertyAssignment,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import type { Identifier, Node, ParameterDeclaration } from 'typescript/unstable/ast'
import { TypeFlags } from 'typescript/unstable/sync'
import type { Checker, LiteralType } from 'typescript/unstable/sync'
import { awaits, bindingOf, declarationOf, isOfModule, isWithin, namesIn } from './declared-names.ts'

/** How expressions of a module are read. */
export interface ClosedScope {
  checker: Checker
  /** Name → expressions, for values that only callers of the module know. */
  samples: Readonly<Record<string, string>>
}

/** The keys of a query config, and of what Quarry's own functions take instead. */
const HOLDS_STATEMENT: ReadonlySet<string> = new Set(['text', 'statement'])
const MAX_DEPTH = 6

const isWrapped = (node: Node) =>
  isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node) || isNonNullExpression(node)

/**
 * Returns what a statement can be, as expressions for the top level of its module, each giving an array of values.
 * Whatever the statement needs from its function is included: a parameter becomes all the values that its type, or the
 * calls in this module, allow. Empty if it depends on something known only elsewhere.
 */
export function closedStatements(scope: ClosedScope, node: Node): string[] {
  const closed = (part: Node): string[] => closedStatements(scope, part)
  if (isWrapped(node)) return closed(node.expression)
  if (isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(closed)
  if (isBinaryExpression(node)) return closed(node.left)
  if (isObjectLiteralExpression(node)) return node.properties.flatMap((property) => closedProperty(scope, property))
  const constant = isIdentifier(node) ? constantOf(scope, node) : undefined
  if (constant !== undefined) return closed(constant)
  const whole = closedValue(scope, node)
  if (whole !== null) return [whole]
  // It may be any element of the list.
  return isElementAccessExpression(node) ? closed(node.expression) : []
}

function closedProperty(scope: ClosedScope, property: Node): string[] {
  if (isSpreadAssignment(property)) return closedStatements(scope, property.expression)
  const isPlain = isPropertyAssignment(property) || isShorthandPropertyAssignment(property)
  if (!isPlain || !HOLDS_STATEMENT.has(property.name.getText())) return []
  return closedStatements(scope, isPropertyAssignment(property) ? property.initializer : property.name)
}

/** Returns the expression that a constant inside a function is set to. */
function constantOf({ checker }: ClosedScope, name: Identifier): Node | undefined {
  const declared = declarationOf(checker, name)
  if (declared === undefined || isOfModule(declared) || !isVariableDeclaration(declared)) return undefined
  return isIdentifier(declared.name) ? declared.initializer : undefined
}

/** Returns the values of one expression: nested loops over what it needs, in order of dependency. */
function closedValue(scope: ClosedScope, node: Node, depth = 0): string | null {
  const { checker, samples } = scope
  const loops = new Map<Node, string>()

  const isKnown = (part: Node): boolean => namesIn(part).every((name) => isKnownIn(part, name))

  function isKnownIn(part: Node, name: Identifier): boolean {
    const declared = declarationOf(checker, name)
    if (declared === undefined || isOfModule(declared) || isWithin(declared, part)) return true
    const binding = bindingOf(declared)
    if (loops.has(binding) || loops.has(declared)) return true
    const few = isParameterDeclaration(binding) ? fewValues(checker, name) : null
    const loop = few === null ? loopOver(binding) : null
    if (loop !== null) loops.set(binding, loop)
    const values = loop === null ? (few ?? samples[name.text]) : undefined
    if (values !== undefined) loops.set(declared, `for (const ${name.text} of [${values}])`)
    return loops.has(binding) || loops.has(declared)
  }

  function loopOver(binding: Node): string | null {
    if (isParameterDeclaration(binding)) {
      const values = depth < MAX_DEPTH ? valuesOfParameter(scope, binding, depth + 1) : null
      return values && `for (const ${binding.name.getText()} of ${values})`
    }
    if (!isVariableDeclaration(binding)) return null
    const name = binding.name.getText()
    const { parent } = binding.parent
    if (isForOfStatement(parent))
      return isKnown(parent.expression) ? `for (const ${name} of ${parent.expression.getText()})` : null
    const { initializer } = binding
    if (initializer === undefined || awaits(initializer) || !isKnown(initializer)) return null
    return `for (const ${name} of [${initializer.getText()}])`
  }

  // From an object passed to a function, only the known parts are kept: the statement, and not its values.
  const isGiven = depth > 0 && isObjectLiteralExpression(node)
  const parts = isGiven ? node.properties.filter((part) => isSpreadAssignment(part) || isKnown(part)) : [node]
  if (!parts.every(isKnown)) return null
  const written = parts.map((part) => part.getText()).join(', ')
  // Values that throw are left out because they have no such statement: for example, if one part of a pair is null.
  const body = [...loops.values()].reduceRight(
    (inner, loop) => `${loop} ${tried(inner)}`,
    `yield ${isGiven ? `{ ${written} }` : written}`,
  )
  return `[...(function* () { ${tried(body)} })()]`
}

const tried = (code: string): string => `try { ${code} } catch {}`

/** Returns the possible values of a name, if its type lists them. */
function fewValues(checker: Checker, name: Identifier): string | null {
  const type = checker.getTypeAtLocation(name)
  if (type === undefined) return null
  if (type.flags & TypeFlags.Boolean) return 'true, false'
  const parts = type.isUnionType() ? type.getTypes() : [type]
  const isOfLiterals = parts.every((part): part is LiteralType => part.isLiteralType())
  return isOfLiterals ? parts.map(({ value }) => JSON.stringify(value)).join(', ') : null
}

/** Returns what the functions of the module pass for a parameter, as an expression that gives an array. */
function valuesOfParameter(scope: ClosedScope, parameter: ParameterDeclaration, depth: number): string | null {
  const { checker } = scope
  const taker = parameter.parent
  if (!isFunctionLikeDeclaration(taker)) return null
  const name = isVariableDeclaration(taker.parent) ? taker.parent.name : 'name' in taker ? taker.name : undefined
  const symbol = name === undefined ? undefined : checker.getSymbolAtLocation(name)
  if (symbol === undefined) return null
  const { fileName } = taker.getSourceFile()
  const given = checker.getReferencesToSymbolInFile(fileName, symbol).flatMap((handle) => {
    const call = handle.resolve()?.parent
    const argument = call && isCallExpression(call) ? call.arguments[taker.parameters.indexOf(parameter)] : undefined
    if (argument === undefined) return []
    const whole = closedValue(scope, argument, depth)
    return whole === null ? closedStatements(scope, argument) : [whole]
  })
  return given.length === 0 ? null : `[${given.map((values) => `...${values}`).join(', ')}]`
}
