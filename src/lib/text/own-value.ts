declare const withoutPrototype: unique symbol

/** A record without a prototype: any name may be written to it and read from it. Only `bareRecord` makes one. */
export interface Bare<T> {
  [name: string]: T
  readonly [withoutPrototype]: true
}

/** An empty record without a prototype. */
export const bareRecord = <T>(): Bare<T> => Object.create(null) as Bare<T>

/**
 * What a record holds itself under a name that comes from outside; undefined for what only its prototype knows, as
 * `constructor` and `__proto__`. A test of the architecture refuses every other look-up by such a name.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>> | null | undefined, name: string): T | undefined =>
  record !== null && record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
