import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { DmarcSource } from '../../db/dmarc/dmarc-reports-store.ts'
import { AppError } from '../../errors.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { domainField } from '../../lib/input/field-kinds.ts'
import { DAY_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { capability } from '../capability/capability.ts'
import { dayField } from './day-field.ts'

const DEFAULT_DAYS = 30
/** A source is new if it was first reported within this many days. */
const NEW_DAYS = 7
const MAX_SOURCES = 50
const NAMES_WITHIN_MS = 3 * SECOND_MS

const SourceRow = z.object({
  ip: z.string(),
  /** From reverse DNS; null if there is none, or if DNS does not answer in time. */
  name: z.string().nullable(),
  /** The owner of the network, judged by that name. */
  provider: z.string().nullable(),
  messages: z.int(),
  passing: z.int(),
  dkim: z.int(),
  spf: z.int(),
  quarantined: z.int(),
  rejected: z.int(),
  first_seen_at: z.string(),
  /** First reported within the last week, although reports came in before. */
  is_new: z.boolean(),
  /** Domains that signed its mail or that the mail says it came from. */
  speaks_for: z.array(z.string()),
})

/** Who sends mail as a domain, according to receivers' reports (DMARC, RFC 9990). */
export const GetDmarcSources = capability({
  group: 'others',
  scope: 'read',
  name: 'get_dmarc_sources',
  input: z.object({
    domain: domainField('A domain that one of your mailboxes sends from.'),
    from: dayField('from', 'The first day, YYYY-MM-DD. Default: 30 days ago.'),
    to: dayField('to', 'The last day, YYYY-MM-DD. Default: today.'),
  }),
  output: z.object({
    data: z.object({
      domain: z.string(),
      reports: z.int(),
      messages: z.int(),
      passing: z.int(),
      /** The share of all messages that pass; null if there are none. */
      share_passing: z.number().nullable(),
      sources: z.array(SourceRow),
    }),
    meta: z.object({ from: z.iso.date(), to: z.iso.date(), limit: z.int() }),
  }),
  run: async (call, { domain = '', from, to }) => {
    const { store, principal, clock } = call
    const { accountId } = principal
    const today = dayOf(clock.now())
    const lastDay = to ?? today
    const firstDay = from ?? dayOf(new Date(Date.parse(lastDay) - DEFAULT_DAYS * DAY_MS))
    if (firstDay > lastDay) throw new AppError('wrong_params', 'from must not be after to.', { field: 'from' })
    const span = { from: new Date(firstDay), to: new Date(Date.parse(lastDay) + DAY_MS) }
    const newSince = new Date(Math.min(span.to.getTime(), clock.now().getTime()) - NEW_DAYS * DAY_MS)
    const totals = await store.dmarcReports.totals(accountId, domain, span)
    const known = totals.reports > 0 || (await store.dmarcReports.domainsOf(accountId)).includes(domain)
    if (!known) throw new AppError('not_found', `None of your mailboxes sends from ${domain}.`)
    const found = await store.dmarcReports.sources(accountId, domain, span, newSince, MAX_SOURCES)
    const names = await namesOf(call, found)
    const wasReported = totals.oldestAt !== null && totals.oldestAt < newSince
    const { reports, messages, passing } = totals
    const share = messages === 0 ? null : Math.round((passing / messages) * 10_000) / 10_000
    const sources = found.map((source) => shown(source, names.get(source.ip) ?? null, wasReported ? newSince : null))
    return {
      data: { domain, reports, messages, passing, share_passing: share, sources },
      meta: { from: firstDay, to: lastDay, limit: MAX_SOURCES },
    }
  },
})

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

const shown = (
  { firstSeenAt, speaksFor, ...source }: DmarcSource,
  name: string | null,
  newSince: Date | null,
): z.output<typeof SourceRow> => ({
  ip: source.ip,
  name,
  provider: name === null ? null : registrableDomain(name),
  messages: source.messages,
  passing: source.passing,
  dkim: source.dkim,
  spf: source.spf,
  quarantined: source.quarantined,
  rejected: source.rejected,
  first_seen_at: firstSeenAt.toISOString(),
  is_new: newSince !== null && firstSeenAt >= newSince,
  speaks_for: speaksFor,
})

/** Sources that DNS does not name in time get no name: the figures do not wait for DNS. */
async function namesOf({ dns }: Pick<Call, 'dns'>, sources: readonly { ip: string }[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const ask = async ({ ip }: { ip: string }): Promise<void> => {
    const answer = await dns.resolvePtr(ip)
    const name = answer.outcome === 'found' ? answer.names[0] : undefined
    if (name !== undefined) names.set(ip, name.toLowerCase().replace(/\.$/, ''))
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, NAMES_WITHIN_MS)))
  await Promise.race([Promise.allSettled(sources.map(ask)), late])
  clearTimeout(timer)
  return new Map(names)
}
