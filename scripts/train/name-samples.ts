import { SHIPPED_LISTS } from '../../src/engine/classify/address-lists.ts'
import { locateAddresses } from '../../src/engine/extract/addresses/address-spots.ts'
import { nameCandidates } from '../../src/engine/extract/candidates/name-candidates.ts'
import type { NameCandidate } from '../../src/engine/extract/candidates/candidate-list.ts'
import { SpelledNames } from '../../src/engine/extract/candidates/spelled-names.ts'
import { NameFeatures } from '../../src/engine/extract/model/name-features.ts'
import { buildPage } from '../../src/engine/extract/page/page-dom.ts'
import { PageMemory, teamTest } from '../../src/engine/extract/people/page-memory.ts'
import { TokenTape } from '../../src/engine/extract/page/token-tape.ts'
import { scanPage } from '../../src/engine/extract/page-scan.ts'
import { foldName } from '../../src/lib/text/person-name-fold.ts'
import type { StaffPage } from '../eval/truth/staff/staff-page.ts'
import type { LabelledPage } from '../eval/labelled-pages.ts'

/** A candidate of a page with what it is. */
export interface NameSample {
  features: number[]
  isName: boolean
  line: number
  start: number
  end: number
  /** Letters of the name, the same wherever it stands on the page. */
  key: string
}

export interface NamePage {
  /** Pages of one host are never on both sides. */
  host: string
  samples: NameSample[]
  /** Full names of the page, as letters. */
  wanted: Set<string>
}

const letters = (text: string): string => foldName(text).replace(/[^a-z]/g, '')

/** Without titles and degrees, which labels carry at times. */
const bareName = (name: string): string =>
  name
    .replace(/\b(?:mrs?|ms|miss|dr|capt|prof|rev|sir)\b\.?|\(.*\)|["“'].*["”']|\bM\.?D\b\.?|\b[JS]r\b\.?/gi, ' ')
    .trim()

/** A page with labels. A label of one word is no full name, and neither asked for nor judged. */
export function labelledSamples(page: LabelledPage): NamePage {
  const names = page.persons.map(bareName).filter((name) => /\S\s+\S/.test(name))
  return samplesOf({ url: page.url, html: page.html, domain: page.domain }, new Set(names.map(letters)))
}

export function staffSamples({ url, html, records }: StaffPage): NamePage {
  const wanted = new Set<string>()
  for (const { name } of records) {
    if (!name) continue
    wanted.add(letters(`${name.first} ${name.last}`))
    wanted.add(letters(`${name.last} ${name.first}`))
  }
  return samplesOf({ url, html, domain: new URL(url).hostname }, wanted)
}

function samplesOf(page: { url: string; html: string; domain: string }, wanted: Set<string>): NamePage {
  const tape = new TokenTape(page.html)
  const rules = { localSuffixes: new Set(['example']), siteDomain: page.domain }
  const scan = scanPage(page, rules, tape)
  const tree = buildPage(page.html, tape)
  const candidates = nameCandidates(tree.lines).filter(({ isJoint, isWorded }) => !isJoint && !isWorded)
  const isTeam = teamTest({ siteDomain: page.domain, lists: SHIPPED_LISTS })
  const memory = new PageMemory(tree.lines, isTeam)
  const spelled = new SpelledNames(
    candidates,
    scan.addresses.map(({ local }) => local),
    new Set(),
    memory,
  )
  const spots = locateAddresses(tree, scan, rules).filter(({ address }) => !isTeam(address))
  const features = new NameFeatures({
    tree,
    memory,
    candidates,
    fitOf: (candidate) => spelled.gradeOf(candidate),
    spots,
  })
  const samples = candidates.map((candidate) => toSample(candidate, features, wanted))
  return { host: page.domain, samples, wanted }
}

function toSample(candidate: NameCandidate, features: NameFeatures, wanted: ReadonlySet<string>): NameSample {
  const key = letters(candidate.words.join(' '))
  return {
    features: features.of(candidate),
    isName: wanted.has(key),
    line: candidate.line.index,
    start: candidate.start,
    end: candidate.end,
    key,
  }
}
