import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Mailbox } from '../../db/mailboxes/mailboxes-store.ts'
import { dmarcOf } from '../../engine/verify/dmarc.ts'
import type { DmarcAnswer } from '../../engine/verify/dmarc.ts'
import { spfIncludes, spfOf } from '../../engine/verify/spf.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { capability } from '../capability/capability.ts'
import { dkimStanding } from './mailbox-dkim.ts'
import { MailboxIdInput } from './mailbox-input.ts'
import { findMailbox } from './mailboxes.ts'

/** Whether the domain of a mailbox is set up so that others believe its mail. Each finding is one sentence; `finding` names it. */

const STATES = ['ok', 'warning', 'problem', 'unknown'] as const

const FINDINGS = {
  mx_found: ['ok', 'Replies have a mail server to go to.'],
  mx_implicit: ['warning', 'The domain has no MX record: replies go to the domain itself. Publish an MX record.'],
  mx_refuses: ['problem', 'The domain says that it takes no mail, so nobody can reply: change its MX record.'],
  mx_none: ['problem', 'The domain has no mail server, so nobody can reply: publish an MX record.'],
  spf_covers: ['ok', 'SPF covers the server that this mailbox sends through.'],
  spf_other: [
    'warning',
    'SPF does not name the server that this mailbox sends through: add what its provider tells you to include.',
  ],
  spf_unclear: ['unknown', 'The SPF record could not be read to its end: check that it includes your provider.'],
  spf_several: ['problem', 'The domain has more than one SPF record, which counts as none: keep only one.'],
  spf_none: ['problem', 'The domain has no SPF record: publish the one that its provider tells you.'],
  dmarc_found: ['ok', 'The domain has a DMARC policy.'],
  dmarc_several: ['problem', 'The domain has more than one DMARC record, which counts as none: keep only one.'],
  dmarc_broken: ['problem', 'The DMARC record cannot be read: it needs v=DMARC1 and p=none, quarantine or reject.'],
  dmarc_none: ['problem', 'The domain has no DMARC record, which large providers ask for: publish this TXT record.'],
  dkim_published: ['ok', 'Quarry signs the mail, and the record is published.'],
  dkim_missing: ['problem', 'Quarry signs the mail, but the record is not published: publish this TXT record.'],
  dkim_none: ['warning', 'Quarry does not sign the mail. The mail server may; if it does not, make a key here.'],
  aligned: ['ok', 'What proves the mail belongs to the domain in From, so DMARC passes.'],
  aligned_maybe: ['unknown', 'Whether DMARC passes depends on the mail server: look at the headers of a test mail.'],
  not_aligned: ['problem', 'Nothing proves that the mail comes from this domain, so DMARC fails: set up SPF or DKIM.'],
  no_answer: ['unknown', 'DNS did not answer. Try again later.'],
} as const satisfies Record<string, readonly [(typeof STATES)[number], string]>

type Finding = keyof typeof FINDINGS
type CheckName = 'mx' | 'spf' | 'dmarc' | 'dkim' | 'alignment'

const DnsRecord = z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() })
const Check = z.object({
  check: z.enum(['mx', 'spf', 'dmarc', 'dkim', 'alignment']),
  state: z.enum(STATES),
  finding: z.enum(Object.keys(FINDINGS) as [Finding, ...Finding[]]),
  details: z.string(),
  /** What to publish, where that is known. */
  record: DnsRecord.nullable(),
  /** Of DMARC. */
  policy: z.enum(['none', 'quarantine', 'reject']).nullable(),
})
type Check = z.output<typeof Check>

/** Asks DNS for what receivers of its mail look at: MX (RFC 5321), SPF (RFC 7208), DMARC (RFC 7489) and DKIM (RFC 6376). */
export const CheckSendingDomain = capability({
  group: 'others',
  scope: 'read',
  name: 'check_sending_domain',
  input: MailboxIdInput,
  output: z.object({
    data: z.object({ domain: z.string(), checks: z.array(Check), checked_at: z.string() }),
    meta: z.object({}),
  }),
  waits: true,
  run: async (call, { id = 0 }) => {
    const mailbox = await findMailbox(call, id)
    const domain = mailbox.email.slice(mailbox.email.lastIndexOf('@') + 1)
    const [mx, spf, dmarc, dkim] = await Promise.all([
      mxFinding(call, domain),
      spfFinding(call, domain, mailbox.smtp_host),
      dmarcOf(call.dns, domain),
      dkimFinding(call, mailbox),
    ])
    const checks = [
      check('mx', mx),
      check('spf', spf),
      check('dmarc', dmarcFinding(dmarc), dmarc.outcome === 'none' ? dmarcRecord(domain) : null, policyOf(dmarc)),
      check('dkim', dkim.finding, dkim.record),
      check('alignment', alignment(mailbox, domain, { spf, dkim: dkim.finding, dmarc })),
    ]
    return { data: { domain, checks, checked_at: call.clock.now().toISOString() }, meta: {} }
  },
})

const check = (
  name: CheckName,
  finding: Finding,
  record: Check['record'] = null,
  policy: Check['policy'] = null,
): Check => {
  const [state, details] = FINDINGS[finding]
  return { check: name, state, finding, details, record, policy }
}

async function mxFinding({ dns }: Pick<Call, 'dns'>, domain: string): Promise<Finding> {
  const { outcome } = await dns.resolveMx(domain)
  if (outcome === 'unknown') return 'no_answer'
  if (outcome === 'mx') return 'mx_found'
  if (outcome === 'implicit_mx') return 'mx_implicit'
  return outcome === 'null_mx' ? 'mx_refuses' : 'mx_none'
}

/** Providers that send through other names than the one they take mail at: host → what domains include. */
const INCLUDED_FOR: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['google.com'],
  'googlemail.com': ['google.com'],
  'office365.com': ['outlook.com'],
  'office.com': ['outlook.com'],
  'live.com': ['outlook.com'],
  'messagingengine.com': ['fastmail.com', 'messagingengine.com'],
  'fastmail.com': ['messagingengine.com'],
  'zoho.eu': ['zoho.com', 'zohomail.eu'],
  'zoho.com': ['zohomail.com'],
  'amazonaws.com': ['amazonses.com'],
}

/** Where mail leaves a provider's network is not known: its name in the record, or the address of its server, must do. */
async function spfFinding({ dns }: Pick<Call, 'dns'>, domain: string, smtpHost: string): Promise<Finding> {
  const server = registrableDomain(smtpHost)
  const trusted = new Set([server, ...(ownValue(INCLUDED_FOR, server) ?? [])])
  const addresses = await dns.resolveAddresses(smtpHost)
  const [address] = addresses.outcome === 'found' ? addresses.addresses : []
  const answer = await spfOf(dns, domain, address?.address ?? '')
  if (answer === 'none') return 'spf_none'
  if (answer === 'several') return 'spf_several'
  if (answer === 'pass' && address !== undefined) return 'spf_covers'
  const includes = await spfIncludes(dns, domain)
  if (includes.some((name) => trusted.has(registrableDomain(name)))) return 'spf_covers'
  return answer === 'unclear' ? 'spf_unclear' : 'spf_other'
}

const dmarcFinding = ({ outcome }: DmarcAnswer): Finding => (outcome === 'unclear' ? 'no_answer' : `dmarc_${outcome}`)

const policyOf = (answer: DmarcAnswer): Check['policy'] => (answer.outcome === 'found' ? answer.policy : null)

const dmarcRecord = (domain: string): Check['record'] => ({
  name: `_dmarc.${registrableDomain(domain)}`,
  type: 'TXT',
  value: 'v=DMARC1; p=none',
})

async function dkimFinding(call: Call, mailbox: Mailbox): Promise<{ finding: Finding; record: Check['record'] }> {
  const standing = await dkimStanding(call, mailbox)
  if (standing === null) return { finding: 'dkim_none', record: null }
  const { published, record } = standing
  if (published === null) return { finding: 'no_answer', record: null }
  return published ? { finding: 'dkim_published', record: null } : { finding: 'dkim_missing', record }
}

/** Mail leaves under the domain in From (RFC 5321 4.1.1.2), so SPF is aligned when it passes; a signature by its domain or one above. */
function alignment(
  { dkim_domain: signer }: Mailbox,
  domain: string,
  { spf, dkim, dmarc }: { spf: Finding; dkim: Finding; dmarc: DmarcAnswer },
): Finding {
  const isStrict = dmarc.outcome === 'found' && dmarc.isDkimStrict
  const isSigned = dkim === 'dkim_published' && (!isStrict || signer === domain)
  if (spf === 'spf_covers' || isSigned) return 'aligned'
  const mayBe = [spf, dkim].some((finding) => FINDINGS[finding][0] === 'unknown')
  return mayBe || spf === 'spf_other' || dkim === 'dkim_none' ? 'aligned_maybe' : 'not_aligned'
}
