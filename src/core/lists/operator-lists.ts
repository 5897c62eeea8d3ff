import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { domainList, LISTS_DATED, replaceDomainList } from '../../engine/classify/domain-kinds.ts'
import type { DomainList } from '../../engine/classify/domain-kinds.ts'
import { replaceRoleWords, roleWords } from '../../engine/classify/role-address.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { parseHostName } from '../../lib/addresses/domain-name.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'

type ListName = DomainList | 'role'

/** A list, and where it comes from. */
export interface ListState {
  name: ListName
  /** Domains, or words of the list of roles. */
  domains: number
  /** The head line of a fetched list; what was shipped has a month. */
  source: string
  /** Why a refresh changed nothing; null when it did, or when none was asked for. */
  problem: string | null
}

const NAMES: readonly ListName[] = ['disposable', 'webmail', 'forwarder', 'role']
const MAX_BYTES = 10_000_000
const DEADLINE_MS = 60_000
/** A list that has lost more than half is a broken download or another list. */
const LEAST_SHARE = 0.5

/** A refresh in another process is seen within this time. */
const LOOK_EVERY_MS = MINUTE_MS
const ROLE_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

const fileOf = (dataDir: string, name: ListName): string =>
  join(dataDir, 'lists', name === 'role' ? 'role-words.txt' : `${name}-domains.txt`)

const inUse = (name: ListName): ReadonlySet<string> => (name === 'role' ? roleWords() : domainList(name))

function use(name: ListName, entries: ReadonlySet<string>): void {
  if (name === 'role') replaceRoleWords(entries)
  else replaceDomainList(name, entries)
}

/** Reads the lists that were fetched, if any, and puts them to use. A broken file leaves the list in use. */
export async function useFetchedLists(dataDir: string): Promise<ListState[]> {
  return Promise.all(
    NAMES.map(async (name) => {
      const text = await readFile(fileOf(dataDir, name), 'utf8').catch(() => '')
      const entries = readEntries(name, text)
      const isFetched = entries !== null && entries.size > 0
      if (isFetched) use(name, entries)
      const source = isFetched ? (text.split('\n')[0] ?? '').slice(2) : `shipped, ${LISTS_DATED}`
      return { name, domains: inUse(name).size, source, problem: null }
    }),
  )
}

/** Puts lists to use that another process has refreshed; looks at dates of files only. @returns what ends it */
export function followFetchedLists(dataDir: string, everyMs = LOOK_EVERY_MS): () => void {
  let seen: string | null = null
  const look = async (): Promise<void> => {
    const dates = await Promise.all(NAMES.map((name) => stat(fileOf(dataDir, name)).catch(() => null)))
    const now = dates.map((found) => found?.mtimeMs ?? 0).join(' ')
    if (seen !== null && seen !== now) await useFetchedLists(dataDir)
    seen = now
  }
  void look()
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}

/** Fetches each list for which the operator named an address; a wrong one changes nothing. */
export async function refreshLists(context: Pick<Context, 'config' | 'http' | 'clock'>): Promise<ListState[]> {
  const { dataDir, listUrls } = context.config
  await useFetchedLists(dataDir)
  const problems = new Map<ListName, string | null>()
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
  name: ListName,
  url: string,
): Promise<string | null> {
  const answer = await http.fetch(url, { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS })
  if (answer.outcome === 'refused') return `It could not be fetched (${answer.reason}).`
  if (answer.status !== 200) return `The server answered ${answer.status}.`
  const entries = readEntries(name, answer.body.toString('utf8'))
  if (entries === null) return `Not every line is a ${name === 'role' ? 'word' : 'domain'}.`
  if (entries.size < inUse(name).size * LEAST_SHARE) return 'It is less than half as long as the list in use.'
  const { host } = new URL(url)
  const head = `# Source: ${host}. Date: ${clock.now().toISOString().slice(0, 10)}.`
  await writeWhole(fileOf(config.dataDir, name), [head, ...[...entries].sort(), ''].join('\n'))
  return null
}

/** One entry a line, `#` begins a comment; null when a line is none. */
function readEntries(name: ListName, text: string): Set<string> | null {
  const entries = new Set<string>()
  for (const line of text.split('\n')) {
    const entry = line.trim()
    if (entry === '' || entry.startsWith('#')) continue
    const read = name === 'role' ? roleWordOf(entry) : parseHostName(entry)
    if (read === null) return null
    entries.add(read)
  }
  return entries
}

const roleWordOf = (text: string): string | null => (ROLE_WORD.test(text) ? text.toLowerCase() : null)

/** A reader sees the old file or the new one, never a part. */
async function writeWhole(file: string, text: string): Promise<void> {
  makeDirectory(join(file, '..'))
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, text)
  await rename(draft, file)
}
