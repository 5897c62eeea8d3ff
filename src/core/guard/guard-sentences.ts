import type { BandSign } from '../../engine/guard/mailbox-band.ts'

/** What happened, in a sentence with its numbers. */
const SIGNS: Record<BandSign['sign'], (count: number, of: number) => string> = {
  bounces: (count, of) => `${count} of the last ${of} emails went to addresses that do not exist.`,
  bounce_rate: (count, of) => `${count} of ${of} emails in 30 days went to addresses that do not exist.`,
  policy: (count, of) => `Mail servers refused ${count} of the last ${of} emails because of their content or origin.`,
  complaints: (count, of) => `Recipients reported ${count} of ${of} emails in 30 days as unwanted.`,
  complaint_rate: (count, of) => `Recipients reported ${count} of ${of} emails in 30 days as unwanted.`,
}

export const signSentence = ({ sign, count, of }: BandSign): string => SIGNS[sign](count, of)

/** Why a mailbox rests, and until when. */
export function restSentence(sign: BandSign | null, until: Date | null): string {
  const rest =
    until === null
      ? 'It rests until somebody resumes it.'
      : `It rests until ${until.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`
  return sign === null ? rest : `${signSentence(sign)} ${rest}`
}

/** Reads a stored sign. */
export function readSign(stored: Record<string, unknown> | null): BandSign | null {
  if (stored === null) return null
  const { sign, count, of } = stored
  const known = Object.keys(SIGNS).find((name): name is BandSign['sign'] => name === sign)
  return known === undefined ? null : { sign: known, count: Number(count), of: Number(of) }
}

/** Why a campaign paused automatically. */
export interface BrakeFacts {
  sent: number
  bounced: number
  /** The number of last emails considered. */
  of: number
  /** Recipients by verdict, most frequent first. */
  verdicts: { verdict: string; count: number }[]
}

export function readBrakeFacts(stored: Record<string, unknown> | null): BrakeFacts | null {
  if (stored === null) return null
  const { sent, bounced, of, verdicts } = stored
  const list = Array.isArray(verdicts) ? (verdicts as { verdict: unknown; count: unknown }[]) : []
  return {
    sent: Number(sent),
    bounced: Number(bounced),
    of: Number(of),
    verdicts: list.map((row) => ({ verdict: String(row.verdict), count: Number(row.count) })),
  }
}

/** `Paused after 40 emails: 3 of the last 25 went to … Of its recipients: 60 % valid, 40 % unverified. …` */
export function brakeSentence({ sent, bounced, of, verdicts }: BrakeFacts): string {
  const shares = verdictShares(verdicts).map(({ verdict, percent }) => `${percent} % ${verdict}`)
  const list = shares.length === 0 ? '' : ` Of its recipients: ${shares.join(', ')}.`
  return `Paused after ${sent} emails: ${bounced} of the last ${of} went to addresses that do not exist.${list} Verify the list again before you resume it.`
}

/** Shares of all recipients, in whole percent. */
export function verdictShares(verdicts: BrakeFacts['verdicts']): { verdict: string; percent: number }[] {
  const all = verdicts.reduce((sum, { count }) => sum + count, 0)
  return verdicts
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => ({ verdict, percent: Math.round((100 * count) / all) }))
}
