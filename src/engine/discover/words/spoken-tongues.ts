import { lazily } from '../../../lib/process/lazily.ts'
import { citiesNamed, isCityName } from '../../../lib/vocabulary/places/city-places.ts'
import { isNameOfPlace } from './kept-names.ts'

/** Languages in which something is offered or done, which no filter holds: `podcasts in English`, `Beratung auf Polnisch`. */

const CODES =
  'en de fr es it nl pt pl sv da no fi ru uk zh ja ko ar he tr el cs sk hu ro bg hr sr hi th vi id ca eu cy ga'.split(
    ' ',
  )
/** In each language, what its words for a language follow: `en anglais`, `cours d'anglais`. */
const BEFORE = {
  en: 'in|into|for|of|to|speak|speaks|speaking',
  de: 'auf|in|für|sprechen|spricht',
  fr: "en|de|d['’]|parlent|parle",
  es: 'en|de|hablan|habla|hablen',
  it: 'in|di|parlano|parla',
  nl: 'in(?:\\s+het)?|voor|spreken|spreekt',
  pt: 'em|de|falam|fala',
  sv: 'på',
  da: 'på',
  nb: 'på',
  pl: 'po|w\\s+języku',
} as const
/** Behind it nothing is named after the language: `in French hospitals` are places. */
const END = String.raw`(?=\s*(?:$|[,.;:!?()])|\s+(?:in|near|at|for|with|without|from|based|located|that|who|which|under|over|but|founded|around|across|using|(?:and|or)\s+(?:in|with|based)|aus|bei|nahe|mit|ohne|für|die|en|em|a|ad|à|au|aux|chez|avec|sans|pour|qui|con|sin|para|que|per|che|senza|met|zonder|voor|com|sem|i|med|och|og|w|we|z)\s)`

const spoken = lazily(() => {
  const patterns = Object.entries(BEFORE).map(([language, before]) => {
    const names = new Intl.DisplayNames([language], { type: 'language' })
    // `polski`, but `po polsku`
    const words = [
      ...CODES.map((code) => names.of(code)?.toLowerCase() ?? '').map((word) =>
        language === 'pl' ? word.replace(/i$/u, '(?:u|im)') : word,
      ),
      'mandarin',
    ]
    const one = `(?:${words.filter((word) => /^[\p{L}():?|]+$/u.test(word)).join('|')})`
    return String.raw`(?:${before})\s*(?<=[\s'’])${one}(?:(?:\s*[,/&]\s*|\s+\p{L}{1,4}\s+)${one})*${language === 'en' ? String.raw`|${one}(?:\s+(?:in)?to\s+|\s?[>→]\s?)${one}` : ''}`
  })
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}'’-])(?:(?:not|only|nicht|nur|pas|no|não|non|niet|inte|ikke|nie)\s+)?(?:${patterns.join('|')})(?:\s+only)?(?![\p{L}\p{N}'’-])${END}`,
    'giu',
  )
})

/** `in Spanish Miami`: a language, where the city behind it is in no country called after that. */
const before = lazily(() => {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const homes = new Map(CODES.map((code) => [names.of(code) ?? '', new Intl.Locale(code).maximize().region ?? '']))
  return {
    homes,
    pattern: new RegExp(
      String.raw`(?<![\p{L}\p{N}'’-])in\s+(${[...homes.keys()].join('|')})\s+(?=(\p{Lu}\p{L}{3,})(?![\p{L}'’-]))`,
      'gu',
    ),
  }
})

/** The question without the languages that something is offered in, and these as typed. */
export function withoutTongues(text: string): { rest: string; said: string[] } {
  const said: string[] = []
  const { homes, pattern } = before()
  const rest = text
    .replace(spoken(), (found) => {
      said.push(found)
      return ' '
    })
    .replace(pattern, (found, language: string, city: string) => {
      const home = homes.get(language) ?? ''
      if (isNameOfPlace(`${language} ${city}`) || citiesNamed(city, home).length > 0 || !isCityName(city)) return found
      said.push(found.trim())
      return 'in '
    })
  return { rest, said }
}
