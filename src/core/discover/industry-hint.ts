import { industriesCalled } from '../../engine/discover/called-industries.ts'
import { INDUSTRIES } from '../../lib/companies/industries.ts'
import { nearestWords } from '../../lib/text/nearest-words.ts'

const MOST = 3

/**
 * What to use instead of an unknown industry: those that people call by this name, otherwise those spelled similarly.
 * @param details of the error, which begin with the refused value; null if they are about something else
 */
export function industryHint(details: string): string | null {
  const [said = '', unknown] = details.split(' is not a known ')
  if (unknown === undefined) return null
  const called = industriesCalled(said).map((name) => `${name} (${said})`)
  const alike = called.length > 0 ? [] : nearestWords(INDUSTRIES, said, MOST)
  const names = [...called, ...alike].slice(0, MOST)
  return `${called.length > 0 ? 'Accepted' : 'Nearest accepted'} values: ${names.join('; ')}. quarry://reference/industries has all.`
}
