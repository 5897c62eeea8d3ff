/** A comma inside a quoted name, as in `"Okafor, Tom" <tom@birch.example>`, separates nothing. */
const ENTRY = /(?:"[^"\n\r]{0,200}"|[^\n\r,;\t])+/g

/**
 * The entries of a list as people paste it: one a line, or with commas, semicolons or tabs between them; `Name <address>`
 * as mail programs copy it gives the address. What is not an address stays as it is, so that it can be named. Blank entries
 * are left out.
 * @param most one entry more than this is read, so that the caller can tell that there are too many
 */
export function pastedAddresses(text: string, most: number): string[] {
  const entries: string[] = []
  for (const [piece] of text.matchAll(ENTRY)) {
    const entry = (/<([^<>@\s]+@[^<>@\s]+)>\s*$/.exec(piece)?.[1] ?? piece)
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replace(/^mailto:/i, '')
      .trim()
    if (entry !== '') entries.push(entry)
    if (entries.length > most) break
  }
  return entries
}
