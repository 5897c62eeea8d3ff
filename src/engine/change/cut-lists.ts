import { alternation } from '../../lib/text/alternation.ts'

/** What a button below the first part of a list says, in the languages in which pages are read. */
const MORE = new RegExp(
  `^(?:${alternation`
    (?:load|show|view|see) (?:more|all)(?: (?:people|team members|members|staff|profiles|employees|results))?
    (?:mehr|weitere|alle) (?:(?:personen|mitarbeiter|mitarbeitende|profile|mitglieder) )?(?:laden|anzeigen|zeigen)
    (?:voir|afficher|charger) (?:plus|davantage|la suite|tous)(?: de (?:membres|profils|personnes))?
    (?:ver|cargar|mostrar) más(?: (?:miembros|personas|perfiles))?|(?:carregar|ver|mostrar) mais
    (?:mostra|carica|vedi) (?:altri|di più|altro)|(?:meer|alle) (?:medewerkers )?(?:laden|tonen|weergeven)
    (?:pokaż|załaduj) więcej|(?:visa|ladda) fler|(?:vis|indlæs|last inn) (?:flere|mer)`})\\s?[.…›»+↓]*$`,
  'iu',
)
const MAX_CHARS = 40
/** The button follows the last person shown. */
const MOST_BETWEEN = 8
const LEAST_PEOPLE = 4

/**
 * Whether a page shows only the first of a list, with a button for the others: who is not among them has not left, and who moves
 * up has not joined. Below every person, or below something else, such a button is about other things.
 */
export function isCutShort(
  page: { readonly lines: readonly string[] },
  people: readonly { fullName: string }[],
): boolean {
  if (people.length < LEAST_PEOPLE) return false
  const { lines } = page
  const buttons = lines.flatMap((line, at) => (line.length <= MAX_CHARS && MORE.test(line.trim()) ? [at] : []))
  const [button, another] = buttons
  if (button === undefined || another !== undefined) return false
  const above = lines.slice(Math.max(0, button - MOST_BETWEEN), button)
  return above.some((line) => people.some(({ fullName }) => line.includes(fullName)))
}
