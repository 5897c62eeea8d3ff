declare const withoutPrototype: unique symbol

/** A record without a prototype: any name can safely be written and read. Only `bareRecord` makes one. */
export interface Bare<T> {
  [name: string]: T
  readonly [withoutPrototype]: true
}

/** An empty record without a prototype. */
export const bareRecord = <T>(): Bare<T> => Object.create(null) as Bare<T>

/**
 * The record's own value under a name from outside; undefined for names that only its prototype has, such as `constructor` and
 * `__proto__`. An architecture test refuses every other look-up by such a name.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  record !== null && record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
