import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { addImportCrawlCommand } from '../../src/cli/import-crawl-command.ts'
import { readConfig, variableNames } from '../../src/config.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const page = readFileSync(join(DOCS, 'scale.md'), 'utf8')

interface Probe {
  periodSeconds: number
  failureThreshold: number
}

interface Manifest {
  kind: string
  data?: Record<string, string>
  spec?: {
    selector: object
    parallelism?: number
    template?: {
      metadata: { labels: object }
      spec: { containers: { command?: string[]; env: { name: string; value: string }[]; startupProbe?: Probe }[] }
    }
  }
}

const manifestsOf = (file: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(DOCS, file), 'utf8')).map((each) => each.toJS() as Manifest)
const manifests = manifestsOf('kubernetes.yaml')

test('every manifest names existing settings, with accepted values', () => {
  const config = manifests.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const secret = {
    DATABASE_URL: 'postgresql://db.example/quarry',
    QUARRY_SECRET_KEY: Buffer.alloc(32).toString('base64'),
  }
  expect([...page.matchAll(/--from-literal=(\w+)/g)].map(([, name]) => name)).toEqual(Object.keys(secret))
  const roles = manifests.flatMap(({ spec }) => spec?.template?.spec.containers ?? []).map(({ env }) => env)
  expect(roles.map((env) => env.map(({ value }) => value))).toEqual([['server'], ['worker']])
  for (const env of roles) {
    const given = { ...config, ...secret, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) }
    expect(Object.keys(given).filter((name) => !variableNames().includes(name))).toEqual([])
    expect(readConfig(given).rateLimit.store).toBe('postgres')
  }
})

test('importers run an existing command, with existing options', () => {
  const [job] = manifestsOf('kubernetes-import.yaml')
  const [program, ...words] = job?.spec?.template?.spec.containers[0]?.command ?? []
  expect([program, ...words.slice(0, 2)]).toEqual(['bin/quarry', 'import', 'crawl'])
  const imports = new Command('import').exitOverride()
  addImportCrawlCommand(imports)
  const taken: unknown[] = []
  imports.commands[0]?.action((files: string[], options: object) => void taken.push(files, options))
  imports.parse(words.slice(1), { from: 'user' })
  expect(taken).toMatchObject([[expect.stringMatching(/^https:/)], { tlds: ['de', 'at', 'ch'], pages: { length: 4 } }])
  const pool = Number(manifests.find(({ kind }) => kind === 'ConfigMap')?.data?.['QUARRY_DATABASE_POOL_SIZE'])
  expect(page).toContain(`take up to ${(job?.spec?.parallelism ?? 0) * (pool + 3)} connections`)
})

test('deployments select the pods they create', () => {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  for (const { spec } of deployments) expect(spec?.selector).toEqual({ matchLabels: spec?.template?.metadata.labels })
})

test('a server that still migrates is not killed', () => {
  const probes = manifests
    .flatMap(({ spec }) => spec?.template?.spec.containers ?? [])
    .filter(({ env }) => env.some(({ value }) => value === 'server'))
    .map(({ startupProbe }) => (startupProbe?.periodSeconds ?? 0) * (startupProbe?.failureThreshold ?? 0))
  expect(probes).toEqual([30 * 60])
})

test('the sums of the sizing table are right', () => {
  const number = (text = ''): number => Number(text.replaceAll(',', ''))
  const bytes = (name: string): number => number(new RegExp(`\\| ${name} +\\| ([\\d,]+)`).exec(page)?.[1])
  const site =
    30 * bytes('page') +
    20 * (bytes('address') + 2 * bytes('source') + bytes('verification')) +
    bytes('company') +
    bytes('name')
  expect(site).toBe(number(/= ([\d,]+) bytes/.exec(page)?.[1]))
  const rows = [...page.matchAll(/^\| ([\d,]{7,}) +\| ([\d.]+) ([GT])B +\| (\d+) +\| ([\d.]+) GB/gm)]
  expect(rows).toHaveLength(5)
  const indexes = number(/\((\d+) of a company's/.exec(page)?.[1])
  for (const [, sites, size, unit, nodes, memory] of rows) {
    const total = number(sites) * site
    expect(Math.abs(total / (number(size) * (unit === 'T' ? 1e12 : 1e9)) - 1)).toBeLessThan(0.02)
    expect(number(nodes)).toBe(Math.ceil(total / 2e12))
    expect(Math.abs((number(sites) * indexes) / (number(memory) * 1e9) - 1)).toBeLessThan(0.06)
  }
  const [, , , , nodes, memory] = rows.at(-1) ?? []
  expect(number(/holds (\d+) GB of these indexes/.exec(page)?.[1])).toBe(Math.round(number(memory) / number(nodes)))
})

test('the hours of a monthly crawl follow from the benchmark of imports', () => {
  const number = (text = ''): number => Number(text.replaceAll(',', ''))
  const benchmarks = readFileSync(join(DOCS, 'benchmarks.md'), 'utf8')
  const [, perSecond, postgres] =
    /\| import, with people and companies +\| +[\d,]+ +\| +([\d,]+) +\| +([\d.]+) +\|/.exec(benchmarks) ?? []
  const text = page.replaceAll('\n', ' ')
  const [, fewest, most] = /has ([\d.]+) to ([\d.]+) billion pages/.exec(text) ?? []
  const [, each, ofPostgres] =
    /At ([\d.]+) ms of processor time a page, of which PostgreSQL takes ([\d.]+)/.exec(text) ?? []
  expect(ofPostgres).toBe(postgres)
  expect(Number(each)).toBeCloseTo(1_000 / number(perSecond) + Number(postgres), 1)
  const hours = (billions = '', share = 1) => (Number(billions) * 1e9 * share * Number(each)) / 1_000 / 3_600
  const told = /takes ([\d,]+) to ([\d,]+) processor-hours.*? pages take (\d+) to (\d+)/
    .exec(text)
    ?.slice(1)
    .map(number)
  const right = [hours(fewest), hours(most), hours(fewest, 0.01), hours(most, 0.03)]
  expect(told?.map((one, index) => Math.abs(one / (right[index] ?? 0) - 1) < 0.02)).toEqual(right.map(() => true))
})

test('the total of connections is right', () => {
  const [, servers, each, workers, small, sum] = /(\d+) × (\d+) \+ (\d+) × (\d+) = (\d+)/.exec(page) ?? []
  expect(Number(servers) * Number(each) + Number(workers) * Number(small)).toBe(Number(sum))
})
