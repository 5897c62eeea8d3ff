import { z } from 'zod'
import type { SeenMail, SendingDomainRow } from '../../db/mailboxes/sending-domains-store.ts'
import { FINDING_CODES } from '../../engine/deliverability/findings.ts'
import type { DomainState, FindingCode } from '../../engine/deliverability/findings.ts'
import { readFindings } from '../../engine/deliverability/known-findings.ts'
import type { DatedFinding } from '../../engine/deliverability/known-findings.ts'
import { AppError } from '../../errors.ts'
import { domainField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'

const STATES = ['not_ready', 'weak', 'ready', 'unknown'] as const satisfies readonly DomainState[]

export const ShownFinding = z.object({
  code: z.enum(FINDING_CODES as [FindingCode, ...FindingCode[]]),
  state: z.enum(['info', 'warning', 'problem', 'unknown']),
  sentence: z.string(),
  /** The part of a record, the host or the address concerned. */
  about: z.string().nullable(),
  count: z.int().nullable(),
  /** What to publish, if known. */
  record: z.object({ name: z.string(), type: z.enum(['TXT', 'MX', 'CNAME', 'PTR']), value: z.string() }).nullable(),
  /** When DNS said so. */
  seen_at: z.string(),
})

export const SendingDomain = z.object({
  domain: z.string(),
  state: z.enum(STATES),
  /** Empty if all is well. */
  findings: z.array(ShownFinding),
  mailboxes: z.int(),
  checked_at: z.string().nullable(),
  changed_at: z.string().nullable(),
  /** What the last proof mail showed: where it was sent from, and whose signatures it carried. Null if none was sent. */
  proof: z
    .object({
      to: z.string(),
      sent_at: z.string(),
      arrived_at: z.string().nullable(),
      addresses: z.array(z.string()),
      signers: z.array(z.string()),
    })
    .nullable(),
})
export type SendingDomain = z.output<typeof SendingDomain>

const reading = { group: 'others', scope: 'read' } as const

/** The domains that the account's mailboxes send from. */
export const ListSendingDomains = capability({
  ...reading,
  name: 'list_sending_domains',
  input: z.object({}),
  output: z.object({ data: z.array(SendingDomain), meta: z.object({}) }),
  run: async ({ store, principal }) => {
    const rows = await store.sendingDomains.list(principal.accountId)
    return { data: rows.map(sendingDomainOf), meta: {} }
  },
})

export const DomainInput = z.object({ domain: domainField('A domain that one of your mailboxes sends from.') })

export const GetSendingDomain = capability({
  ...reading,
  name: 'get_sending_domain',
  input: DomainInput,
  output: z.object({ data: SendingDomain, meta: z.object({}) }),
  run: async ({ store, principal }, { domain = '' }) => {
    const [row] = await store.sendingDomains.list(principal.accountId, domain)
    if (row === undefined) throw noSuchDomain(domain)
    return { data: sendingDomainOf(row), meta: {} }
  },
})

export const noSuchDomain = (domain: string): AppError =>
  new AppError('not_found', `None of your mailboxes sends from ${domain}.`)

export const sendingDomainOf = ({ checkedAt, changedAt, findings, seen, ...row }: SendingDomainRow): SendingDomain => ({
  ...row,
  findings: shownFindings(readFindings(findings)),
  checked_at: checkedAt?.toISOString() ?? null,
  changed_at: changedAt?.toISOString() ?? null,
  proof: seen.sent === undefined ? null : shownProof(seen.sent),
})

export const shownProof = ({ to, sent_at, arrived_at, addresses, signers }: SeenMail) => ({
  to,
  sent_at,
  arrived_at,
  addresses,
  signers,
})

/** Most important first. */
const ORDER = ['problem', 'warning', 'unknown', 'info'] as const

export const shownFindings = (findings: readonly DatedFinding[]): SendingDomain['findings'] =>
  findings
    .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
    .map(({ code, state, sentence, details, record, seenAt }) => {
      const { what = null, count = null } = details
      return { code, state, sentence, about: what, count, record, seen_at: seenAt }
    })
