import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Call, Part } from '../../context.ts'
import type { LeadsExport } from '../../db/leads/leads-exports-store.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'

/** Links to files that a browser opens without a key: signed, and valid for a quarter of an hour. */

const GOOD_FOR_MS = 15 * MINUTE_MS

/** `expires_at` is when the link expires; the file itself can be requested again. */
export function signedFileLink(
  { config, clock, linkKey }: Pick<Call, 'config' | 'clock' | 'linkKey'>,
  { accountId, id }: Pick<LeadsExport, 'accountId' | 'id'>,
): { url: string; expires_at: string } {
  const until = Math.floor((clock.now().getTime() + GOOD_FOR_MS) / SECOND_MS)
  const sig = signatureOf(linkKey, { accountId, id, until }).toString('base64url')
  return {
    url: `${config.origin}/files/exports/${id}?until=${until}&sig=${sig}`,
    expires_at: new Date(until * SECOND_MS).toISOString(),
  }
}

type Linked = { found: LeadsExport } | { refused: 'unknown' | 'over' }

/** The export that a link names: `over` for a link of ours that has expired, `unknown` for anything we did not sign. */
export async function exportOfLink(
  { store, clock, linkKey }: Part<'clock' | 'linkKey', 'leadsExports'>,
  { id, until, sig }: Record<'id' | 'until' | 'sig', string>,
): Promise<Linked> {
  if (!/^\d{1,15}$/.test(id) || !/^\d{1,12}$/.test(until)) return { refused: 'unknown' }
  const found = await store.leadsExports.findById(Number(id))
  if (found === null) return { refused: 'unknown' }
  const { accountId } = found
  const expected = signatureOf(linkKey, { accountId, id: found.id, until: Number(until) })
  const given = Buffer.from(sig, 'base64url')
  // Only one spelling of a signature is accepted.
  const isOurs =
    given.length === expected.length && timingSafeEqual(given, expected) && given.toString('base64url') === sig
  if (!isOurs) return { refused: 'unknown' }
  return Number(until) * SECOND_MS < clock.now().getTime() ? { refused: 'over' } : { found }
}

function signatureOf(linkKey: string, signed: { accountId: number; id: number; until: number }): Buffer {
  const { accountId, id, until } = signed
  return createHmac('sha256', linkKey).update(`file of an export\n${accountId}\n${id}\n${until}`).digest()
}
