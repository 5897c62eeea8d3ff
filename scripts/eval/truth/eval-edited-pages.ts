/**
 * `npm run eval:edited-pages -- FOLDER`: labelled pages, and copies of them without a person or with another position,
 * as dated captures in archives; then what `/v2/changes` reports is compared with what was edited.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { extractPage } from '../../../src/engine/extract/extract-page.ts'
import { createOperatorLists } from '../../../src/services/lists/operator-lists.ts'
import { report } from '../../support/report.ts'
import { httpPage, warcRecord } from '../../../test/support/records/made-archive.ts'
import { loadPages } from '../labelled-pages.ts'
import type { LabelledPage } from '../labelled-pages.ts'
import { openVisitedHistories } from './histories/visited-histories.ts'
import type { ToldRow } from './histories/visited-histories.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { misses: { type: 'boolean' } } })
const DAYS = ['2026-06-01', '2026-07-06', '2026-08-10']
const TODAY = '2026-09-20T10:00:00.000Z'
const LEAST_PEOPLE = 5
const OTHER_POSITION = 'Chief Beekeeper'
const OF_PEOPLE = /^(?:joined|left|returned|title_changed|address_added|address_changed|name_changed)$/

interface EditedPage {
  edit: 'left' | 'joined' | 'title_changed' | 'nothing'
  domain: string
  looks: readonly string[]
  /** Words that the report contains. */
  says: string
  /** Whether the unedited page is read to name the person of the edit. */
  isRead: boolean
}

const lists = createOperatorLists().inUse
const cases = loadPages(positionals[0] ?? '').flatMap(editsOf)
await using house = await openVisitedHistories([])
house.setClock(TODAY)
await house.importRecords(cases.flatMap(recordsOf))

const scores = new Map<string, { pages: number; read: number; foundRead: number; found: number; wrong: number }>()
for (const edited of cases) {
  const told = (await house.changesOf(edited.domain)).filter(({ type }) => OF_PEOPLE.test(type))
  const right = told.filter((row) => isEdit(edited, row))
  const score = scores.get(edited.edit) ?? { pages: 0, read: 0, foundRead: 0, found: 0, wrong: 0 }
  scores.set(edited.edit, score)
  score.pages++
  score.read += Number(edited.isRead)
  score.found += Number(right.length > 0)
  score.foundRead += Number(edited.isRead && right.length > 0)
  score.wrong += told.length - right.length
  if (values.misses === true && (told.length > right.length || (right.length === 0 && edited.edit !== 'nothing')))
    console.log(`${edited.domain} ${edited.edit}: ${told.map(({ type }) => type).join(', ') || 'nothing'} told`)
}
const found = [...scores.values()].reduce((sum, score) => sum + score.found, 0)
const wrong = [...scores.values()].reduce((sum, score) => sum + score.wrong, 0)
report({
  title: `What was edited on ${cases.length} copies of pages`,
  rows: [
    ['edit', 'pages', 'found', 'recall', 'read', 'recall of these', 'wrong'],
    ...[...scores].map(([edit, score]) => [
      edit,
      score.pages,
      score.found,
      edit === 'nothing' ? '' : rate(score.found, score.pages),
      score.read,
      edit === 'nothing' ? '' : rate(score.foundRead, score.read),
      score.wrong,
    ]),
  ],
  figures: {
    pages: cases.length,
    ...Object.fromEntries(
      [...scores]
        .filter(([edit]) => edit !== 'nothing')
        .flatMap(([edit, { found: right, foundRead, pages, read }]) => [
          [`${edit}_recall`, rate(right, pages)],
          [`${edit}_recall_read`, rate(foundRead, read)],
        ]),
    ),
    precision: rate(found, found + wrong),
  },
  bars: [{ figure: 'precision', min: 0.97 }],
})

/** One edit of each kind that the page allows; a hash of its id decides whose. */
function editsOf(page: LabelledPage): EditedPage[] {
  const people = [...new Set(page.persons)].filter((name) => / /.test(name) && page.html.includes(name))
  const person = people[(createHash('sha1').update(page.id).digest()[0] ?? 0) % people.length]
  if (person === undefined || people.length < LEAST_PEOPLE) return []
  const { html, url, domain } = page
  const read = extractPage({ url, html, domain, headers: {} }, { localSuffixes: new Set(), lists }).people
  const without = withoutPerson(page, person)
  const position = page.positions.find((said) => html.split(said).length === 2)
  const made: Omit<EditedPage, 'domain' | 'isRead'>[] = [
    { edit: 'left', looks: [html, without, without], says: person },
    { edit: 'joined', looks: [without, html], says: person },
    { edit: 'nothing', looks: [html, `${html}<!-- ${page.id} -->`, html], says: '' },
  ]
  if (position !== undefined)
    made.push({ edit: 'title_changed', looks: [html, html.replace(position, OTHER_POSITION)], says: OTHER_POSITION })
  const isNamed = (edit: string): boolean =>
    edit === 'title_changed'
      ? read.some(({ position: held }) => held?.includes(position ?? '') === true)
      : read.some(({ fullName }) => hasWords(fullName, person))
  return made.map((edited) => ({
    ...edited,
    isRead: isNamed(edited.edit),
    domain: `${edited.edit.replace('_', '-')}-${page.id}.test`.toLowerCase(),
  }))
}

/** The page without the name, wherever it is, and without addresses that spell the family name. */
function withoutPerson({ html, addresses }: LabelledPage, person: string): string {
  const family = person.split(' ').at(-1)?.toLowerCase() ?? ''
  const own = addresses.flatMap(({ address }) => (address.split('@')[0]?.includes(family) === true ? [address] : []))
  return own
    .reduce((text, address) => text.replaceAll(new RegExp(literal(address), 'gi'), ''), html)
    .replaceAll(person, '')
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

function recordsOf({ domain, looks }: EditedPage): Buffer[] {
  return looks.map((html, at) =>
    warcRecord({ uri: `http://${domain}/team`, date: `${DAYS[at]}T09:00:00Z`, block: httpPage(html) }),
  )
}

function isEdit({ edit, says }: EditedPage, { type, person, after }: ToldRow): boolean {
  return type === edit && hasWords((edit === 'title_changed' ? after : person?.full_name) ?? '', says)
}

/** Whether a text contains the first and the last word of another. */
function hasWords(text: string, other: string): boolean {
  const wanted = other.toLowerCase().split(' ')
  return [wanted[0] ?? '', wanted.at(-1) ?? ''].every((word) => text.toLowerCase().includes(word))
}

function rate(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((1_000 * part) / whole) / 1_000
}
