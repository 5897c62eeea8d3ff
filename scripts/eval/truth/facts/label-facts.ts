/**
 * `node scripts/eval/truth/facts/label-facts.ts PATH LABELS SOCIALS > scripts/eval/truth/facts-labels.tsv`: hashes
 * labels that a person read from the pages of a labelled set. LABELS has one line per host: `host|names|postal code and
 * house number|year|legal names`, with alternatives separated by semicolons; `-` is a field that the pages do not
 * state, and `?` or nothing is one that cannot be judged. SOCIALS has `host network:path …`. The plain text stays with
 * the person who read it.
 */
import { readFileSync } from 'node:fs'
import { loadPages } from '../../labelled-pages.ts'
import {
  SOCIAL_FIELDS,
  foldedCode,
  foldedLegalName,
  foldedName,
  foldedSocial,
  hashedFact,
  NOT_TOLD,
  type FactField,
} from './fold-fact.ts'

const [path, labels, socials] = process.argv.slice(2)
if (path === undefined || labels === undefined || socials === undefined) throw new Error('PATH LABELS SOCIALS')

const firstPages = new Map(
  loadPages(path)
    .toReversed()
    .map((page) => [page.host, page.id]),
)
const linesOf = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
const profiles = new Map(linesOf(socials).map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))
const rows = linesOf(labels).flatMap((line) => {
  const [host = '', names = '', addresses = '', founded = '', legal = ''] = line.split('|')
  const page = firstPages.get(host)
  if (page === undefined) throw new Error(`${host} has no page`)
  const rowsOf = (field: FactField, values: string[]): string[] =>
    [...new Set(values)].map((value) => `${page}\t${field}\t${hashedFact(page, field, value)}`)
  const folded = (text: string, fold: (one: string) => string): string[] =>
    text
      .split(';')
      .filter((one) => one !== '' && one !== '?')
      .map((one) => (one === NOT_TOLD ? NOT_TOLD : fold(one)))
  return [
    ...rowsOf('name', folded(names, foldedName)),
    ...rowsOf('legal_name', folded(legal, foldedLegalName)),
    ...rowsOf('address', folded(addresses, foldedAddress)),
    ...rowsOf(
      'founded',
      folded(founded, (year) => year),
    ),
    // The host is judged, whatever it links to.
    ...rowsOf('social', [NOT_TOLD]),
    ...SOCIAL_FIELDS.flatMap((network) => rowsOf(network, profilesOf(host, network))),
  ]
})
console.log(rows.join('\n'))

function profilesOf(host: string, network: string): string[] {
  const own = (profiles.get(host) ?? []).filter((one) => one.startsWith(`${network}:`))
  return own.map((one) => foldedSocial(one.slice(network.length + 1)))
}

/** Only the postal code, if there is no house number. */
function foldedAddress(text: string): string {
  const [code = '', number = NOT_TOLD] = text.split(' ')
  return number === NOT_TOLD ? foldedCode(code) : `${foldedCode(code)}|${number.toLowerCase()}`
}
