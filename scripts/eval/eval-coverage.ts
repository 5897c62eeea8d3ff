/**
 * `npm run eval:coverage -- [--companies N] [--asked N] [--seed N] [--misses]`: for how many people at invented
 * companies, with sites and mail servers on loopback, the finder returns a right address that a server confirmed, how
 * many wrong ones it returns, and what it charges. All requests go through the API.
 */
import { parseArgs } from 'node:util'
import { startCoverageTown } from './find/coverage-town.ts'
import type { CoverageTown, ServerKind, TownCompany } from './find/coverage-town.ts'
import { fitPatterns } from '../../src/engine/names/patterns.ts'
import type { FindEmailOutput } from '../../src/core/search/find-email-output.ts'
import type { NamedTriple } from '../support/generate-names.ts'
import { report } from '../support/report.ts'

const AT_ONCE = 24
/** How many seconds a caller waits. */
const PATIENCE_S = 12

const { values } = parseArgs({
  options: {
    companies: { type: 'string', default: '300' },
    asked: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    misses: { type: 'boolean' },
  },
})

interface Asked {
  kind: ServerKind
  /** Whether the site shows any person. */
  isAnybodyKnown: boolean
  result: 'right and valid' | 'right' | 'wrong' | 'none'
  isValid: boolean
  /** Who owns the address, if it belongs to somebody else. */
  holder: 'published' | 'unpublished' | 'nobody'
  charged: number
  /** Whether a colleague has the address that this name leads to as well. */
  isCollision: boolean
}

await using town = await startCoverageTown(Number(values.companies), Number(values.seed))
await all(town.companies, async ({ domain }) => {
  await town.get(`/v2/domain-search?domain=${domain}&limit=1`)
})
const questions = town.companies.flatMap((company) =>
  company.people
    .filter((person) => !company.published.includes(person))
    .slice(0, Number(values.asked))
    .map((person) => ({ company, person })),
)
const asked = await all(questions, ({ company, person }) => ask(town, company, person))

const rows: (string | number)[][] = [
  ['servers', 'known', 'asked', 'right and valid', 'right', 'wrong', 'wrong but valid', 'charged though wrong'],
]
for (const [name, inside] of Map.groupBy(
  asked,
  ({ kind, isAnybodyKnown }) => `${kind}|${isAnybodyKnown ? '1+' : '0'}`,
)) {
  const of = (result: Asked['result']) => inside.filter((one) => one.result === result).length
  const wrong = inside.filter((one) => one.result === 'wrong')
  const charged = wrong.filter((one) => one.charged > 0).length
  rows.push([
    ...name.split('|'),
    inside.length,
    of('right and valid'),
    of('right'),
    of('wrong'),
    wrong.filter((one) => one.isValid).length,
    charged,
  ])
}
const telling = asked.filter(({ kind }) => kind === 'tells')
const coverage = (isAnybodyKnown: boolean) =>
  share(
    telling.filter((one) => one.isAnybodyKnown === isAnybodyKnown),
    ({ result }) => result === 'right and valid',
  )
const given = asked.filter(({ result }) => result !== 'none')
const wrongValid = (holder: Asked['holder']) =>
  asked.filter((one) => one.result === 'wrong' && one.isValid && one.holder === holder).length
const figures = {
  companies: town.companies.length,
  people: town.companies.reduce((sum, { people }) => sum + people.length, 0),
  asked: asked.length,
  coverage_known: coverage(true),
  coverage_unknown: coverage(false),
  collisions: share(asked, ({ isCollision }) => isCollision),
  wrong_valid_published: wrongValid('published'),
  wrong_valid_unpublished: share(given, (one) => one.result === 'wrong' && one.isValid && one.holder === 'unpublished'),
  charged_without_dns: asked.filter(({ kind, charged }) => kind === 'no DNS' && charged > 0).length,
}
report({
  title: `The finder with mail servers: ${asked.length} people looked up`,
  rows,
  figures,
  bars: [
    { figure: 'coverage_known', min: 0.66 },
    { figure: 'coverage_unknown', min: 0.58 },
    { figure: 'collisions', min: 0.02 },
    { figure: 'wrong_valid_published', max: 0 },
    { figure: 'wrong_valid_unpublished', max: 0.01 },
    { figure: 'charged_without_dns', max: 0 },
  ],
})

async function ask({ get }: CoverageTown, company: TownCompany, person: NamedTriple): Promise<Asked> {
  const { kind, published, people, domain } = company
  const query = new URLSearchParams({
    domain,
    first_name: person.first,
    last_name: person.last,
    max_duration: String(PATIENCE_S),
  })
  const { status, headers, body } = await get(`/v2/email-finder?${query.toString()}`)
  if (status !== 200) throw new Error(`The finder answered ${status}: ${JSON.stringify(body)}`)
  const { email, verification } = (body as FindEmailOutput).data
  const isValid = verification.status === 'valid'
  const holder = people.find((one) => one.email === email)
  if (values.misses === true && isValid && email !== person.email)
    console.log(
      `${person.first} ${person.last} has ${person.email}; given ${email} of ${holder?.first} ${holder?.last}${holder !== undefined && published.includes(holder) ? ', published' : ''}`,
    )
  const right = isValid ? 'right and valid' : 'right'
  return {
    kind,
    isAnybodyKnown: published.length > 0,
    result: email === null ? 'none' : email === person.email ? right : 'wrong',
    isValid,
    holder: holder === undefined ? 'nobody' : published.includes(holder) ? 'published' : 'unpublished',
    charged: Number(headers.get('x-quarry-credits-charged') ?? 0),
    isCollision: people.some((one) => one !== person && isWrittenAs(one, person)),
  }
}

/** Whether a pattern gives both names the same address. */
function isWrittenAs(holder: NamedTriple, asked: NamedTriple): boolean {
  const local = holder.email.slice(0, holder.email.indexOf('@'))
  const patternsOf = ({ first, last }: NamedTriple) =>
    fitPatterns(local, { first: first.split(' ')[0] ?? first, middle: '', last }).map(({ pattern }) => pattern)
  const own = patternsOf(holder)
  return own.length > 0 && patternsOf(asked).some((pattern) => own.includes(pattern))
}

/** Runs the work for each item, this many at once. */
async function all<In, Out>(items: readonly In[], work: (item: In) => Promise<Out>): Promise<Out[]> {
  const results: Out[] = []
  const left = [...items.entries()]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await work(next[1])
    }),
  )
  return results
}

function share<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.length === 0 ? 0 : Math.round((1_000 * items.filter(holds).length) / items.length) / 1_000
}
