/** What can be said of a domain that sends mail: each code has one state, and one sentence that says what to do. */

export type FindingState = 'info' | 'warning' | 'problem' | 'unknown'

export interface PublishedRecord {
  name: string
  type: 'TXT' | 'MX' | 'CNAME' | 'PTR'
  value: string
}

/** What a sentence names. */
export interface FindingDetails {
  /** The domain that is looked at. */
  domain: string
  /** The part of a record, the host or the address that it is about. */
  what?: string
  count?: number
}

export interface DomainFinding {
  code: FindingCode
  state: FindingState
  sentence: string
  details: FindingDetails
  /** What to publish, where that is known. */
  record: PublishedRecord | null
}

type Sentence = (details: { domain: string; what: string; count: number }) => string

const UNANSWERED: readonly [FindingState, Sentence] = [
  'unknown',
  ({ domain, what }) => `DNS did not answer for the ${what} of ${domain}: what was known before still counts.`,
]

const FINDINGS = {
  'mx.none': [
    'problem',
    ({ domain }) => `Replies to ${domain} cannot arrive: it has no mail server. Publish an MX record.`,
  ],
  'mx.null': [
    'problem',
    ({ domain }) => `Replies to ${domain} cannot arrive: its MX record says that it accepts no mail.`,
  ],
  'mx.unresolvable': [
    'problem',
    ({ domain, what }) => `Replies to ${domain} cannot arrive: ${what}, its mail server, does not exist.`,
  ],
  'mx.implicit': [
    'warning',
    ({ domain }) => `${domain} has no MX record: replies go to the domain itself. Publish one.`,
  ],
  'mx.cname': ['warning', ({ what }) => `The mail server ${what} is an alias (CNAME), which MX records must not name.`],
  'mx.ip': ['warning', ({ what }) => `The MX record names the address ${what}: it has to name a host.`],
  'mx.partial': ['warning', ({ what }) => `The mail server ${what} does not exist: take it out of the MX records.`],
  'mx.unanswered': UNANSWERED,
  'spf.none': ['problem', ({ domain }) => `${domain} names no servers that may send for it: publish this TXT record.`],
  'spf.several': [
    'problem',
    ({ domain }) => `${domain} has several SPF records, which counts as an error at receivers: publish one instead.`,
  ],
  'spf.syntax': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} counts as an error at receivers: "${what}" cannot be read.`,
  ],
  'spf.too_many': [
    'problem',
    ({ domain, what, count }) =>
      `The SPF record of ${domain} needs ${count} look-ups, and more than 10 count as an error at receivers. Most: ${what}.`,
  ],
  'spf.void': [
    'problem',
    ({ domain, what }) =>
      `The SPF record of ${domain} leads to more than two names without records, which counts as an error: ${what}.`,
  ],
  'spf.include_missing': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} includes ${what}, which has none: take that term out.`,
  ],
  'spf.loop': ['problem', ({ domain, what }) => `The SPF record of ${domain} includes itself through ${what}.`],
  'spf.mx_over_10': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} names the mail servers of ${what}, which are more than 10.`,
  ],
  'spf.misses_sender': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} does not allow ${what}: publish it with the term added.`,
  ],
  'spf.plus_all': ['problem', ({ domain }) => `The SPF record of ${domain} lets anyone send: end it with ~all.`],
  'spf.neutral': [
    'warning',
    ({ domain }) => `The SPF record of ${domain} ends in ?all, which says nothing: end it with ~all.`,
  ],
  'spf.no_all': [
    'warning',
    ({ domain }) => `The SPF record of ${domain} does not say who may not send: end it with ~all.`,
  ],
  'spf.ptr': [
    'warning',
    ({ domain, what }) => `The SPF record of ${domain} uses ${what}, which is slow and ignored by many.`,
  ],
  'spf.near_limit': [
    'warning',
    ({ domain, count }) => `The SPF record of ${domain} needs ${count} look-ups of the 10 that are allowed.`,
  ],
  'spf.after_all': [
    'warning',
    ({ domain, what }) => `In the SPF record of ${domain}, ${what} comes after all and is never read.`,
  ],
  'spf.redirect_ignored': [
    'warning',
    ({ domain, what }) => `In the SPF record of ${domain}, ${what} is ignored next to all.`,
  ],
  'spf.macro': [
    'info',
    ({ domain, what }) =>
      `The SPF record of ${domain} depends on the sender (${what}) and cannot be evaluated from outside.`,
  ],
  'spf.softfail': ['info', ({ domain }) => `The SPF record of ${domain} ends in ~all, which is enough.`],
  'spf.unanswered': UNANSWERED,
  'dkim.missing': [
    'problem',
    ({ what }) => `Quarry signs the mail, but ${what} is not published: publish this record.`,
  ],
  'dkim.mismatch': [
    'problem',
    ({ what }) => `The record at ${what} holds another key than Quarry signs with: publish this one.`,
  ],
  'dkim.revoked': ['problem', ({ what }) => `The key at ${what} is withdrawn (an empty p=): publish this record.`],
  'dkim.weak': [
    'problem',
    ({ what, count }) => `The key at ${what} has ${count} bits, and receivers ignore less than 1024.`,
  ],
  'dkim.several': ['problem', ({ what }) => `There are several records at ${what}: keep only this one.`],
  'dkim.syntax': ['problem', ({ what }) => `The record at ${what} cannot be read: publish this one.`],
  'dkim.sha1': ['problem', ({ what }) => `The record at ${what} does not allow sha256, with which Quarry signs.`],
  'dkim.service': ['problem', ({ what }) => `The record at ${what} is not for mail (its s= tag).`],
  'dkim.dangling': ['problem', ({ what }) => `The alias at ${what} leads to a name that does not exist.`],
  'dkim.short': [
    'warning',
    ({ what, count }) => `The key at ${what} has ${count} bits: make one of 2048 under a new selector.`,
  ],
  'dkim.testing': [
    'warning',
    ({ what }) => `The record at ${what} says that DKIM is being tested: publish it without t=y.`,
  ],
  'dkim.provider_missing': [
    'problem',
    ({ domain, what }) => `${what} does not sign as ${domain}: turn on DKIM there, and publish the records it shows.`,
  ],
  'dkim.unknown': [
    'info',
    ({ what }) => `Whether ${what} signs the mail is not known: if it does not, make a key here.`,
  ],
  'dkim.unanswered': UNANSWERED,
  'align.none': [
    'problem',
    ({ domain }) => `Neither DKIM nor SPF is aligned with ${domain}: receivers that apply DMARC refuse the mail.`,
  ],
  'align.spf_only': [
    'warning',
    ({ domain }) =>
      `Only SPF is aligned with ${domain}, which breaks when a mail is forwarded: let Quarry or the provider sign as ${domain}.`,
  ],
  'dmarc.none': [
    'problem',
    ({ domain }) => `${domain} has no DMARC record, which large providers ask for: publish this one.`,
  ],
  'dmarc.several': [
    'problem',
    ({ what }) => `There are several DMARC records at ${what}, which count as none: keep one.`,
  ],
  'dmarc.syntax': ['problem', ({ what }) => `The DMARC record at ${what} cannot be read: publish this one.`],
  'dmarc.no_policy': [
    'problem',
    ({ what }) => `The DMARC record at ${what} has no known policy: p=none, quarantine or reject.`,
  ],
  'dmarc.strict_unaligned': [
    'problem',
    ({ domain, what }) =>
      `The DMARC record asks for strict alignment with ${domain} (${what}), but the mail is signed or sent by another name.`,
  ],
  'dmarc.removed_tags': [
    'warning',
    ({ what }) => `The DMARC record has tags that RFC 9989 took out (${what}): publish it without them.`,
  ],
  'dmarc.testing': [
    'warning',
    ({ domain }) => `The DMARC record of ${domain} is being tested (t=y): its policy is not applied.`,
  ],
  'dmarc.rua_unauthorised': [
    'warning',
    ({ what }) => `Reports to ${what} are not sent, because that domain has not agreed: it has to publish this record.`,
  ],
  'dmarc.wrong_place': [
    'warning',
    ({ domain }) => `A DMARC record stands at ${domain} itself: it counts only at _dmarc.${domain}.`,
  ],
  'dmarc.duplicate_tag': ['warning', ({ what }) => `The DMARC record says ${what} more than once.`],
  'dmarc.inherited': ['info', ({ domain, what }) => `For ${domain} the DMARC record at ${what} counts.`],
  'dmarc.p_none': ['info', () => 'The DMARC policy is none, which is enough for the rules of large providers.'],
  'dmarc.no_rua': ['info', () => 'The DMARC record asks for no reports: name a mailbox for them in rua.'],
  'dmarc.unanswered': UNANSWERED,
  'ptr.none': [
    'problem',
    ({ what }) => `The address ${what} has no name in reverse DNS: ask the owner of its network for one.`,
  ],
  'ptr.mismatch': ['problem', ({ what }) => `The name of ${what} in reverse DNS does not lead back to it.`],
  'tls.none': ['problem', ({ what }) => `The mail server ${what} offers no TLS, which large providers ask for.`],
  'tls.certificate': ['problem', ({ what }) => `The certificate of the mail server ${what} is not valid.`],
  'sts.none': ['info', ({ domain }) => `Mail to ${domain} need not be encrypted: MTA-STS would require it.`],
  'sts.testing': ['info', ({ domain }) => `The MTA-STS policy of ${domain} is being tested.`],
  'sts.no_policy': ['info', ({ domain }) => `MTA-STS is announced for ${domain}, but its policy cannot be read.`],
  'sts.mx_missing': [
    'info',
    ({ domain, what }) => `The MTA-STS policy of ${domain} does not name its mail server ${what}.`,
  ],
  'tlsrpt.none': [
    'info',
    ({ domain }) => `Nobody learns when mail to ${domain} cannot be encrypted: TLS reports would tell.`,
  ],
  'auth.password': [
    'info',
    ({ what }) =>
      `${what} sends with a password, which Microsoft switches off for existing tenants at the end of December 2026: connect it by OAuth.`,
  ],
  'domain.webmail': [
    'info',
    ({ domain }) => `Mail from ${domain} is governed by its owner: use a domain of your own for campaigns.`,
  ],
} as const satisfies Record<string, readonly [FindingState, Sentence]>

export type FindingCode = keyof typeof FINDINGS

export const FINDING_CODES = Object.keys(FINDINGS) as FindingCode[]

export function domainFinding(
  code: FindingCode,
  details: FindingDetails,
  record: PublishedRecord | null = null,
): DomainFinding {
  const [state, sentence] = FINDINGS[code]
  const { domain, what = domain, count = 0 } = details
  return { code, state, sentence: sentence({ domain, what, count }), details, record }
}

export type DomainState = 'not_ready' | 'weak' | 'ready' | 'unknown'

/** Any problem, else any warning; what nobody could find out counts only where nothing else is wrong. */
export function domainState(findings: readonly Pick<DomainFinding, 'state'>[]): DomainState {
  const has = (state: FindingState) => findings.some((one) => one.state === state)
  if (has('problem')) return 'not_ready'
  if (has('warning')) return 'weak'
  return has('unknown') ? 'unknown' : 'ready'
}
