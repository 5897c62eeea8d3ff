/** A constant computed on first use, so that long lists do not delay the start of a process. */
export function lazily<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null
  return () => (known ??= { value: compute() }).value
}
