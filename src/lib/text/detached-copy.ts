/**
 * A copy of plain data (what JSON can express): strings cut from a page keep the whole page in memory, those of the copy do
 * not. Several times as fast as `structuredClone`.
 */
export const detachedCopy = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T
