/** Everything a check of a sending domain can report: each code has one state, and one sentence that says what to do. */

export type FindingState = 'info' | 'warning' | 'problem' | 'unknown'

export interface PublishedRecord {
  name: string
  type: 'TXT' | 'MX' | 'CNAME' | 'PTR'
  value: string
}

/** What a sentence mentions. */
export interface FindingDetails {
  /** The domain that is checked. */
  domain: string
  /** The part of a record, the host or the address concerned. */
  what?: string
  count?: number
}

export interface DomainFinding {
  code: FindingCode
  state: FindingState
  sentence: string
  details: FindingDetails
  /** What to publish, if known. */
  record: PublishedRecord | null
}

type Sentence = (details: { domain: string; what: string; count: number }) => string

const UNANSWERED: readonly [FindingState, Sentence] = [
  'unknown',
  ({ domain, what }) => `DNS did not answer for the ${what} of ${domain}: what was known before still applies.`,
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
  'mx.cname': [
    'warning',
    ({ what }) => `The mail server ${what} is an alias (CNAME), which MX records must not point to.`,
  ],
  'mx.ip': ['warning', ({ what }) => `The MX record contains the address ${what}: it must name a host.`],
  'mx.partial': ['warning', ({ what }) => `The mail server ${what} does not exist: remove it from the MX records.`],
  'mx.unanswered': UNANSWERED,
  'spf.none': [
    'problem',
    ({ domain, what }) =>
      what === domain
        ? `${domain} does not say which servers may send for it: publish this TXT record.`
        : `${domain} does not say which servers may send for it: publish the SPF record that the operator of ${what} asks for.`,
  ],
  'spf.several': [
    'problem',
    ({ what }) => `${what} has several SPF records, which receivers treat as an error: publish a single one.`,
  ],
  'spf.syntax': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} is treated as an error by receivers: "${what}" cannot be read.`,
  ],
  'spf.too_many': [
    'problem',
    ({ domain, what, count }) =>
      `The SPF record of ${domain} needs ${count} look-ups, and receivers treat more than 10 as an error. Most are from: ${what}.`,
  ],
  'spf.void': [
    'problem',
    ({ domain, what }) =>
      `The SPF record of ${domain} leads to more than two names without records, which is treated as an error: ${what}.`,
  ],
  'spf.include_missing': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} includes ${what}, which has none: remove that term.`,
  ],
  'spf.loop': ['problem', ({ domain, what }) => `The SPF record of ${domain} includes itself through ${what}.`],
  'spf.mx_over_10': [
    'problem',
    ({ domain, what }) =>
      `The SPF record of ${domain} refers to the mail servers of ${what}, and there are more than 10.`,
  ],
  'spf.misses_sender': [
    'problem',
    ({ domain, what }) => `The SPF record of ${domain} does not allow ${what}: publish it with the term added.`,
  ],
  'spf.plus_all': ['problem', ({ domain }) => `The SPF record of ${domain} lets anyone send: end it with ~all.`],
  'spf.neutral': [
    'warning',
    ({ domain }) => `The SPF record of ${domain} ends in ?all, which has no effect: end it with ~all.`,
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
    ({ domain, count }) => `The SPF record of ${domain} needs ${count} of the 10 look-ups allowed.`,
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
    ({ what }) => `The record at ${what} contains a different key from the one Quarry signs with: publish this one.`,
  ],
  'dkim.revoked': ['problem', ({ what }) => `The key at ${what} has been revoked (an empty p=): publish this record.`],
  'dkim.weak': [
    'problem',
    ({ what, count }) => `The key at ${what} has ${count} bits, and receivers ignore keys of fewer than 1024.`,
  ],
  'dkim.several': ['problem', ({ what }) => `There are several records at ${what}: keep only this one.`],
  'dkim.syntax': ['problem', ({ what }) => `The record at ${what} cannot be read: publish this one.`],
  'dkim.sha1': ['problem', ({ what }) => `The record at ${what} does not allow sha256, which Quarry signs with.`],
  'dkim.service': ['problem', ({ what }) => `The record at ${what} is not for mail (its s= tag).`],
  'dkim.dangling': ['problem', ({ what }) => `The alias at ${what} leads to a name that does not exist.`],
  'dkim.short': [
    'warning',
    ({ what, count }) => `The key at ${what} has ${count} bits: create one of 2048 under a new selector.`,
  ],
  'dkim.testing': [
    'warning',
    ({ what }) => `The record at ${what} says that DKIM is being tested: publish it without t=y.`,
  ],
  'dkim.provider_missing': [
    'problem',
    ({ domain, what }) => `${what} does not sign as ${domain}: turn on DKIM there and publish the records it shows.`,
  ],
  'dkim.unknown': [
    'info',
    ({ what }) => `It is not known whether ${what} signs the mail: if it does not, create a key here.`,
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
    ({ domain }) => `${domain} has no DMARC record, which large providers require: publish this one.`,
  ],
  'dmarc.several': [
    'problem',
    ({ what }) => `There are several DMARC records at ${what}, which counts as having none: keep one.`,
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
    ({ what }) => `The DMARC record has tags that RFC 9989 removed (${what}): publish it without them.`,
  ],
  'dmarc.testing': [
    'warning',
    ({ domain }) => `The DMARC record of ${domain} is being tested (t=y): its policy is not applied.`,
  ],
  'dmarc.rua_unauthorised': [
    'warning',
    ({ what }) =>
      `Reports to ${what} are not sent, because that domain has not agreed to receive them: it must publish this record.`,
  ],
  'dmarc.wrong_place': [
    'warning',
    ({ domain }) => `There is a DMARC record at ${domain} itself: it counts only at _dmarc.${domain}.`,
  ],
  'dmarc.duplicate_tag': ['warning', ({ what }) => `The DMARC record says ${what} more than once.`],
  'dmarc.inherited': ['info', ({ domain, what }) => `For ${domain}, the DMARC record at ${what} applies.`],
  'dmarc.p_none': ['info', () => 'The DMARC policy is none, which is enough for the rules of large providers.'],
  'dmarc.no_rua': ['info', () => 'The DMARC record does not request reports: name a mailbox for them in rua.'],
  'dmarc.unanswered': UNANSWERED,
  'ptr.none': [
    'problem',
    ({ what }) => `The address ${what} has no reverse DNS name: ask the owner of its network for one.`,
  ],
  'ptr.mismatch': ['problem', ({ what }) => `The reverse DNS name of ${what} does not lead back to it.`],
  'tls.none': ['problem', ({ what }) => `The mail server ${what} does not offer TLS, which large providers require.`],
  'tls.certificate': ['problem', ({ what }) => `The certificate of the mail server ${what} is not valid.`],
  'sts.none': ['info', ({ domain }) => `Mail to ${domain} does not have to be encrypted: MTA-STS would require it.`],
  'sts.testing': ['info', ({ domain }) => `The MTA-STS policy of ${domain} is being tested.`],
  'sts.no_policy': ['info', ({ domain }) => `MTA-STS is announced for ${domain}, but its policy cannot be read.`],
  'sts.mx_missing': [
    'info',
    ({ domain, what }) => `The MTA-STS policy of ${domain} does not name its mail server ${what}.`,
  ],
  'tlsrpt.none': [
    'info',
    ({ domain }) => `Nobody is notified when mail to ${domain} cannot be encrypted: TLS reports would do that.`,
  ],
  'auth.password': [
    'info',
    ({ what }) =>
      `${what} sends with a password, which Microsoft will switch off for existing tenants at the end of December 2026: connect it through OAuth.`,
  ],
  'domain.webmail': [
    'info',
    ({ domain }) => `The owner of ${domain} controls its mail: use your own domain for campaigns.`,
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

/** Any problem decides, otherwise any warning; what could not be determined counts only if nothing else is wrong. */
export function domainState(findings: readonly Pick<DomainFinding, 'state'>[]): DomainState {
  const has = (state: FindingState) => findings.some((one) => one.state === state)
  if (has('problem')) return 'not_ready'
  if (has('warning')) return 'weak'
  return has('unknown') ? 'unknown' : 'ready'
}
