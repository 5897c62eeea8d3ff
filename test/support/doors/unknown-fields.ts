interface ApiBody {
  data?: unknown
  meta?: unknown
}

/** What `/v2` says, with null where its documented form has a boolean for what nobody knows: as models are told. */
export function withUnknownFields({ data, meta }: ApiBody): { data: unknown; meta: Record<string, unknown> } {
  const { unknown = [], ...rest } = (meta ?? {}) as { unknown?: string[] }
  const nulls = Object.fromEntries(unknown.map((name) => [name, null]))
  return { data: unknown.length === 0 ? data : { ...(data as object), ...nulls }, meta: rest }
}
