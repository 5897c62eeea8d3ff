import {
  isAwaitExpression,
  isFunctionLikeDeclaration,
  isIdentifier,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSourceFile,
  isTypeNode,
  isVariableDeclaration,
} from 'typescript/unstable/ast'
import type { Identifier, Node } from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'

/** What the names in an expression mean. */

/** Returns the names that an expression uses, in order. */
export function namesIn(node: Node): Identifier[] {
  if (isIdentifier(node)) return [node]
  if (isTypeNode(node)) return []
  if (isPropertyAccessExpression(node)) return namesIn(node.expression)
  if (isPropertyAssignment(node)) return namesIn(node.initializer)
  const found: Identifier[] = []
  node.forEachChild((child) => void found.push(...namesIn(child)))
  return found
}

/** Returns where a name is declared, if that is in the same module. */
export function declarationOf(checker: Checker, name: Identifier): Node | undefined {
  const isShort = isShorthandPropertyAssignment(name.parent)
  const symbol = isShort ? checker.getShorthandAssignmentValueSymbol(name.parent) : checker.getSymbolAtLocation(name)
  const declared = symbol?.valueDeclaration?.resolve()
  return declared?.getSourceFile() === name.getSourceFile() ? declared : undefined
}

/** Returns the parameter or constant that an element of a pattern is taken from. */
export function bindingOf(declared: Node): Node {
  let at = declared
  while (!isSourceFile(at) && !isVariableDeclaration(at) && !isParameterDeclaration(at)) at = at.parent
  return at
}

/** Whether a name is declared at the top level of its module. */
export function isOfModule(declared: Node): boolean {
  for (let at = declared; !isSourceFile(at); at = at.parent)
    if (at !== declared && isFunctionLikeDeclaration(at)) return false
  return true
}

export const isWithin = (part: Node, whole: Node): boolean => part.pos >= whole.pos && part.end <= whole.end

/** Whether an expression awaits a promise. */
export function awaits(node: Node): boolean {
  if (isAwaitExpression(node)) return true
  if (isFunctionLikeDeclaration(node)) return false
  return node.forEachChild((child) => awaits(child) || undefined) ?? false
}
