import type { ForeignLanguage } from './foreign-languages.ts'

/** Plural endings and what singulars have instead; the first that fits counts. */
const ENDINGS: Partial<Record<ForeignLanguage, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/eien$/, 'ei'],
    [/ärzte$/, 'arzt'],
    [/praxen$/, 'praxis'],
    [/häuser$/, 'haus'],
    [/güter$/, 'gut'],
    [/märkte$/, 'markt'],
    [/läden$/, 'laden'],
    [/zentren$/, 'zentrum'],
    [/(büro|hotel|studio|restaurant|salon|shop|verlag|betrieb|dienst|werk|heim|museum)[se]$/, '$1'],
    [
      /(apotheke|schule|fabrik|agentur|klinik|bank|versicherung|reinigung|vermietung|beratung|gesellschaft)(?:e?n)$/,
      '$1',
    ],
  ],
  fr: [
    [/eaux$/, 'eau'],
    [/aux$/, 'al'],
    [/(?<=\p{L}{3})[sx]$/u, ''],
  ],
  es: [
    [/iones$/, 'ión'],
    [/ces$/, 'z'],
    [/(?<=\p{L}{3}[lrnd])es$/u, ''],
    [/(?<=\p{L}{3})s$/u, ''],
  ],
}
/** What follows these is of the goods and keeps its number: `agencias de viajes`. */
const OF = new Set('de del des du d la le les à au para par en y et'.split(' '))
/** Singulars that English has as words or names of its own. */
const ENGLISH_TOO = new Set(
  'academia agence auditor bar bistro brasserie cafe café camping cave editorial fabric film garage gin hospital hotel journal laboratorio logistique maison museo pressing restaurant salon semiconductor sensor spa studio taller taxi teatro transport verlag'.split(
    ' ',
  ),
)

/** The singular of a trade named in the plural: `agencias de viajes` → `agencia de viajes`; null if it has the same form. */
export function foreignSingular(
  language: ForeignLanguage,
  said: string,
): { said: string; isEnglishToo: boolean } | null {
  const endings = ENDINGS[language]
  if (endings === undefined) return null
  const words = said.split(' ')
  const end = words.findIndex((word) => OF.has(word) || /^[dl]['’]/u.test(word))
  const one = words.map((word, at) => (end !== -1 && at >= end ? word : withoutPlural(word, endings))).join(' ')
  return one === said ? null : { said: one, isEnglishToo: ENGLISH_TOO.has(one) }
}

function withoutPlural(word: string, endings: readonly (readonly [RegExp, string])[]): string {
  const [plural, singular] = endings.find(([ending]) => ending.test(word)) ?? []
  return plural === undefined ? word : word.replace(plural, singular ?? '')
}
