/** The verbs that names of capabilities begin with; the rest of a name is what the verb applies to. */
const VERBS = new Set(
  (
    'add archive cancel change create delete enrich export favor find get import list mark merge move pause preview remove resend ' +
    'resume retry revoke request rotate run save search set start test unfavor update verify'
  ).split(' '),
)

const inPlural = (noun: string): string => {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}

/**
 * The rule by which the name of a tool or of an operation of `/v2` leads to a file of `src/core`: the file is named
 * after the capability, or after its noun, as written or in the plural, longer nouns before shorter ones; otherwise as
 * the name begins (`find_email_found`: `find-email`).
 * @returns the possible file names, of which the first that exists counts: `get_leads_list_folder` gives
 * `get-leads-list-folder`, `leads-list-folder`, `leads-list-folders`, `leads-list` …
 */
export function fileNamesOf(capability: string): string[] {
  const words = capability.split('_')
  const start = words.findIndex((word) => !VERBS.has(word))
  const noun = start < 0 ? words : words.slice(start)
  const shorter = (whole: readonly string[]) => whole.map((_, index) => whole.slice(0, whole.length - index).join('_'))
  const nouns = shorter(noun).flatMap((each) => [each, inPlural(each)])
  const names = [capability, ...nouns, ...shorter(words).filter((name) => name.includes('_'))]
  return names.map((name) => name.replaceAll('_', '-'))
}
