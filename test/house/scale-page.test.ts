import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readConfig, variableNames } from '../../src/config.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const page = readFileSync(join(DOCS, 'scale.md'), 'utf8')

interface Manifest {
  kind: string
  data?: Record<string, string>
  spec?: {
    selector: object
    template?: {
      metadata: { labels: object }
      spec: { containers: { env: { name: string; value: string }[]; livenessProbe?: unknown }[] }
    }
  }
}

const manifests = parseAllDocuments(readFileSync(join(DOCS, 'kubernetes.yaml'), 'utf8')).map(
  (each) => each.toJS() as Manifest,
)

test('every manifest names settings that there are, with values that are accepted', () => {
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

test('deployments select what they make', () => {
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  for (const { spec } of deployments) expect(spec?.selector).toEqual({ matchLabels: spec?.template?.metadata.labels })
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
  for (const [, sites, size, unit, nodes, memory] of rows) {
    const total = number(sites) * site
    expect(Math.abs(total / (number(size) * (unit === 'T' ? 1e12 : 1e9)) - 1)).toBeLessThan(0.02)
    expect(number(nodes)).toBe(Math.ceil(total / 2e12))
    expect(Math.abs((number(sites) * 1_800) / (number(memory) * 1e9) - 1)).toBeLessThan(0.12)
  }
})

test('the sum of connections is right', () => {
  const [, servers, each, workers, small, sum] = /(\d+) × (\d+) \+ (\d+) × (\d+) = (\d+)/.exec(page) ?? []
  expect(Number(servers) * Number(each) + Number(workers) * Number(small)).toBe(Number(sum))
})
