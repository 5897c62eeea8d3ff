import { foldName } from '../../lib/text/person-name-fold.ts'

/** Endings and letters as people write them at work, where passports (ICAO 9303) have `ii`, `iia` and `ia`. */
const CYRILLIC: readonly (readonly [RegExp, string])[] = [
  [/[иіы][йї](?![\p{L}])/gu, 'y'],
  [/(?<=\p{L})[иьі]я/gu, 'ia'],
  [/ь[еёє]/g, 'ie'],
  [/й/g, 'y'],
  [/ю/g, 'yu'],
  [/я/g, 'ya'],
  [/х/g, 'kh'],
  [/ц/g, 'ts'],
  [/щ/g, 'shch'],
]
const IS_CYRILLIC = /\p{Script=Cyrillic}/u

/** How bearers of a Cyrillic name usually spell it (Юрий → yury, Наталья → natalia); null for any other name. */
export function usualSpelling(name: string): string | null {
  if (!IS_CYRILLIC.test(name)) return null
  const lower = name.normalize('NFC').toLowerCase()
  return foldName(
    CYRILLIC.reduce((text, [letters, latin]) => text.replace(letters, latin), lower),
    'short',
  )
}
