import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { LabelledPage } from '../../labelled-pages.ts'
import { readSite, type SiteFacts } from './read-site.ts'
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

/** What was found, expected and wrong, for one kind of fact. */
export interface FactTally {
  hits: number
  wanted: number
  wrong: number
}
export type FactTallies = Map<string, FactTally>

const FIELDS = ['name', 'legal_name', 'address', 'founded'] as const

/** Whether a labelled host is held out: every third, by a hash of its name, is used only for checking. */
export const isHeldOut = (host: string): boolean => createHash('sha256').update(host).digest()[0]! % 3 === 0

/** Compares what is read from the hosts of a labelled set with the hashes of what a person read. */
export function judgeLabels(
  pages: readonly LabelledPage[],
  misses: string[],
): { development: FactTallies; held: FactTallies } {
  const labels = readLabels()
  const hosts = Map.groupBy(pages, (page) => page.host)
  const result = { development: new Map<string, FactTally>(), held: new Map<string, FactTally>() }
  for (const [host, own] of hosts) {
    const [first] = own
    const label = labels.get(first?.id ?? '')
    if (first === undefined || label === undefined) continue
    const facts = readSite(
      first.domain,
      own.map((page, index) => ({ url: addressOf(page, index), html: page.html })),
    )
    const held = isHeldOut(host)
    const missed = judgeHost(first.id, label, facts, held ? result.held : result.development)
    if (!held) misses.push(...missed.map((line) => `${host}  ${line}`))
  }
  return result
}

/** Saved pages have the address of the start page instead of their own; only the first may be the start page. */
const addressOf = ({ url, id }: LabelledPage, index: number): string =>
  index > 0 && new URL(url).pathname === '/' ? new URL(`/page-${id}`, url).href : url

type Label = Map<string, Set<string>>

function judgeHost(page: string, label: Label, facts: SiteFacts, tallies: FactTallies): string[] {
  const missed: string[] = []
  for (const field of FIELDS) {
    const wanted = label.get(field)
    if (wanted !== undefined) missed.push(...judgeField(page, field, wanted, foldedOf(field, facts), tallies))
  }
  if (!label.has('social')) return missed
  for (const network of SOCIAL_FIELDS) {
    const got = facts[network]?.value
    const folded = typeof got === 'string' ? [foldedSocial(got)] : []
    const wanted = label.get(network) ?? new Set([hashedFact(page, network, NOT_TOLD)])
    missed.push(...judgeField(page, network, wanted, folded, tallies))
  }
  return missed
}

/** @param got the possible spellings of the value in the labels; empty if nothing was found */
function judgeField(
  page: string,
  field: FactField,
  wanted: Set<string>,
  got: string[],
  tallies: FactTallies,
): string[] {
  const key = (SOCIAL_FIELDS as readonly string[]).includes(field) ? 'social' : field
  const tally = tallies.get(key) ?? { hits: 0, wanted: 0, wrong: 0 }
  tallies.set(key, tally)
  const told = !wanted.has(hashedFact(page, field, NOT_TOLD))
  const right = told && got.some((one) => wanted.has(hashedFact(page, field, one)))
  if (told) tally.wanted++
  if (right) tally.hits++
  else if (got.length > 0) tally.wrong++
  if (right || (got.length === 0 && !told)) return []
  return [`${got.length > 0 ? 'wrong ' : 'missed'} ${field} ${got.join(' or ')}${told ? '' : ' (not told)'}`]
}

function foldedOf(field: (typeof FIELDS)[number], facts: SiteFacts): string[] {
  const text = (key: keyof SiteFacts): string => (typeof facts[key]?.value === 'string' ? facts[key].value : '')
  switch (field) {
    case 'name':
      return text('name') === '' ? [] : [foldedName(text('name'))]
    case 'legal_name':
      return text('legal_name') === '' ? [] : [foldedLegalName(text('legal_name'))]
    case 'founded':
      return facts.founded_year === undefined ? [] : [String(facts.founded_year.value)]
    default: {
      const code = foldedCode(text('postal_code') === '' ? text('city') : text('postal_code'))
      const numbers = [...text('street_address').matchAll(/\d+[a-z]?(?=[^a-z\d]|$)/gi)].map(([number]) =>
        number.toLowerCase(),
      )
      // Without a street an address says only where the town is.
      if (text('postal_code') === '' && text('street_address') === '') return []
      return [code, ...numbers.map((number) => `${code}|${number}`)]
    }
  }
}

/** Page → field → hashes of right values. */
function readLabels(): Map<string, Label> {
  const labels = new Map<string, Label>()
  const text = readFileSync(join(import.meta.dirname, '..', 'facts-labels.tsv'), 'utf8')
  for (const line of text.split('\n')) {
    const [page, field, hash] = line.split('\t')
    if (page === undefined || field === undefined || hash === undefined) continue
    const label = labels.get(page) ?? new Map<string, Set<string>>()
    labels.set(page, label.set(field, (label.get(field) ?? new Set()).add(hash)))
  }
  return labels
}
