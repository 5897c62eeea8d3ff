import { legalNamesIn } from './legal-names.ts'

/** What says in a table of a company's data that its name follows. */
const LABEL =
  /^(?:会\s?社\s?名|社\s?名|商\s?号|法人名|正式名称|販売(?:事)?業者名?|運営(?:会社|者|主体|事業者)|事業者名|상호명?|회사명|법인명|公司名称|raison sociale|dénomination sociale|ragione sociale|denominazione sociale|razón social|denominación social|razão social|firmenname|firmenwortlaut|(?:registered |legal )?(?:company|business) name|(?:legal|registered) name)(?:\s*[:：]\s*|\s+|$)(.{0,80})$/iu
/** Forms of the Far East, before the name or behind it. */
const EASTERN_FORM = String.raw`(?:株式|有限|合同|合資|合名)会社|(?:(?:一般|公益)(?:社団|財団)|医療|学校|宗教|社会福祉|特定非営利活動)法人|協同組合|주식회사|유한회사|㈜|㈱|(?:股份)?有限(?:责任)?公司`
const EASTERN_NAME = new RegExp(
  String.raw`^(?:(?:${EASTERN_FORM})\s?[\p{L}\p{N}・&.'’ -]{1,40}|[\p{L}\p{N}・&.'’ -]{1,40}?(?:${EASTERN_FORM}))$`,
  'u',
)
/** Labels stand in a table, not in the text of a long page. */
const MAX_LINES = 1_000

/** The name in a legal form that a label announces as the house's own, in its line or the next; null where none does. */
export function labelledLegalName(lines: readonly string[]): string | null {
  for (const [at, line] of lines.slice(0, MAX_LINES).entries()) {
    if (line.length > MAX_LINE) continue
    const said = LABEL.exec(line)?.[1]
    if (said === undefined) continue
    const value = (said || (lines[at + 1] ?? '')).trim()
    if (value.length > MAX_LINE) continue
    const name = EASTERN_NAME.test(value) ? value : legalNamesIn([value])[0]
    if (name !== undefined) return name
  }
  return null
}
const MAX_LINE = 120
