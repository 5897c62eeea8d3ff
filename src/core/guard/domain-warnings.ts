import { z } from 'zod'
import type { Part } from '../../context.ts'
import { ShownFinding, sendingDomainOf } from '../mailboxes/sending-domains.ts'

/** A problem of a domain that a campaign sends from. */
export const DomainWarning = z.object({
  domain: z.string(),
  ...ShownFinding.pick({ code: true, sentence: true, about: true, count: true }).shape,
})
export type DomainWarning = z.output<typeof DomainWarning>

/** Problems found by the last check of the domains, for each of which receivers reject mail. */
export async function domainWarnings(
  { store }: Part<never, 'sendingDomains'>,
  accountId: number,
  mailboxes: readonly string[],
): Promise<DomainWarning[]> {
  const domains = new Set(mailboxes.map((email) => email.slice(email.lastIndexOf('@') + 1)))
  const rows = await store.sendingDomains.list(accountId)
  return rows
    .filter(({ domain, state }) => state === 'not_ready' && domains.has(domain))
    .flatMap((row) =>
      sendingDomainOf(row)
        .findings.filter(({ state }) => state === 'problem')
        .map(({ code, sentence, about, count }) => ({ domain: row.domain, code, sentence, about, count })),
    )
}
