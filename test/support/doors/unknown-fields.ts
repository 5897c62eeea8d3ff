interface ApiBody {
  data?: unknown
  meta?: unknown
}

/** Returns an answer of `/v2` as models see it: null where its documented form has a boolean for something unknown. */
export function withUnknownFields({ data, meta }: ApiBody): { data: unknown; meta: Record<string, unknown> } {
  const { unknown = [], ...rest } = (meta ?? {}) as { unknown?: string[] }
  const nulls = Object.fromEntries(unknown.map((name) => [name, null]))
  return { data: unknown.length === 0 ? data : { ...(data as object), ...nulls }, meta: rest }
}
