/** What the next page says first: a dictionary word with its values, and how to undo it. Stored in the session. */
export interface Notice {
  /** `area.word`, such as `leads.moved`. */
  word: string
  values: Readonly<Record<string, string | number>>
  /** Nothing has happened: it stays until the reader moves on. */
  isProblem?: true
  /** Where to do something next. */
  link?: { path: string; label: string }
  /** A form that undoes it: the inverse capability, with its input. */
  undo?: { action: string; fields: Readonly<Record<string, string | number | readonly (string | number)[]>> }
}

export const notice = (word: string, values: Notice['values'] = {}, undo?: Notice['undo']): Notice =>
  storable({ word, values, ...(undo !== undefined && { undo }) })

/** What was missing, where a form leads back to the page that it was sent from. */
export const problemNotice = (word: string): Notice => ({ word, values: {}, isProblem: true })

/** PostgreSQL cannot store U+0000, which a form may contain. */
const storable = (said: Notice): Notice =>
  JSON.parse(
    JSON.stringify(said, (_, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : value)),
  )

/** A notice read from the session; null if it is not one. */
export function noticeOf(kept: unknown): Notice | null {
  return typeof kept === 'object' && kept !== null && 'word' in kept && 'values' in kept ? (kept as Notice) : null
}
