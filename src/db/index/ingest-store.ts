import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { isoDate } from '../../lib/process/clock.ts'
import type { JudgeAddress, StoredSource } from '../../lib/addresses/address-record.ts'
import { addressesOnPages, captureKeyOf, recordPages, writeCaptures } from './capture-writer.ts'
import type { Capture, FoundSource, CaptureKey } from './capture-writer.ts'
import { inTransaction } from '../database.ts'
import { looksWithout } from './page-looks.ts'
import * as sql from './ingest-statements.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

interface KnownAddress extends CaptureKey {
  type: 'personal' | 'generic'
  visible: boolean
  seniority: string | null
  department: string | null
  decisionMaker: boolean
  sourcesCount: number
  leftOn: string | null
  leftEvidence: { uri: string; seen_on: string; says: string }[] | null
}

/** What is known about an address without any page. */
interface CheckedAddress extends CaptureKey {
  pattern: string | null
  verificationStatus: string | null
  verifiedAt: Date | null
}

/** Only the newest sources decide; more of the same add nothing. */
const JUDGED_SOURCES = 50
/** Addresses judged without a break: a page may show thousands, and other work needs its turn. */
const JUDGED_AT_ONCE = 200

/** Writes captures: sources, the addresses judged from them, and the counters, each call in one transaction. */
export const createIngestStore = (pool: Pool, isDistributed: boolean) => ({
  /**
   * Records captures of pages. The result is the same whatever order the captures of a page arrive in.
   * @returns the addresses that the pages show or showed, and whether any source came or went.
   */
  recordCaptures: async (
    captures: readonly Capture[],
    judgeAddress: JudgeAddress,
  ): Promise<{ keys: CaptureKey[]; changed: boolean }> =>
    inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock_shared($1)', [ADVISORY_LOCKS.optouts])
      const kept = new Set(
        await withoutOptedOut(
          client,
          captures.flatMap(({ sources }) => sources),
        ),
      )
      const before = await addressesOnPages(client, captures, isDistributed)
      const touched = uniqueKeys([...kept, ...before])
      const domains = [...new Set(touched.map(({ domain }) => domain))]
      await lockDomains(client, touched)
      const free = captures.map((capture) => ({
        ...capture,
        sources: capture.sources.filter((source) => kept.has(source)),
      }))
      const { fresh, vanished } = await writeCaptures(client, free, { domains, isDistributed })
      await judge(client, touched, fresh, { judgeAddress, isDistributed })
      return { keys: touched, changed: vanished || fresh.size > 0 }
    }),

  /** Those of the sources that recording them would keep: nobody's who opted out. */
  recordable: (sources: readonly FoundSource[]): Promise<FoundSource[]> => withoutOptedOut(pool, sources),

  /** Records captures of pages that show nothing: an older capture that does may still arrive. */
  notePages: (captures: readonly Capture[]): Promise<void> => recordPages(pool, captures),

  /** Judges addresses again, after the pattern of their domain or the date has changed. */
  judgeAgain: async (keys: readonly CaptureKey[], judgeAddress: JudgeAddress): Promise<void> =>
    inTransaction(pool, async (client) => {
      await lockDomains(client, keys)
      await judge(client, keys, new Map(), { judgeAddress, isDistributed })
    }),
})

async function withoutOptedOut(
  client: Pick<PoolClient, 'query'>,
  sources: readonly FoundSource[],
): Promise<FoundSource[]> {
  if (sources.length === 0) return []
  const domains = [...new Set(sources.flatMap((source) => source.optoutDomains))]
  const { rows } = await client.query<{ digest: Buffer; domain: string | null }>(
    `select digest, domain from optouts where digest = any($1) or (kind = 'domain' and domain = any($2))`,
    [sources.map((source) => source.digest), domains],
  )
  const digests = new Set(rows.map((row) => row.digest.toString('hex')))
  const optedOut = new Set(rows.map((row) => row.domain))
  return sources.filter(
    (source) =>
      !digests.has(source.digest.toString('hex')) && !source.optoutDomains.some((domain) => optedOut.has(domain)),
  )
}

async function lockDomains(client: PoolClient, keys: readonly CaptureKey[]): Promise<void> {
  await client.query(sql.LOCK_DOMAINS, [[...new Set(keys.map((key) => key.domain))]])
}

/** Merges each address from its sources, and adjusts the counters by the difference. */
async function judge(
  client: PoolClient,
  keys: readonly CaptureKey[],
  fresh: ReadonlyMap<string, number>,
  { judgeAddress, isDistributed }: { judgeAddress: JudgeAddress; isDistributed: boolean },
): Promise<void> {
  if (keys.length === 0) return
  const {
    addressesOf,
    checksOf: checks,
    sourcesOf: newestSources,
    dropAddresses,
    ...verdicts
  } = sql.statementsByDomain(isDistributed)
  const columns = [keys.map((key) => key.domain), keys.map((key) => key.value)]
  const { rows: known } = await client.query<KnownAddress>(addressesOf, columns)
  const { rows: checked } = await client.query<CheckedAddress>(checks, columns)
  const { rows: sources } = await client.query<StoredSource>(newestSources, [...columns, JUDGED_SOURCES])
  const sourcesOf = Map.groupBy(sources, captureKeyOf)
  const without = await looksWithout(client, sourcesOf.values(), isDistributed)
  const wasThere = new Map(known.map((row) => [captureKeyOf(row), row]))
  const patterns = new Map(checked.map((row) => [row.domain, row.pattern]))
  const checksOf = new Map(checked.map((row) => [captureKeyOf(row), row]))
  const changes = new CountChanges()
  const merged: object[] = []
  const forgotten: CaptureKey[] = []
  for (const [index, key] of keys.entries()) {
    if (index % JUDGED_AT_ONCE === JUDGED_AT_ONCE - 1) await nextTurn()
    const evidence = sourcesOf.get(captureKeyOf(key)) ?? []
    const old = wasThere.get(captureKeyOf(key))
    if (old !== undefined) changes.add(old.domain, old, -1)
    if (evidence.length === 0) {
      forgotten.push(key)
      continue
    }
    const pattern = patterns.get(key.domain) ?? null
    const row = judgeAddress({
      ...key,
      sources: evidence,
      looksWithout: without,
      pattern,
      verificationStatus: checksOf.get(captureKeyOf(key))?.verificationStatus ?? null,
      verifiedAt: checksOf.get(captureKeyOf(key))?.verifiedAt ?? null,
      left: leavingOf(old),
    })
    changes.add(key.domain, { ...row, decisionMaker: row.decision_maker }, 1)
    const dates = { found_on: isoDate(earliest(evidence)), last_seen_on: isoDate(latest(evidence)) }
    const sources_count = Math.max(evidence.length, (old?.sourcesCount ?? 0) + (fresh.get(captureKeyOf(key)) ?? 0))
    merged.push({ ...row, ...dates, sources_count, sources: shownSources(evidence) })
  }
  if (forgotten.length > 0)
    await client.query(dropAddresses, [forgotten.map((key) => key.domain), forgotten.map((key) => key.value)])
  if (merged.length > 0) {
    await client.query(sql.UPSERT_ADDRESSES, [JSON.stringify(merged)])
    await tellVerdicts(client, verdicts, columns)
  }
  await addCounts(client, changes, isDistributed)
}

/** Runs after the addresses were written: a later verdict updates them itself. */
async function tellVerdicts(
  client: PoolClient,
  { verdictsOf, showVerdicts }: Pick<ReturnType<typeof sql.statementsByDomain>, 'verdictsOf' | 'showVerdicts'>,
  columns: readonly string[][],
): Promise<void> {
  type Verdict = CaptureKey & { status: string; day: string }
  const { rows } = await client.query<Verdict>(verdictsOf, [...columns])
  if (rows.length === 0) return
  const shown = (['domain', 'value', 'status', 'day'] as const).map((name) => rows.map((row) => row[name]))
  await client.query(showVerdicts, shown)
}

/** Sends no query if no count has changed. */
async function addCounts(client: PoolClient, changes: CountChanges, isDistributed: boolean): Promise<void> {
  const kinds = changes.byKind()
  if (kinds.length === 0) return
  await client.query(sql.ADD_COUNTS, [JSON.stringify(kinds)])
  const byDomain = changes.byDomain()
  const totals = JSON.stringify(byDomain)
  const near = isDistributed ? [byDomain.map(({ domain }) => domain)] : []
  const { addTotals, addCompanyTotals } = sql.statementsByDomain(isDistributed)
  for (const statement of [addTotals, addCompanyTotals]) await client.query(statement, [totals, ...near])
}

const leavingOf = (known: KnownAddress | undefined) =>
  known === undefined || known.leftOn === null ? null : { on: known.leftOn, evidence: known.leftEvidence ?? [] }

/** The sources that a search shows: newest first, at most 20 (the documented number). */
const SHOWN_SOURCES = 20

const shownSources = (sources: readonly StoredSource[]) =>
  [...sources]
    .sort((a, b) => b.lastSeenAt.getTime() - a.lastSeenAt.getTime() || (a.uri < b.uri ? -1 : 1))
    .slice(0, SHOWN_SOURCES)
    .map(({ sourceDomain, uri, extractedAt, lastSeenAt, stillOnPage }) => ({
      domain: sourceDomain,
      uri,
      extracted_on: isoDate(extractedAt),
      last_seen_on: isoDate(lastSeenAt),
      still_on_page: stillOnPage,
    }))

const uniqueKeys = (keys: readonly CaptureKey[]): CaptureKey[] => [
  ...new Map(keys.map(({ domain, value }) => [value, { domain, value }])).values(),
]
const earliest = (sources: readonly StoredSource[]): Date =>
  new Date(Math.min(...sources.map((source) => source.extractedAt.getTime())))
const latest = (sources: readonly StoredSource[]): Date =>
  new Date(Math.max(...sources.map((source) => source.lastSeenAt.getTime())))

type Counted = Pick<KnownAddress, 'type' | 'visible' | 'seniority' | 'department' | 'decisionMaker'>

/** Changes to the counters: only visible addresses count. */
class CountChanges {
  readonly #kinds = new Map<
    string,
    { domain: string; type: string; seniority: string; department: string; decision_maker: boolean; total: number }
  >()

  add(domain: string, { type, visible, seniority, department, decisionMaker }: Counted, by: 1 | -1): void {
    if (!visible) return
    const kind = {
      domain,
      type,
      seniority: seniority ?? '',
      department: department ?? '',
      decision_maker: decisionMaker,
    }
    const key = JSON.stringify(kind)
    this.#kinds.set(key, { ...kind, total: (this.#kinds.get(key)?.total ?? 0) + by })
  }

  byKind() {
    return [...this.#kinds.values()].filter((kind) => kind.total !== 0)
  }

  byDomain() {
    const domains = Map.groupBy(this.byKind(), (kind) => kind.domain)
    const total = (kinds: ReturnType<typeof this.byKind>, type: string) =>
      kinds.reduce((sum, kind) => sum + (kind.type === type ? kind.total : 0), 0)
    return [...domains].map(([domain, kinds]) => ({
      domain,
      personal: total(kinds, 'personal'),
      generic: total(kinds, 'generic'),
    }))
  }
}
