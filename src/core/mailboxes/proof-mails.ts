import { randomUUID } from 'node:crypto'
import type { Part } from '../../context.ts'

/** Emails that a mailbox sends to another of the account's mailboxes, to show how its mail arrives. */

const PREFIX = '<proof.'

/** An unguessable Message-ID that Quarry recognises when it reads mailboxes. */
export const proofId = (domain: string): string => `${PREFIX}${randomUUID()}@${domain}`.concat('>')

export const isProofId = (messageId: string | null): boolean => messageId?.startsWith(PREFIX) === true

interface Arrival {
  accountId: number
  email: string
}

/** Stores how a proof mail arrived. An unexpected one, or one that came to another address, changes nothing. */
export async function takeProof(
  { store, clock }: Part<'clock', 'sendingDomains'>,
  { accountId, email }: Arrival,
  headerId: string,
  { addresses, signers }: { addresses: readonly string[]; signers: readonly string[] },
): Promise<void> {
  const found = { addresses: [...addresses], signers: [...signers] }
  await store.sendingDomains.proofCame({ accountId, headerId, to: email }, found, clock.now())
}
