/** What the next page says first: a word of the dictionary with its values, and how to take it back. Kept in the session. */
export interface Notice {
  /** `area.word`, as `leads.moved`. */
  word: string
  values: Readonly<Record<string, string | number>>
  /** Where something can be done next. */
  link?: { path: string; label: string }
  /** A form that takes it back: the inverse capability, with what it needs. */
  undo?: { action: string; fields: Readonly<Record<string, string | number | readonly (string | number)[]>> }
}

export const notice = (word: string, values: Notice['values'] = {}, undo?: Notice['undo']): Notice =>
  storable({ word, values, ...(undo !== undefined && { undo }) })

/** PostgreSQL keeps no U+0000, and what a form sent may hold one. */
const storable = (said: Notice): Notice =>
  JSON.parse(
    JSON.stringify(said, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)),
  )

/** A notice as it came out of the session; null for what is none. */
export function noticeOf(kept: unknown): Notice | null {
  return typeof kept === 'object' && kept !== null && 'word' in kept && 'values' in kept ? (kept as Notice) : null
}
