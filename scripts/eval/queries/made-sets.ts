import type { Bar } from '../../support/report.ts'
import { judgeSet } from './judge-set.ts'
import { cityWords, trapsOf } from './made-traps.ts'
import { correctionsOf, mistypedWords } from './made-typos.ts'
import { ordinaryWords } from './ordinary-words.ts'
import { templateQuestions } from './template-questions.ts'

const ORDINARY = 4_000
const MISTYPED = 2_000
const TEMPLATES = 3_000
const NOBODY = new Map<string, never>()

interface MadeSets {
  rows: (string | number)[][]
  figures: Record<string, number>
  misses: string[]
}

export const MADE_BARS: readonly Bar[] = [
  { figure: 'ordinary.corrected', max: 0.005 },
  { figure: 'ordinary.hard_filters', max: 0 },
  { figure: 'mistyped.right', min: 0.9 },
  { figure: 'traps.places', max: 0 },
  ...['en', 'de', 'fr', 'es'].flatMap((language) => [
    { figure: `templates.${language}.exact`, min: 0.95 },
    { figure: `templates.${language}.topic`, min: 0.95 },
    { figure: `templates.${language}.wrong_and_silent`, max: 0.05 },
  ]),
]

/** Judges words and questions that are generated, so that their meaning is known. */
export function judgeMadeSets(seed: number): MadeSets {
  const words = ordinaryWords()
  const ordinary = correctionsOf(words.slice(0, ORDINARY))
  const mistyped = mistypedWords(MISTYPED, seed)
  const traps = trapsOf([...new Set([...cityWords(), ...words])])
  const templates = judgeTemplates(seed)
  return {
    rows: [
      ['set', 'what', 'rate', 'count', 'of'],
      ['ordinary words', 'corrected', share(ordinary.corrected, ordinary.asked), ordinary.corrected, ordinary.asked],
      ['', 'into a place or an industry', share(ordinary.hard, ordinary.asked), ordinary.hard, ordinary.asked],
      ['mistyped words', 'read as meant', share(mistyped.right, mistyped.asked), mistyped.right, mistyped.asked],
      [
        `${traps.words} words that are cities`,
        'a place',
        share(traps.misses.length, traps.asked),
        traps.misses.length,
        traps.asked,
      ],
      ...templates.rows,
    ],
    figures: {
      'ordinary.corrected': share(ordinary.corrected, ordinary.asked),
      'ordinary.hard_filters': ordinary.hard,
      'mistyped.right': share(mistyped.right, mistyped.asked),
      'traps.places': traps.misses.length,
      ...templates.figures,
    },
    misses: [...ordinary.misses, ...mistyped.misses, ...traps.misses, ...templates.misses],
  }
}

function judgeTemplates(seed: number): MadeSets {
  const made: MadeSets = { rows: [], figures: {}, misses: [] }
  for (const [language, all] of Map.groupBy(templateQuestions(TEMPLATES, seed), (one) => one.language)) {
    const { figures, misses } = judgeSet(all, NOBODY)
    for (const [what, figure] of [
      ['all hard slots right', 'exact'],
      ['topic right', 'topic'],
      ['wrong and silent', 'wrong_and_silent'],
    ] as const) {
      const rate = figures[figure] ?? 0
      made.rows.push([`templates, ${language}`, what, rate, Math.round(rate * all.length), all.length])
      made.figures[`templates.${language}.${figure}`] = rate
    }
    made.misses.push(...misses)
  }
  return made
}

const share = (count: number, of: number): number => Math.round((10_000 * count) / Math.max(1, of)) / 10_000
