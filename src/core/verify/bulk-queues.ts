import type { BulkTurn } from '../../db/verify/bulk-queues-store.ts'
import { findMailHosts } from '../../engine/verify/mail-hosts.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** The queues in which addresses of a list wait: before DNS was asked one a domain, then one a group of mail servers. */

/** Where what is not an address waits: nobody has to be asked about it. */
export const SYNTAX_QUEUE = 'syntax'

const DOMAIN = 'domain '
const GROUP = 'mx '

export const domainQueue = (domain: string): string => DOMAIN + domain

export const isDomainQueue = ({ queue }: BulkTurn): boolean => queue.startsWith(DOMAIN)

/**
 * Moves the rows behind domains to the queues of their mail servers.
 * @param turns of queues of domains
 * @returns those without mail servers: they stay where they are
 */
export async function joinGroups(context: VerifyNeeds, turns: readonly BulkTurn[]): Promise<BulkTurn[]> {
  const { needs } = context.verification
  const found = await Promise.all(
    turns.map(async (turn) => ({ turn, hosts: await findMailHosts(needs, turn.queue.slice(DOMAIN.length)) })),
  )
  const moves = Map.groupBy(
    found.flatMap(({ turn, hosts }) =>
      hosts.outcome === 'hosts' ? [{ turn, queue: turn.queue, into: GROUP + hosts.group }] : [],
    ),
    ({ turn }) => turn.jobId,
  )
  for (const ofList of moves.values()) {
    const [first] = ofList
    if (first !== undefined) await context.store.bulkQueues.join(first.turn, ofList, context.clock.now())
  }
  return found.filter(({ hosts }) => hosts.outcome !== 'hosts').map(({ turn }) => turn)
}
