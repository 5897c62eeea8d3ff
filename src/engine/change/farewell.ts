/** Titles of farewell pages, in the languages in which pages are read. */
const FAREWELL =
  /^(?:we say |wir sagen )?(?:farewell|goodbye|abschied|verabschiedung|auf wiedersehen|adieu|au revoir|despedida|adiós|addio|arrivederci|afscheid|farväl|farvel|pożegnanie|in memoriam|obituary|nachruf)(?:[:,]|\s+(?:to|for|von|auf|à|a|de|di|van|till|til))?\s+/iu
/** The name is followed by the company. */
const BEHIND = /\s*(?:[|•·:!,()]|\s[-–—]\s).*$/u
const MAX_WORDS = 5

/** The person to whom a page with this title bids farewell; null if it is about something else. */
export function farewellTo(title: string): string | null {
  const text = title.trim()
  const said = FAREWELL.exec(text)?.[0]
  if (said === undefined) return null
  const name = text.slice(said.length).replace(BEHIND, '')
  const words = name.split(/\s+/)
  const isName = words.length >= 2 && words.length <= MAX_WORDS && [words[0], words.at(-1)].every(isCapital)
  return isName ? name : null
}

const isCapital = (word = ''): boolean => /^\p{Lu}/u.test(word)
