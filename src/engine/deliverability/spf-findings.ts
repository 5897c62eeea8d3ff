import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding, FindingCode, PublishedRecord } from './findings.ts'
import { MAIL_PROVIDERS } from './sending-subject.ts'
import type { SendingSubject } from './sending-subject.ts'
import { isSpf, readSpf } from './spf-record.ts'
import type { SpfMechanism, SpfRecord } from './spf-record.ts'
import { MAX_LOOKUPS, MAX_MAIL_HOSTS, MAX_VOIDS, checkHost } from './check-host.ts'

/** What is wrong with a domain's SPF record (RFC 7208), and whether it lets the mailbox send. */

interface Walk {
  dns: DomainDns
  /** Whether there are addresses to evaluate; without one, terms with a `%` cannot be expanded. */
  isJudged: boolean
  lookups: number
  /** Names without records. */
  voids: string[]
  /** Names of included records, with the total number of look-ups of each. */
  costs: Map<string, number>
  broken: DomainFinding | null
  macro: string | null
  ptr: string | null
}

/** A record that includes more than this is not followed further: the verdict is the same. */
const MAX_WALKED = 40
const MAX_NAMED = 3

/** @returns the findings, and whether SPF authenticates the domain; null if that could not be determined. */
export async function spfFindings(
  dns: DomainDns,
  subject: SendingSubject,
): Promise<{ findings: DomainFinding[]; passes: boolean | null }> {
  const { envelopeDomain: domain } = subject
  const answer = await dns.resolveTxt(domain)
  const failed = (code: FindingCode, record: PublishedRecord | null = null) => ({
    findings: [domainFinding(code, { domain, ...(code === 'spf.unanswered' && { what: 'SPF record' }) }, record)],
    passes: code === 'spf.unanswered' ? null : false,
  })
  if (answer.outcome === 'unknown') return failed('spf.unanswered')
  const texts = answer.outcome === 'found' ? answer.texts.filter(isSpf) : []
  const [text] = texts
  const own = ownTerm(subject)
  if (text === undefined) return { findings: [noRecord(subject, own)], passes: false }
  if (texts.length > 1) return failed('spf.several', txt(domain, merged(texts)))
  const record = readSpf(text)
  const walk: Walk = {
    dns,
    isJudged: subject.addresses.length > 0,
    lookups: 0,
    voids: [],
    costs: new Map(),
    broken: null,
    macro: null,
    ptr: null,
  }
  const isAnswered = await walkRecord(walk, { domain, record, path: [domain] })
  if (!isAnswered) return failed('spf.unanswered')
  const error = walk.broken ?? limitFinding(walk, domain)
  if (error !== null) return { findings: [{ ...error, record: shortened(text, error, walk) }], passes: false }
  const missed = await missesSender(dns, subject, walk)
  if (missed === UNANSWERED) return failed('spf.unanswered')
  const findings = [...styleFindings(text, record, walk, domain)]
  if (missed === null) return { findings, passes: walk.isJudged || subject.provider !== null ? true : null }
  const added = own ?? `ip${missed.includes(':') ? 6 : 4}:${missed}`
  const better = txt(domain, withTerm(text, added))
  return {
    findings: [...findings, domainFinding('spf.misses_sender', { domain, what: missed }, better)],
    passes: false,
  }
}

const ALL = /^[-+~?]?all$/i

const txt = (name: string, value: string): PublishedRecord => ({ name, type: 'TXT', value })

/** A record without a term for the sender would disown its mail: none is proposed while that is unknown. */
const noRecord = ({ envelopeDomain: domain, smtpHost }: SendingSubject, own: string | null): DomainFinding =>
  own === null
    ? domainFinding('spf.none', { domain, what: smtpHost })
    : domainFinding('spf.none', { domain }, txt(domain, `v=spf1 ${own} ~all`))

/** The term for the sender in a proposed record. */
function ownTerm({ provider, addresses }: SendingSubject): string | null {
  if (provider !== null) return `include:${MAIL_PROVIDERS[provider].includes[0]}`
  const [address] = addresses
  return address === undefined ? null : `ip${address.includes(':') ? 6 : 4}:${address}`
}

const withTerm = (text: string, term: string): string => {
  const terms = text.split(' ').filter(Boolean)
  const all = terms.findIndex((one) => ALL.test(one))
  return terms.toSpliced(all < 0 ? terms.length : all, 0, term).join(' ')
}

const FOLLOWED = /^[-+~?]?(?:include|a|mx|exists):(.+?)(?:\/\d{1,3})?(?:\/\/\d{1,3})?$/i

/** The record without the terms that lead nowhere or back to itself; null if it contains none of them. */
function shortened(text: string, { code, details }: DomainFinding, { voids }: Walk): PublishedRecord | null {
  const dead =
    code === 'spf.void' ? voids : code === 'spf.include_missing' || code === 'spf.loop' ? [details.what ?? ''] : []
  const shorter = withoutTerms(text, (term) => dead.includes(FOLLOWED.exec(term)?.[1]?.toLowerCase() ?? ''))
  return shorter === withoutTerms(text, () => false) ? null : txt(details.domain, shorter)
}

const withoutTerms = (text: string, isDropped: (term: string, index: number) => boolean): string =>
  text
    .split(' ')
    .filter(Boolean)
    .filter((term, index) => !isDropped(term, index))
    .join(' ')

/** One record with the terms of several, without duplicates. */
function merged(texts: readonly string[]): string {
  const terms = texts.flatMap((text) => text.split(' ').slice(1)).filter((term) => term !== '' && !ALL.test(term))
  return ['v=spf1', ...new Set(terms), '~all'].join(' ')
}

interface Place {
  domain: string
  record: SpfRecord
  /** From the checked domain down to this record. */
  path: readonly string[]
}

/** Follows everything that may ever be evaluated. False if DNS did not answer. */
async function walkRecord(walk: Walk, place: Place): Promise<boolean> {
  const { domain, record, path } = place
  const [top = domain] = path
  if (record.broken !== null) {
    walk.broken ??= domainFinding('spf.syntax', { domain: top, what: record.broken })
    return true
  }
  for (const mechanism of record.mechanisms) {
    if (mechanism.name === 'all') return true
    if (walk.lookups > MAX_WALKED || walk.broken !== null) return true
    if (!(await walkMechanism(walk, place, mechanism))) return false
  }
  if (record.redirect === null || record.mechanisms.some(({ name }) => name === 'all')) return true
  walk.lookups += 1
  return takeIn(walk, path, record.redirect)
}

async function walkMechanism(walk: Walk, { domain, path }: Place, mechanism: SpfMechanism): Promise<boolean> {
  const { name, text } = mechanism
  if (name === 'ip4' || name === 'ip6') return true
  walk.lookups += 1
  const target = (mechanism.value ?? domain).toLowerCase()
  if (name === 'ptr') walk.ptr ??= text
  if (target.includes('%')) walk.macro ??= text
  if (name === 'ptr' || target.includes('%')) return true
  if (name === 'include') return takeIn(walk, path, target)
  if (name === 'mx') return walkMailHosts(walk, path, target)
  const answer = await walk.dns.resolveAddresses(target)
  if (answer.outcome === 'unknown') return false
  if (answer.outcome !== 'found') walk.voids.push(target)
  return true
}

async function walkMailHosts(walk: Walk, [top = '']: readonly string[], target: string): Promise<boolean> {
  const answer = await walk.dns.resolveMx(target)
  if (answer.outcome === 'unknown') return false
  if (answer.outcome === 'mx' && answer.records.length > MAX_MAIL_HOSTS)
    walk.broken ??= domainFinding('spf.mx_over_10', { domain: top, what: target, count: answer.records.length })
  if (answer.outcome === 'no_data' || answer.outcome === 'no_domain') walk.voids.push(target)
  return true
}

async function takeIn(walk: Walk, path: readonly string[], target: string): Promise<boolean> {
  const [top = ''] = path
  if (target.includes('%')) {
    walk.macro ??= target
    return true
  }
  if (path.includes(target)) {
    walk.broken ??= domainFinding('spf.loop', {
      domain: top,
      what: path.length === 1 ? target : path.slice(1).join(' and '),
    })
    return true
  }
  const answer = await walk.dns.resolveTxt(target)
  if (answer.outcome === 'unknown') return false
  const texts = answer.outcome === 'found' ? answer.texts.filter(isSpf) : []
  const [text] = texts
  if (texts.length > 1) {
    walk.broken ??= domainFinding('spf.several', { domain: top, what: target })
    return true
  }
  if (text === undefined) {
    walk.broken ??= domainFinding('spf.include_missing', { domain: top, what: target })
    return true
  }
  const before = walk.lookups
  const isAnswered = await walkRecord(walk, { domain: target, record: readSpf(text), path: [...path, target] })
  walk.costs.set(target, walk.lookups - before + 1)
  return isAnswered
}

function limitFinding({ lookups, voids, costs }: Walk, domain: string): DomainFinding | null {
  if (lookups > MAX_LOOKUPS) {
    const costliest = [...costs].toSorted(([, a], [, b]) => b - a).slice(0, MAX_NAMED)
    const what = costliest.map(([name, count]) => `${name} (${count})`).join(', ')
    return domainFinding('spf.too_many', { domain, what, count: lookups })
  }
  if (voids.length <= MAX_VOIDS) return null
  return domainFinding('spf.void', { domain, what: voids.slice(0, MAX_NAMED).join(', '), count: voids.length })
}

const UNANSWERED = Symbol('DNS did not answer')

/** The sender missing from the record: the title of a provider, or an address; null if none is known to be missing. */
async function missesSender(
  dns: DomainDns,
  { provider, addresses, envelopeDomain, smtpHost }: SendingSubject,
  { costs }: Walk,
): Promise<string | typeof UNANSWERED | null> {
  if (provider !== null) {
    const { includes } = MAIL_PROVIDERS[provider]
    return includes.some((name) => costs.has(name)) ? null : includes[0]
  }
  for (const address of addresses) {
    const sender = { address, email: `postmaster@${envelopeDomain}`, helo: smtpHost }
    const { result } = await checkHost(dns, envelopeDomain, sender)
    if (result === 'temperror') return UNANSWERED
    if (result !== 'pass') return address
  }
  return null
}

function* styleFindings(
  text: string,
  { mechanisms, redirect }: SpfRecord,
  walk: Walk,
  domain: string,
): Generator<DomainFinding> {
  const at = mechanisms.findIndex(({ name }) => name === 'all')
  const all = mechanisms[at]
  const [after] = at < 0 ? [] : mechanisms.slice(at + 1)
  const softened = () => txt(domain, text.replace(/\s[-+~?]?all(?=\s|$)/i, ' ~all'))
  if (all?.qualifier === '+') yield domainFinding('spf.plus_all', { domain }, softened())
  if (all?.qualifier === '?') yield domainFinding('spf.neutral', { domain }, softened())
  if (all?.qualifier === '~') yield domainFinding('spf.softfail', { domain })
  if (all === undefined && redirect === null)
    yield domainFinding('spf.no_all', { domain }, txt(domain, `${text.trim()} ~all`))
  const dropped = (isDropped: (term: string, index: number) => boolean) => txt(domain, withoutTerms(text, isDropped))
  const last = text
    .split(' ')
    .filter(Boolean)
    .findIndex((term) => ALL.test(term))
  if (after !== undefined)
    yield domainFinding(
      'spf.after_all',
      { domain, what: after.text },
      dropped((term, index) => index > last && !term.includes('=')),
    )
  if (all !== undefined && redirect !== null)
    yield domainFinding(
      'spf.redirect_ignored',
      { domain, what: `redirect=${redirect}` },
      dropped((term) => /^redirect=/i.test(term)),
    )
  const ownPtr = mechanisms.find(({ name }) => name === 'ptr')?.text
  if (walk.ptr !== null)
    yield domainFinding(
      'spf.ptr',
      { domain, what: walk.ptr },
      ownPtr === undefined ? null : dropped((term) => term === ownPtr),
    )
  if (walk.macro !== null && !walk.isJudged) yield domainFinding('spf.macro', { domain, what: walk.macro })
  if (walk.lookups >= MAX_LOOKUPS - 1) yield domainFinding('spf.near_limit', { domain, count: walk.lookups })
}
