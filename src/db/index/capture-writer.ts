import type { Pool, PoolClient } from 'pg'
import type { SourcePerson } from '../../lib/addresses/address-record.ts'
import { lookTime } from '../changes/look-times.ts'
import { observeAgain, observeSilence, writeObservations } from '../changes/observations-writer.ts'
import type { Observed } from '../changes/observations-writer.ts'
import { roundsOf } from '../../lib/input/capture-rounds.ts'
import * as sql from './ingest-statements.ts'

export interface FoundSource {
  domain: string
  value: string
  quality: 'high' | 'medium' | 'low'
  hidden: boolean
  person: SourcePerson | null
  /** Keyed hash of the address, and the names under which its domain may be opted out. */
  digest: Buffer
  optoutDomains: readonly string[]
}

/** One view of one page. */
export interface Capture {
  /** Registrable domain of the site. */
  domain: string
  url: string
  capturedAt: Date
  /** `page`: what it shows now; `unchanged`: same as before; `absent`: the server responds, but the page shows nothing. */
  kind: 'page' | 'unchanged' | 'absent'
  status: number
  etag: string | null
  lastModified: string | null
  contentHash: string | null
  links: readonly { url: string; text: string }[]
  /** False for a truncated page: what is missing may still be there. */
  complete: boolean
  sources: readonly FoundSource[]
  /** What changes are detected from; absent if the page was not read for that. */
  observed?: Observed
}

export interface CaptureKey {
  domain: string
  value: string
}

/** The address alone: its domain is part of it. */
export const captureKeyOf = ({ value }: CaptureKey): string => value

/** The addresses that these pages have shown. */
export async function addressesOnPages(
  client: PoolClient,
  captures: readonly Capture[],
  isDistributed: boolean,
): Promise<CaptureKey[]> {
  const text = sql.statementsByDomain(isDistributed).addressesOnPages
  const { rows } = await client.query<CaptureKey>(text, pagesOf(captures))
  return rows
}

interface Written {
  /** Address → number of sources gained. */
  fresh: Map<string, number>
  /** Whether a source came back or vanished. */
  vanished: boolean
}

interface Where {
  /** Of all addresses that these pages show or have shown. */
  domains: readonly string[]
  isDistributed: boolean
}

/** Stores pages and sources, with a few statements for all of them. A page that was captured several times takes several rounds. */
export async function writeCaptures(client: PoolClient, captures: readonly Capture[], where: Where): Promise<Written> {
  const written: Written = { fresh: new Map(), vanished: false }
  for (const round of roundsOf(captures)) {
    await seeAgain(
      client,
      round.filter(({ kind }) => kind === 'unchanged'),
      where,
    )
    const looks = round.filter(({ kind }) => kind !== 'unchanged')
    if (looks.length === 0) continue
    await recordPages(client, looks)
    await writeObservations(
      client,
      looks.flatMap(({ observed, ...look }) => (observed === undefined ? [] : [{ ...look, ...observed }])),
      where.isDistributed,
    )
    for (const value of await writeSources(client, looks, where))
      written.fresh.set(value, (written.fresh.get(value) ?? 0) + 1)
    // Every round settles its own pages, whatever an earlier round found.
    if (await settlePresence(client, looks, where)) written.vanished = true
  }
  return written
}

const pagesOf = (captures: readonly Capture[]): [string[], string[]] => [
  captures.map(({ domain }) => domain),
  captures.map(({ url }) => url),
]

/** @returns whether a source came back or vanished. */
async function settlePresence(
  client: PoolClient,
  looks: readonly Capture[],
  { domains, isDistributed }: Where,
): Promise<boolean> {
  if (domains.length === 0) return false
  const { rows } = await client.query<{ domain: string; url: string; captured_at: string }>(
    sql.statementsByDomain(isDistributed).newestCaptures,
    pagesOf(looks),
  )
  return ((await client.query(sql.SETTLE_PRESENCE, [JSON.stringify(rows), domains])).rowCount ?? 0) > 0
}

async function seeAgain(
  client: PoolClient,
  captures: readonly Capture[],
  { domains, isDistributed }: Where,
): Promise<void> {
  if (captures.length === 0) return
  const pages = JSON.stringify(
    captures.map(({ domain, url, capturedAt }) => ({ domain, url, captured_at: capturedAt })),
  )
  await observeAgain(client, captures, isDistributed)
  const sites = isDistributed ? [pagesOf(captures)[0]] : []
  await client.query(sql.statementsByDomain(isDistributed).touchPages, [pages, ...sites])
  if (domains.length > 0) await client.query(sql.SEE_AGAIN, [pages, domains])
}

/** Records pages that were read completely: the newest capture says what is there. */
export async function recordPages(client: Pool | PoolClient, captures: readonly Capture[]): Promise<void> {
  const pages = captures
    .filter(({ complete }) => complete)
    .map(({ domain, url, status, etag, lastModified, contentHash, links, capturedAt, kind, observed }) => ({
      domain,
      url,
      status,
      etag,
      last_modified: lastModified,
      content_hash: contentHash,
      links,
      captured_at: capturedAt,
      looks: kind === 'page' && observed !== undefined ? [lookTime(capturedAt)] : null,
    }))
  if (pages.length === 0) return
  await client.query(sql.RECORD_PAGES, [JSON.stringify(pages)])
  await observeSilence(
    client,
    captures.filter(({ complete, observed }) => complete && (observed?.people.length ?? 0) === 0),
  )
}

/** @returns the addresses that gained a source, once per source. */
async function writeSources(
  client: PoolClient,
  captures: readonly Capture[],
  { isDistributed }: Where,
): Promise<string[]> {
  const rows = captures.flatMap(({ sources, url, domain: source_domain, capturedAt }) =>
    sources.map(({ domain, value, quality, hidden, person }) => ({
      domain,
      value,
      quality,
      hidden,
      person,
      uri: url,
      source_domain,
      seen_at: capturedAt,
    })),
  )
  if (rows.length === 0) return []
  await openDomains(client, [...new Set(rows.map(({ domain }) => domain))], isDistributed)
  const written = await client.query<CaptureKey & { fresh: boolean }>(sql.UPSERT_SOURCES, [JSON.stringify(rows)])
  if (isDistributed)
    await client.query(sql.KEEP_PAGE_ADDRESSES, [
      rows.map((row) => row.source_domain),
      rows.map(({ uri }) => uri),
      rows.map(({ domain }) => domain),
      rows.map(({ value }) => value),
    ])
  return written.rows.filter(({ fresh }) => fresh).map(captureKeyOf)
}

async function openDomains(client: PoolClient, domains: readonly string[], isDistributed: boolean): Promise<void> {
  if (!isDistributed) return void (await client.query(sql.OPEN_DOMAINS.one, [domains]))
  type CatchAll = { domain: string; accepts: boolean | null; day: string | null }
  const { rows } = await client.query<CatchAll>(sql.OPEN_DOMAINS.catchAllOf, [domains])
  const columns = (['domain', 'accepts', 'day'] as const).map((name) => rows.map((row) => row[name]))
  await client.query(sql.OPEN_DOMAINS.nodes, columns)
}
