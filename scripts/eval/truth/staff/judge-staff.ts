import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import { scanPage } from '../../../../src/engine/extract/page-scan.ts'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { foldName } from '../../../../src/lib/text/person-name-fold.ts'
import { registrableDomain } from '../../../../src/lib/addresses/domain-name.ts'
import type { StaffName, StaffPage, StaffRecord } from './staff-page.ts'

/** Invented hosts end in `.example`, which is not on the public suffix list. */
const OPTIONS = { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS }
const CLASSES = Array.from('abcdefghi')
/** Forms that reveal the address only to a decoder or in an attribute, besides classes a and b. */
const ATTRIBUTE_FORMS = new Set(['data-attribute', 'title-attribute'])

type Person = ReturnType<typeof extractPage>['people'][number]

/** Right answers, and how many there should or could have been. */
interface Share {
  hits: number
  of: number
}

/** What was found on one half of the staff pages. */
export interface StaffFigures {
  /** Shares by name: `coverage`, `precision`, `class_a` … */
  shares: Map<string, Share>
  misses: string[]
}

/** Runs the product's extraction over pages and compares its results with the gold. */
export function judgeStaff(pages: readonly StaffPage[]): StaffFigures {
  const figures: StaffFigures = { shares: new Map(), misses: [] }
  for (const page of pages) judgePage(page, figures)
  return figures
}

/** Between 0 and 1, four digits; 1 if there was nothing to count. */
export const shareOf = ({ hits, of }: Share): number => (of === 0 ? 1 : Math.round((hits / of) * 10_000) / 10_000)

function judgePage(page: StaffPage, figures: StaffFigures): void {
  const domain = registrableDomain(new URL(page.url).hostname)
  const input = { url: page.url, html: page.html, domain }
  const facts = extractPage(input, OPTIONS)
  const owners = new Map(facts.people.flatMap((one) => (one.email === null ? [] : [[one.email, one] as const])))
  const found = new Set(scanPage(input, OPTIONS).addresses.map((one) => one.value))
  for (const record of page.records) {
    if (record.address === null) continue
    count(figures, 'addresses', found.has(record.address))
    if (record.name === null) judgeDesk(page, record, owners.get(record.address), figures)
    else
      judgeOwner(page, { ...record, name: record.name, address: record.address }, owners.get(record.address), figures)
  }
  judgeNames(page, facts.people, figures)
}

function judgeDesk(page: StaffPage, { address }: StaffRecord, got: Person | undefined, figures: StaffFigures): void {
  count(figures, 'desks_without_owner', got === undefined)
  if (got === undefined) return
  count(figures, 'precision', false)
  figures.misses.push(`desk    ${page.url} ${page.kind}  ${address}  given to ${got.fullName}`)
}

function judgeOwner(
  page: StaffPage,
  record: StaffRecord & { name: StaffName; address: string },
  got: Person | undefined,
  figures: StaffFigures,
): void {
  const { name, address, form, classes } = record
  const right = got !== undefined && samePerson(got, name)
  const ordered = right && sameParts(got, name)
  count(figures, 'coverage', right)
  count(figures, `layout ${page.kind}`, right)
  count(figures, `form ${form}`, right)
  for (const one of CLASSES) if (classes.includes(one)) count(figures, `class_${one}`, one === 'f' ? ordered : right)
  if (classes.some((one) => one === 'a' || one === 'b') || ATTRIBUTE_FORMS.has(form))
    count(figures, 'decoded_coverage', right)
  if (got === undefined) {
    figures.misses.push(`missed  ${page.kind} ${form} [${classes.join('')}]  ${name.full}  ${address}`)
    return
  }
  const own = right || sameRecord(got, name)
  count(figures, 'precision', own)
  if (!fits(address, name)) count(figures, 'precision_without_fit', own)
  if (right) count(figures, 'parts', ordered)
  if (!own)
    figures.misses.push(
      `wrong   ${page.kind} ${form} [${classes.join('')}]  ${address} of ${name.full} given to ${got.fullName}`,
    )
  else if (!right)
    figures.misses.push(`name    ${page.kind} ${form} [${classes.join('')}]  ${name.full}: ${got.fullName}`)
  else if (!ordered)
    figures.misses.push(
      `parts   ${page.kind} ${form} [${classes.join('')}]  ${name.first} | ${name.last}: ${got.firstName} | ${got.lastName}`,
    )
}

/** Judges names and positions of everybody, with or without an address. */
function judgeNames(page: StaffPage, people: readonly Person[], figures: StaffFigures): void {
  const staff = page.records.flatMap((one) => (one.name === null ? [] : [{ ...one, name: one.name }]))
  const matched = new Set<Person>()
  for (const { name, position } of staff) {
    const got = people.find((one) => !matched.has(one) && samePerson(one, name))
    count(figures, 'name_recall', got !== undefined)
    if (got) matched.add(got)
    if (position !== null) count(figures, 'position_recall', got !== undefined && samePosition(got, position))
    if (got && got.positionRaw !== null)
      count(figures, 'position_precision', position !== null && samePosition(got, position))
  }
  for (const one of people) {
    count(figures, 'name_precision', matched.has(one))
    if (!matched.has(one)) figures.misses.push(`no staff  ${page.kind}  ${one.fullName}`)
  }
}

function count({ shares }: StaffFigures, key: string, hit: boolean): void {
  const share = shares.get(key) ?? { hits: 0, of: 0 }
  shares.set(key, share)
  share.of++
  if (hit) share.hits++
}

const words = (text: string | null): string[] =>
  foldName(text ?? '')
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 0)

/** Whether the words are the same in any order; a middle name may be missing, but nothing may be added. */
function samePerson(got: Person, { first, last }: StaffName): boolean {
  const have = new Set(words(got.fullName))
  const given = words(first)
  const allowed = new Set([...given, ...words(last)])
  return (
    have.has(given[0] ?? '') &&
    words(last).every((word) => have.has(word)) &&
    [...have].every((word) => allowed.has(word))
  )
}

/** Whether it is the person of the record, even if a title or a middle name makes the name wrong. */
function sameRecord(got: Person, { first, last }: StaffName): boolean {
  const have = new Set(words(got.fullName))
  return words(first).some((word) => have.has(word)) && words(last).some((word) => have.has(word))
}

/** Whether first and last name are not swapped, and the family name is complete. */
function sameParts(got: Person, { first, last }: StaffName): boolean {
  return words(got.firstName)[0] === words(first)[0] && words(got.lastName).join(' ') === words(last).join(' ')
}

function samePosition(got: Person, position: string): boolean {
  const wanted = words(position).join(' ')
  return words(got.positionRaw).join(' ') === wanted || words(got.position).join(' ') === wanted
}

/** Whether the local part has something to do with the name. */
function fits(address: string, { first, last }: StaffName): boolean {
  const local = words(address.slice(0, address.indexOf('@'))).join('')
  return [...words(first), ...words(last)].some((word) => word.length > 1 && local.includes(word))
}
