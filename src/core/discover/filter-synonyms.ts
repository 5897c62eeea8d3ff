import { calledIndustries } from '../../engine/discover/words/subject-words.ts'
import { TECHNOLOGIES } from '../../lib/companies/technologies.ts'

/** What people call the industries and technologies that filters accept: value → words. */
export function filterSynonyms(): Readonly<Record<string, readonly string[]>> {
  const technologies = TECHNOLOGIES.filter(({ synonyms }) => synonyms.length > 0)
  return { ...calledIndustries(), ...Object.fromEntries(technologies.map(({ slug, synonyms }) => [slug, synonyms])) }
}
