import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, Type, TypeReference } from 'typescript/unstable/sync'

/** A column as a row type declares it. */
export interface DeclaredColumn {
  name: string
  /** `string`, `null`, `Date`, `number[]`, `object`, `unknown` */
  kinds: ReadonlySet<string>
  isOptional: boolean
}

/** What a call declares about its rows. */
export interface DeclaredRow {
  columns: DeclaredColumn[]
  /** Whether there may be more columns: it is a dictionary, or its caller adds some. */
  isOpen: boolean
}

const PLAIN: readonly (readonly [number, string])[] = [
  [TypeFlags.Any | TypeFlags.Unknown, 'unknown'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]
const CLASSES: ReadonlySet<string> = new Set(['Date', 'Buffer'])

export function declaredRow(checker: Checker, row: Type): DeclaredRow {
  const parts = row.isIntersectionType() ? row.getTypes() : [row]
  const isOpen = checker.getIndexInfosOfType(row).length > 0 || parts.some((part) => part.isTypeParameter())
  const columns = checker.getPropertiesOfType(row).map((property) => {
    const type = checker.getTypeOfSymbol(property)
    const kinds = new Set(type === undefined ? ['unknown'] : kindsOf(checker, type))
    return { name: property.name, kinds, isOptional: (property.flags & SymbolFlags.Optional) !== 0 }
  })
  return { columns, isOpen }
}

function kindsOf(checker: Checker, type: Type): string[] {
  const plain = PLAIN.find(([flags]) => (type.flags & flags) !== 0)
  if (plain !== undefined) return [plain[1]]
  if (type.isUnionType()) return type.getTypes().flatMap((part) => kindsOf(checker, part))
  if (checker.isArrayLikeType(type)) {
    const items = checker.getTypeArguments(type as TypeReference).flatMap((item) => kindsOf(checker, item))
    return items.map((kind) => `${kind}[]`)
  }
  if (type.isObjectType() || type.isIntersectionType()) {
    const { name = '' } = type.getSymbol() ?? {}
    return [CLASSES.has(name) ? name : 'object']
  }
  const constraint = checker.getBaseConstraintOfType(type)
  return constraint === undefined || constraint === type ? ['unknown'] : kindsOf(checker, constraint)
}
