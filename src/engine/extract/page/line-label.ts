/** A label, and names with their titles that are between it and what is asked for. */
const LABEL =
  /(?:^|[|;•·]\s{0,3})([^|;•·:–—]{2,60}?)(?::|\s[–—-])\s+(?:\p{Lu}[\p{L}'’.-]{0,20}(?: (?:\p{Lu}|v[ao]n|de|da|dos?|del|di|med)[\p{L}'’.-]{0,20}){1,5}(?:, | (?:and|&|und|et|y|e|en|og|och|i|a) )){0,7}$/u
const MAX_LABELLED = 240

const MAX_LABEL_WORDS = 8
/** Most lines have none. */
const MARK = /[:–—-]\s/

/** The label of a part of a line, or of the list of names that it is in: `Owners` of `Owners: Jane Doe, John Roe`; null where it has none. */
export function labelBefore(text: string, start: number): string | null {
  const before = text.slice(Math.max(0, start - MAX_LABELLED), start)
  const label = MARK.test(before) ? (LABEL.exec(before)?.[1]?.trim() ?? null) : null
  return label === null || label.split(' ').length > MAX_LABEL_WORDS ? null : label
}
