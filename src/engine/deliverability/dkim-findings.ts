import { createPublicKey } from 'node:crypto'
import type { DomainDns } from './domain-dns.ts'
import { domainFinding } from './findings.ts'
import type { DomainFinding, FindingCode, FindingDetails } from './findings.ts'
import { MAIL_PROVIDERS } from './sending-subject.ts'
import type { SendingSubject } from './sending-subject.ts'
import { tagsOf } from './tag-list.ts'

/** Whether receivers can verify a mailbox's signatures (RFC 6376 3.6.1, RFC 8301 3.2). */

const MIN_BITS = 1_024
const GOOD_BITS = 2_048
const BASE64 = /^[a-z0-9+/]+={0,2}$/i

/** @returns the findings, and the domains that sign verifiably; null if that could not be determined. */
export async function dkimFindings(
  dns: DomainDns,
  subject: SendingSubject,
): Promise<{ findings: DomainFinding[]; signers: string[] | null }> {
  const { ownKey, provider, seenSigners, domain, smtpHost } = subject
  const seen = [...seenSigners]
  if (ownKey !== null) {
    const found = await ownKeyFindings(dns, domain, ownKey)
    if (found.some(({ state }) => state === 'unknown')) return { findings: found, signers: null }
    const isGood = !found.some(({ state }) => state === 'problem')
    return { findings: found, signers: isGood ? [...seen, ownKey.domain] : seen }
  }
  if (provider !== null) return providerFindings(dns, domain, provider, seen)
  if (seen.length > 0) return { findings: [], signers: seen }
  return { findings: [domainFinding('dkim.unknown', { domain, what: smtpHost })], signers: null }
}

async function providerFindings(
  dns: DomainDns,
  domain: string,
  provider: keyof typeof MAIL_PROVIDERS,
  seen: string[],
): Promise<{ findings: DomainFinding[]; signers: string[] | null }> {
  const { selectors, title } = MAIL_PROVIDERS[provider]
  if (selectors.length === 0)
    return {
      findings: [domainFinding('dkim.unknown', { domain, what: title })],
      signers: seen.length > 0 ? seen : null,
    }
  const answers = await Promise.all(selectors.map((selector) => dns.resolveTxt(`${selector}._domainkey.${domain}`)))
  if (answers.some(({ outcome }) => outcome === 'found')) return { findings: [], signers: [...seen, domain] }
  if (answers.some(({ outcome }) => outcome === 'unknown'))
    return { findings: [domainFinding('dkim.unanswered', { domain, what: 'DKIM record' })], signers: null }
  return { findings: [domainFinding('dkim.provider_missing', { domain, what: title })], signers: seen }
}

async function ownKeyFindings(
  dns: DomainDns,
  domain: string,
  { domain: signer, selector, record }: NonNullable<SendingSubject['ownKey']>,
): Promise<DomainFinding[]> {
  const name = `${selector}._domainkey.${signer}`
  const isShort = (bitsOf(keyOf(record)) ?? GOOD_BITS) < GOOD_BITS
  const right = isShort ? null : ({ name, type: 'TXT', value: record } as const)
  const say = (code: FindingCode, more: Partial<FindingDetails> = {}) => [
    domainFinding(code, { domain, what: name, ...more }, right),
  ]
  const answer = await dns.resolveTxt(name)
  if (answer.outcome === 'unknown') return say('dkim.unanswered', { what: 'DKIM record' })
  const texts = (answer.outcome === 'found' ? answer.texts : []).filter((text) => text.trim() !== '')
  const [text] = texts
  if (text === undefined) {
    const alias = await dns.resolveCname(name)
    return say(alias.outcome === 'found' ? 'dkim.dangling' : 'dkim.missing')
  }
  if (texts.length > 1) return say('dkim.several')
  return keyFindings(text, record, say)
}

function keyFindings(
  text: string,
  right: string,
  say: (code: FindingCode, more?: Partial<FindingDetails>) => DomainFinding[],
): DomainFinding[] {
  const { tags, again } = tagsOf(text)
  const key = tags.get('p')?.replace(/\s/g, '')
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || key === undefined || again.length > 0) return say('dkim.syntax')
  if (key === '') return say('dkim.revoked')
  const listed = (tag: string): string[] => (tags.get(tag) ?? '').split(':').map((one) => one.trim().toLowerCase())
  if (tags.has('h') && !listed('h').includes('sha256')) return say('dkim.sha1')
  if (tags.has('s') && !listed('s').some((one) => one === '*' || one === 'email')) return say('dkim.service')
  const bits = bitsOf(key)
  if (bits === null) return say('dkim.syntax')
  if (bits < MIN_BITS) return say('dkim.weak', { count: bits })
  if (key !== keyOf(right)) return say('dkim.mismatch')
  const warnings = bits < GOOD_BITS ? say('dkim.short', { count: bits }) : []
  return listed('t').includes('y') ? [...warnings, ...say('dkim.testing')] : warnings
}

const keyOf = (record: string): string => tagsOf(record).tags.get('p')?.replace(/\s/g, '') ?? ''

/** Bits of an RSA key in Base64; null if it is not one. */
function bitsOf(key: string): number | null {
  if (!BASE64.test(key)) return null
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return asymmetricKeyDetails?.modulusLength ?? null
  } catch {
    return null
  }
}
