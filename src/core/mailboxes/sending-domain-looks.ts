import type { Part } from '../../context.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import type { SeenMail } from '../../db/mailboxes/sending-domains-store.ts'
import { isWebmail } from '../../engine/classify/domain-kinds.ts'
import { domainFinding, domainState } from '../../engine/deliverability/findings.ts'
import type { DomainFinding } from '../../engine/deliverability/findings.ts'
import { keepingKnown, readFindings } from '../../engine/deliverability/known-findings.ts'
import type { DatedFinding } from '../../engine/deliverability/known-findings.ts'
import { checkSendingDomain } from '../../engine/deliverability/sending-domain.ts'
import { sendingProviderOf } from '../../engine/deliverability/sending-subject.ts'
import type { SendingSubject } from '../../engine/deliverability/sending-subject.ts'
import { dkimRecord } from '../../engine/send/dkim-key.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { HOUR_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { problemSaid } from './connection-problem.ts'
import { dkimKeyContext } from './mailbox-secrets.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

export type DomainNeeds = Part<'clock' | 'dns' | 'http' | 'lists' | 'secrets', 'mailboxes' | 'sendingDomains'>

export interface DomainLook {
  state: ReturnType<typeof domainState>
  findings: DatedFinding[]
}

/** Checked every day, spread over hours; sooner if something changed, or if DNS did not answer. */
const NEXT_MS = 24 * HOUR_MS
const SPREAD_MS = 4 * HOUR_MS
const SOON_MS = HOUR_MS

/**
 * Checks a mailbox's domain now and stores the findings. Findings that DNS did not answer about are kept.
 * @param keep stores them by `save`, and whatever else follows from them
 */
export async function lookAtDomain(
  context: DomainNeeds,
  accountId: number,
  mailbox: Mailbox,
  keep: (save: () => Promise<void>, look: DomainLook) => Promise<void> = (save) => save(),
): Promise<DomainLook> {
  const { store, clock, dns, lists } = context
  const domain = domainOfAddress(mailbox.email)
  const [known] = await store.sendingDomains.list(accountId, domain)
  const { findings: found } = await checkSendingDomain(
    {
      dns,
      fetchPolicy: (name) => fetchPolicy(context, name),
      isWebmail: (name) => isWebmail(name, lists.inUse),
    },
    await subjectOf(context, accountId, mailbox, known?.seen.arrived ?? null),
  )
  const now = clock.now()
  const all = [...found, ...(await byPassword(context, accountId, domain))]
  const findings = keepingKnown(readFindings(known?.findings ?? []), all, now.toISOString())
  const state = domainState(findings)
  const isSteady = state === known?.state && state !== 'unknown'
  const next = new Date(now.getTime() + (isSteady ? NEXT_MS - SPREAD_MS / 2 + Math.random() * SPREAD_MS : SOON_MS))
  const look = { state, findings }
  await keep(() => store.sendingDomains.save({ accountId, domain }, look, { now, next }), look)
  return look
}

/** Reports mailboxes that log in at Microsoft with a password, while it still accepts one. */
async function byPassword({ store }: DomainNeeds, accountId: number, domain: string): Promise<DomainFinding[]> {
  const mailboxes = await store.sendingDomains.passwordMailboxes(accountId, domain)
  const first = mailboxes.find(({ smtpHost }) => sendingProviderOf(smtpHost) === 'microsoft')
  return first === undefined ? [] : [domainFinding('auth.password', { domain, what: first.email })]
}

async function subjectOf(
  context: DomainNeeds,
  accountId: number,
  mailbox: Mailbox,
  arrived: SeenMail | null,
): Promise<SendingSubject> {
  const { smtp_host, smtp_security: security, email } = mailbox
  const smtpHost = smtp_host ?? ''
  const domain = domainOfAddress(email)
  const provider = sendingProviderOf(smtpHost)
  const problem = mailbox.problem === null ? null : problemSaid(mailbox.problem)?.problem
  // What was seen at another server says nothing about this one.
  const seen = arrived?.smtp_host === smtpHost ? arrived : { addresses: [], signers: [] }
  const isBare = security === 'none' || problem === 'no_tls'
  return {
    domain,
    envelopeDomain: domain,
    provider,
    smtpHost,
    addresses: provider !== null ? [] : await outgoingAddresses(context, { domain, smtpHost, seen }),
    ownKey: ownKeyOf(context, accountId, mailbox),
    seenSigners: seen.signers,
    tls: provider !== null ? null : isBare ? 'none' : problem === 'bad_certificate' ? 'certificate' : 'ok',
    reportsTo: (await context.store.sendingDomains.reportsTo(accountId, domain)) ?? email,
  }
}

/** As a proof mail showed; otherwise, a server in the domain itself is assumed to send from its own addresses. */
async function outgoingAddresses(
  { dns }: DomainNeeds,
  { domain, smtpHost, seen }: { domain: string; smtpHost: string; seen: Pick<SeenMail, 'addresses'> },
): Promise<string[]> {
  if (seen.addresses.length > 0) return seen.addresses
  if (registrableDomain(smtpHost) !== registrableDomain(domain)) return []
  const answer = await dns.resolveAddresses(smtpHost)
  return answer.outcome === 'found' ? answer.addresses.map(({ address }) => address) : []
}

function ownKeyOf({ secrets }: DomainNeeds, accountId: number, mailbox: Mailbox): SendingSubject['ownKey'] {
  const { id, dkim_domain: domain, dkim_selector: selector, dkim_key_sealed: sealed } = mailbox
  if (domain === null || selector === null || sealed === null) return null
  return { domain, selector, record: dkimRecord(secrets.open(sealed, dkimKeyContext(accountId, id))) }
}

const POLICY_BYTES = 64_000
const POLICY_MS = 10 * SECOND_MS

/** RFC 8461 3.3: only over https, and without following redirects. */
async function fetchPolicy({ http }: DomainNeeds, domain: string) {
  const answer = await http.fetch(`https://mta-sts.${domain}/.well-known/mta-sts.txt`, {
    maxBytes: POLICY_BYTES,
    overflow: 'cut',
    deadlineMs: POLICY_MS,
    maxRedirects: 0,
  })
  if (answer.outcome !== 'response' || answer.status >= 500) return { outcome: 'unknown' as const }
  if (answer.status !== 200) return { outcome: 'missing' as const }
  return { outcome: 'found' as const, text: answer.body.toString('utf8') }
}
