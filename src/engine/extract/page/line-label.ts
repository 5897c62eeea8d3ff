/** A label, and names that are between it and what is asked for. */
const LABEL =
  /(?:^|[|;•·]\s{0,3})([^|;•·:–—]{2,60}?)(?::|\s[–—-])\s+(?:\p{Lu}[\p{L}'’.-]{1,20}(?: \p{Lu}[\p{L}'’.-]{1,20}){1,2}(?:, | (?:and|&|und|et|y|e) )){0,3}$/u
const MAX_LABELLED = 160

/** The label of a part of a line, or of the list of names that it is in: `Owners` of `Owners: Jane Doe, John Roe`; null where it has none. */
export const labelBefore = (text: string, start: number): string | null =>
  LABEL.exec(text.slice(Math.max(0, start - MAX_LABELLED), start))?.[1]?.trim() ?? null
