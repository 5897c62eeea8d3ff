/** What distinguishes a city from its namesakes: its river, region or coast. */
const TAIL =
  /[ -](?:am|an der|im|in der|ob der|bei|vor der|auf der|upon|on|under|in|sur|sous|lès|en|nad|aan den|aan de|sulla)[ -].+$/iu
const IN_BRACKETS = /\s*\([^)]*\)$/u
/** Most names are one word, and tens of thousands are read. */
const HAS_PARTS = /[ /(-]/
const NONE: readonly string[] = []
/** Shorter ones are words in their own right. */
const LEAST_LETTERS = 4

/** Short forms of a city's name: `Stoke-on-Trent` gives `Stoke`, `Donostia / San Sebastián` each of the two. */
export function shortForms(name: string): readonly string[] {
  if (!HAS_PARTS.test(name)) return NONE
  const parts = name.includes('/') ? name.split('/').map((part) => part.trim()) : []
  const bare = name.replace(IN_BRACKETS, '').replace(TAIL, '')
  return [...new Set([...parts, bare])].filter((form) => form !== name && form.length >= LEAST_LETTERS)
}
