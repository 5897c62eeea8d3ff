import { folded } from './answer-sentences.ts'

/** How many days ahead a sender may be back; a later day is some other date. */
const MAX_DAYS = 120
const DAY_MS = 86_400_000

/** Months in seven languages, each by its distinctive letters, in order. */
const MONTHS: readonly string[] = [
  'jan\\w*|gen(?:naio)?|ene(?:ro)?',
  'feb\\w*|fev\\w*',
  'mar(?:s|ch|z|zo|co)?|maerz|maart|mrt',
  'apr\\w*|avr\\w*|abr\\w*',
  'may|mai|mei|mayo|maio|mag(?:gio)?',
  'jun\\w*|juin|giu(?:gno)?',
  'jul\\w*|juil\\w*|lug(?:lio)?',
  'aug\\w*|aout|ago\\w*',
  'sep\\w*|set(?:embro|tembre|iembre)?',
  'oct\\w*|okt\\w*|ott\\w*|out(?:ubro)?',
  'nov\\w*',
  'dec\\w*|dez\\w*|dic\\w*',
]
const MONTH = `(?<month>${MONTHS.join('|')})`
const YEAR = '(?:,? (?:de |del )?(?<year>[1-9]\\d{3})\\b)?'

const FORMS: readonly RegExp[] = [
  /\b(?<year>[1-9]\d{3})-(?<number>\d{1,2})-(?<day>\d{1,2})\b/g,
  /\b(?<day>\d{1,2})\s?[./-]\s?(?<number>\d{1,2})(?:\.(?!\d)|\s?[./-]\s?(?<year>(?:[1-9]\d)?\d\d)\b|(?![\d:]))/g,
  new RegExp(`\\b(?<day>\\d{1,2})(?:st|nd|rd|th|er|\\.|º)? (?:of |de |d')?${MONTH}\\b\\.?${YEAR}`, 'g'),
  new RegExp(`\\b${MONTH}\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)${YEAR}`, 'g'),
]

/** Words before the day of return, and before the last day of an absence. */
const BACK =
  /\b(?:back|return\w*|reopen|wieder|zuruck|ruckkehr|ab|retour|nouveau|vuelvo|vuelta|regres\w*|reincorpor\w*|rientr\w*|torn\w*|nuovo|terug\w*|weer|vanaf|volt\w*|retorno)\b/
const UNTIL = /\b(?:until|till|through|thru|to|bis|jusqu\w*|au|hasta|al|fino|tot|ate|a)\b/
/** Letters before a date that determine what it is. */
const REACH = 45

/**
 * The day on which the sender of a text is back, as `2026-12-07`: the date after "back on", otherwise after "until". In numeric
 * dates, days come before months. Null if there is none, or if it is before `at` or more than 120 days after it.
 */
export function backOn(text: string, at: Date): string | null {
  const said = folded(text).replace(/\s+/g, ' ')
  const today = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  let best: { day: number; rank: number } | null = null
  for (const form of FORMS)
    for (const found of said.matchAll(form)) {
      const day = dayOf(found.groups ?? {}, today)
      if (day === null) continue
      const rank = rankOf(
        said.slice(Math.max(0, found.index - REACH), found.index),
        said.slice(found.index + found[0].length),
      )
      if (rank === 0) continue
      if (best === null || rank > best.rank || (rank === best.rank && day > best.day)) best = { day, rank }
    }
  return best === null ? null : new Date(best.day).toISOString().slice(0, 10)
}

function rankOf(before: string, after: string): number {
  if (BACK.test(before) || /^[^.;!?]{0,12}\b(?:wieder|weer|back|de retour|de vuelta|di nuovo|de volta)\b/.test(after))
    return 2
  return UNTIL.test(before) ? 1 : 0
}

function dayOf(groups: Readonly<Record<string, string | undefined>>, today: number): number | null {
  const day = Number(groups['day'])
  const number = groups['number']
  const month = number === undefined ? monthOf(groups['month'] ?? '') : Number(number) - 1
  if (month < 0 || month > 11 || day < 1 || day > 31) return null
  const named = groups['year']
  const year =
    named === undefined ? new Date(today).getUTCFullYear() : Number(named.length === 2 ? `20${named}` : named)
  const years = named === undefined ? [year, year + 1] : [year]
  return (
    years
      .map((one) => Date.UTC(one, month, day))
      .find((one) => isSoon(one, today) && new Date(one).getUTCDate() === day) ?? null
  )
}

const isSoon = (day: number, today: number): boolean => day >= today && day <= today + MAX_DAYS * DAY_MS

const monthOf = (name: string): number => MONTH_NAMES.findIndex((pattern) => pattern.test(name))

const MONTH_NAMES = MONTHS.map((names) => new RegExp(`^(?:${names})$`))
