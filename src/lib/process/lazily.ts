/** A constant that is computed when it is first asked for: the start of a process waits for no long list. */
export function lazily<T>(compute: () => T): () => T {
  let known: { readonly value: T } | null = null
  return () => (known ??= { value: compute() }).value
}
