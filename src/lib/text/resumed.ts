/**
 * What has been read of a source, and then the rest. Does not end the source when nobody reads on: a request that is not read to its
 * end can still be answered.
 */
export async function* resumed<T>(read: readonly T[], source: AsyncIterator<T>): AsyncGenerator<T> {
  yield* read
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value
}
