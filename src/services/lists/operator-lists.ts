/** The operator's own word lists and technology rules, in addition to the bundled ones. */

import { readFile, stat } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { foldedWords, LISTS_DATED, SHIPPED_LISTS } from '../../engine/classify/address-lists.ts'
import type { AddressLists } from '../../engine/classify/address-lists.ts'
import type { CrawlNeeds } from '../../engine/crawl/crawl-needs.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import type { Clock } from '../../lib/process/clock.ts'
import { parseHostName } from '../../lib/addresses/domain-name.ts'
import type { Stores } from '../../db/stores.ts'
import { LIST_NAMES, listFile, writeWhole } from './list-files.ts'
import type { ListName } from './list-files.ts'
import { shareText, takeSharedLists } from './shared-lists.ts'

/** A list and its origin. */
export interface ListState {
  name: ListName
  /** Number of domains, or of words in the list of roles. */
  domains: number
  /** The heading of a downloaded list; for the bundled one, its month. */
  source: string
  /** Why a refresh changed nothing; null if it did, or if there was none. */
  problem: string | null
}

const MAX_BYTES = 10_000_000
const DEADLINE_MS = 60_000
/** A list that has lost more than half its entries is a broken download or a different list. */
const LEAST_SHARE = 0.5

/** How soon a refresh by another process is noticed. */
const LOOK_EVERY_MS = MINUTE_MS
const ROLE_WORD = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/** The lists in use, which may change while Quarry runs. */
export interface OperatorLists {
  inUse: AddressLists
}

export const createOperatorLists = (): OperatorLists => ({ inUse: SHIPPED_LISTS })

/** Reads downloaded lists, if any, and uses them. If a file is broken, the list in use stays. */
export async function useFetchedLists(lists: OperatorLists, dataDir: string): Promise<ListState[]> {
  const found = await Promise.all(LIST_NAMES.map((name) => fetchedList(dataDir, name)))
  const fetched = found.filter(({ entries }) => entries !== null && entries.size > 0)
  const newer = fetched.map(({ name, entries }) => [name, entries])
  if (newer.length > 0) lists.inUse = { ...lists.inUse, ...(Object.fromEntries(newer) as Partial<AddressLists>) }
  return found.map((list) => ({
    name: list.name,
    domains: lists.inUse[list.name].size,
    source: fetched.includes(list) ? list.source : `bundled, ${LISTS_DATED}`,
    problem: null,
  }))
}

async function fetchedList(dataDir: string, name: ListName) {
  const text = await readFile(listFile(dataDir, name), 'utf8').catch(() => '')
  const entries = readEntries(name, text)
  const source = (text.split('\n')[0] ?? '').slice(2)
  return { name, source, entries: name === 'role' && entries !== null ? foldedWords(entries) : entries }
}

/** Uses lists that another process has refreshed, here or on another machine. @returns a function that stops this */
export function followFetchedLists(
  lists: OperatorLists,
  dataDir: string,
  store: Pick<Stores, 'settings'>,
  everyMs = LOOK_EVERY_MS,
): () => void {
  let seen: string | null = null
  const look = async (): Promise<void> => {
    // Without the database, or a folder to write to, the present lists stay in use.
    const isNew = await takeSharedLists(store, dataDir).catch(() => false)
    const dates = await Promise.all(LIST_NAMES.map((name) => stat(listFile(dataDir, name)).catch(() => null)))
    const now = dates.map((found) => found?.mtimeMs ?? 0).join(' ')
    // The first look comes after the start has read the files, and may be the first to find newer ones.
    if (isNew || (seen !== null && seen !== now)) await useFetchedLists(lists, dataDir)
    seen = now
  }
  void look()
  const timer = setInterval(() => void look(), everyMs).unref()
  return () => clearInterval(timer)
}

interface RefreshNeeds {
  config: Pick<Config, 'dataDir' | 'listUrls'>
  http: CrawlNeeds['http']
  clock: Clock
  lists: OperatorLists
  store: Pick<Stores, 'settings'>
}

/** Downloads each list that the operator set a URL for; a broken one changes nothing. */
export async function refreshLists(needs: RefreshNeeds): Promise<ListState[]> {
  const { dataDir, listUrls } = needs.config
  await useFetchedLists(needs.lists, dataDir)
  const problems = new Map<ListName, string | null>()
  for (const name of LIST_NAMES) {
    const url = listUrls[name]
    const unnamed = `QUARRY_LIST_URL_${name.toUpperCase()} is not set.`
    problems.set(name, url === null ? unnamed : await refresh(needs, name, url))
  }
  const states = await useFetchedLists(needs.lists, dataDir)
  return states.map((state) => ({ ...state, problem: problems.get(state.name) ?? null }))
}

const UNUSUAL_URL =
  'The URL, or one that it redirects to, has a port, a user name or a password: lists are only downloaded without.'

async function refresh(
  { config, http, clock, lists, store }: RefreshNeeds,
  name: ListName,
  url: string,
): Promise<string | null> {
  const answer = await http.fetch(url, { maxBytes: MAX_BYTES, deadlineMs: DEADLINE_MS })
  if (answer.outcome === 'refused' && answer.reason === 'bad_url') return UNUSUAL_URL
  if (answer.outcome === 'refused') return `The download failed (${answer.reason}).`
  if (answer.status !== 200) return `The server answered ${answer.status}.`
  const entries = readEntries(name, answer.body.toString('utf8'))
  if (entries === null) return `Not every line is a ${name === 'role' ? 'word' : 'domain'}.`
  if (entries.size < lists.inUse[name].size * LEAST_SHARE) return 'It is less than half as long as the list in use.'
  const { host } = new URL(url)
  const head = `# Source: ${host}. Date: ${clock.now().toISOString().slice(0, 10)}.`
  const text = [head, ...[...entries].sort(), ''].join('\n')
  await writeWhole(listFile(config.dataDir, name), text)
  await shareText(store, name, text)
  return null
}

/** One entry per line, `#` begins a comment; null if a line is not an entry. */
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
