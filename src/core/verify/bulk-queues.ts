import type { BulkLease } from '../../db/verify/bulk-queues-store.ts'
import { findMailHosts } from '../../engine/verify/mail-hosts.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** The queues in which a list's addresses wait: one per domain before DNS is asked, then one per group of mail servers. */

/** For entries that are not addresses, about which no server has to be asked. */
export const SYNTAX_QUEUE = 'syntax'

const DOMAIN = 'domain '
const GROUP = 'mx '

export const domainQueue = (domain: string): string => DOMAIN + domain

export const isDomainQueue = ({ queue }: BulkLease): boolean => queue.startsWith(DOMAIN)

/**
 * Moves the rows of domains to the queues of their mail servers.
 * @param leases of queues of domains
 * @returns those without mail servers, which stay where they are
 */
export async function joinGroups(context: VerifyNeeds, leases: readonly BulkLease[]): Promise<BulkLease[]> {
  const { needs } = context.verification
  const found = await Promise.all(
    leases.map(async (lease) => ({ lease, hosts: await findMailHosts(needs, lease.queue.slice(DOMAIN.length)) })),
  )
  const moves = Map.groupBy(
    found.flatMap(({ lease, hosts }) =>
      hosts.outcome === 'hosts' ? [{ lease, queue: lease.queue, into: GROUP + hosts.group }] : [],
    ),
    ({ lease }) => lease.jobId,
  )
  for (const ofList of moves.values()) {
    const [first] = ofList
    if (first !== undefined) await context.store.bulkQueues.join(first.lease, ofList, context.clock.now())
  }
  return found.filter(({ hosts }) => hosts.outcome !== 'hosts').map(({ lease }) => lease)
}
