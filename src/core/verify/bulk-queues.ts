import type { BulkLease } from '../../db/verify/bulk-queues-store.ts'
import { findMailHosts } from '../../engine/verify/mail-hosts.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** The queues in which addresses of a list wait: before DNS was asked one a domain, then one a group of mail servers. */

/** Where what is not an address waits: nobody has to be asked about it. */
export const SYNTAX_QUEUE = 'syntax'

const DOMAIN = 'domain '
const GROUP = 'mx '

export const domainQueue = (domain: string): string => DOMAIN + domain

export const isDomainQueue = ({ queue }: BulkLease): boolean => queue.startsWith(DOMAIN)

/**
 * Moves the rows behind domains to the queues of their mail servers.
 * @param leases of queues of domains
 * @returns those without mail servers: they stay where they are
 */
export async function joinGroups(context: VerifyNeeds, leases: readonly BulkLease[]): Promise<BulkLease[]> {
  const { needs } = context.verification
  const found = await Promise.all(
    leases.map(async (lease) => ({ lease, hosts: await findMailHosts(needs, lease.queue.slice(DOMAIN.length)) })),
  )
  const moves = Map.groupBy(
    found.flatMap(({ lease: { jobId, queue }, hosts }) =>
      hosts.outcome === 'hosts' ? [{ jobId, queue, into: GROUP + hosts.group }] : [],
    ),
    ({ jobId }) => jobId,
  )
  for (const [jobId, ofJob] of moves) await context.store.bulkQueues.join(jobId, ofJob, context.clock.now())
  return found.filter(({ hosts }) => hosts.outcome !== 'hosts').map(({ lease }) => lease)
}
