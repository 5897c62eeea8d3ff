/** A comma inside a quoted name, as in `"Okafor, Tom" <tom@birch.example>`, is not a separator. */
const ENTRY = /(?:"[^"\n\r]{0,200}"|[^\n\r,;\t])+/g

/** Longer texts are only split at commas: looking at each of their characters would keep others waiting. */
export const MAX_PASTED_CHARS = 100_000

/** Most items of a long list. */
const ONE_ENTRY = /^[^\s,;<>":]+$/

/** Several addresses and nothing else, with spaces between them. */
const ONLY_ADDRESSES = /^[^@\s]+@[^@\s]+(?:\s+[^@\s]+@[^@\s]+)+$/

/**
 * The entries of a pasted list: one per line, or separated by commas, semicolons or tabs; addresses alone also by spaces.
 * `Name <address>`, as mail programs copy it, is reduced to the address. Anything that is not an address is kept unchanged so
 * that it can be reported. Blank entries are left out.
 * @param most reads one entry more than this, so that the caller can tell when there are too many
 */
export function pastedAddresses(text: string, most: number): string[] {
  if (ONE_ENTRY.test(text)) return [text]
  const entries: string[] = []
  for (const [piece] of text.matchAll(ENTRY)) {
    const entry = (/<([^<>@\s]+@[^<>@\s]+)>\s*$/.exec(piece)?.[1] ?? piece)
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replace(/^mailto:/i, '')
      .trim()
    if (entry === '') continue
    for (const each of ONLY_ADDRESSES.test(entry) ? entry.split(/\s+/) : [entry]) entries.push(each)
    if (entries.length > most) break
  }
  return entries.slice(0, most + 1)
}
