/** Shorter parts occur on every page. */
const SHORTEST = 4

/**
 * The longest text, in lower case, that any match of an expression contains: characters outside groups and classes that are
 * neither optional nor alternatives. Empty if there is none; searching for it costs far less than matching.
 */
export function literalOf(pattern: string): string {
  const runs = ['']
  const add = (character: string) => runs.push((runs.pop() ?? '') + character)
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    const next = pattern[at + 1] ?? ''
    if (character === '|') return ''
    if (character === '\\') {
      at++
      if (/\w/.test(next)) runs.push('')
      else add(next)
    } else if (character === '[' || character === '(') {
      at = endOf(pattern, at)
      runs.push('')
    } else if (character === '*' || character === '?' || character === '{') {
      runs.push((runs.pop() ?? '').slice(0, -1), '')
      if (character === '{') at = pattern.indexOf('}', at)
      if (at < 0) return ''
    } else if ('+.^$)'.includes(character)) runs.push('')
    else add(character)
  }
  const longest = runs.sort((one, other) => other.length - one.length)[0] ?? ''
  return longest.length >= SHORTEST ? longest.toLowerCase() : ''
}

/** The end of the class or group that begins here. */
function endOf(pattern: string, start: number): number {
  const isClass = pattern[start] === '['
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at] ?? ''
    if (character === '\\') at++
    else if (isClass ? character === ']' : character === ')' && --depth === 0) return at
    else if (character === '(') depth++
  }
  return pattern.length
}
