/** The same type if JSON can express it; a part of it that JSON would change, such as a Buffer or a Date, is `never`. */
type Plain<T> = T extends Uint8Array | Date | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | bigint
  ? never
  : T extends object
    ? { [Key in keyof T]: Plain<T[Key]> }
    : T

/**
 * A copy of plain data (what JSON can express): strings cut from a page keep the whole page in memory, those of the copy do
 * not. Several times as fast as `structuredClone`.
 */
export const detachedCopy = <T>(data: T & Plain<T>): T => JSON.parse(JSON.stringify(data)) as T
