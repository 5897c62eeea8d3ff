import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { domainList, LISTS_DATED, replaceDomainList } from '../engine/classify/domain-kinds.ts'
import type { DomainList } from '../engine/classify/domain-kinds.ts'
import { parseHostName } from '../lib/domain-name.ts'

/** A list, and where it comes from. */
export interface ListState {
  name: DomainList
  domains: number
  /** The head line of a fetched list; what was shipped has a month. */
  source: string
  /** Why a refresh changed nothing; null when it did, or when none was asked for. */
  problem: string | null
}

const NAMES: readonly DomainList[] = ['disposable', 'webmail', 'forwarder']
const MAX_BYTES = 10_000_000
const DEADLINE_MS = 60_000
/** A list that has lost more than half is a broken download or another list. */
const LEAST_SHARE = 0.5

const fileOf = (dataDir: string, name: DomainList): string => join(dataDir, 'lists', `${name}-domains.txt`)

/** Reads the lists that were fetched, if any, and puts them to use. A broken file leaves the list in use. */
export async function useFetchedLists(dataDir: string): Promise<ListState[]> {
  return Promise.all(
    NAMES.map(async (name) => {
      const text = await readFile(fileOf(dataDir, name), 'utf8').catch(() => '')
      const domains = readDomains(text)
      const isFetched = domains !== null && domains.size > 0
      if (isFetched) replaceDomainList(name, domains)
      const source = isFetched ? (text.split('\n')[0] ?? '').slice(2) : `shipped, ${LISTS_DATED}`
      return { name, domains: domainList(name).size, source, problem: null }
    }),
  )
}

/** Fetches each list for which the operator named an address; a wrong one changes nothing. */
export async function refreshLists(context: Pick<Context, 'config' | 'http' | 'clock'>): Promise<ListState[]> {
  const { dataDir, listUrls } = context.config
  await useFetchedLists(dataDir)
  const problems = new Map<DomainList, string | null>()
  for (const name of NAMES) {
    const url = listUrls[name]
    const unnamed = `QUARRY_LIST_URL_${name.toUpperCase()} is not set.`
    problems.set(name, url === null ? unnamed : await refresh(context, name, url))
  }
  const states = await useFetchedLists(dataDir)
  return states.map((state) => ({ ...state, problem: problems.get(state.name) ?? null }))
}

async function refresh(
  { config, http, clock }: Pick<Context, 'config' | 'http' | 'clock'>,
  name: DomainList,
  url: string,
): Promise<string | null> {
  const answer = await http.fetch(url, { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS })
  if (answer.outcome === 'refused') return `It could not be fetched (${answer.reason}).`
  if (answer.status !== 200) return `The server answered ${answer.status}.`
  const domains = readDomains(answer.body.toString('utf8'))
  if (domains === null) return 'Not every line is a domain.'
  if (domains.size < domainList(name).size * LEAST_SHARE) return 'It is less than half as long as the list in use.'
  const { host } = new URL(url)
  const head = `# Source: ${host}. Date: ${clock.now().toISOString().slice(0, 10)}.`
  await writeWhole(fileOf(config.dataDir, name), [head, ...[...domains].sort(), ''].join('\n'))
  return null
}

/** One domain a line, `#` begins a comment; null when a line is none. */
function readDomains(text: string): Set<string> | null {
  const domains = new Set<string>()
  for (const line of text.split('\n')) {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) continue
    const domain = parseHostName(entry)
    if (domain === null) return null
    domains.add(domain)
  }
  return domains
}

/** A reader sees the old file or the new one, never a part. */
async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, text)
  await rename(draft, file)
}
