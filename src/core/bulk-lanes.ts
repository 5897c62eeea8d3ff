import type { Context } from '../context.ts'
import { findMailHosts } from '../engine/verify/mail-hosts.ts'
import { verificationDesk } from './verification-desk.ts'

/** The queues in which addresses of a list wait: before DNS was asked one a domain, then one a group of mail servers. */

/** Where what is no address waits: nobody has to be asked about it. */
export const SYNTAX_LANE = 'syntax'

const DOMAIN = 'domain '
const GROUP = 'mx '

export const domainLane = (domain: string): string => DOMAIN + domain

/** The lane of the mail servers behind the lane of a domain; null when there is no better one. */
export async function groupLane(context: Context, lane: string): Promise<string | null> {
  if (!lane.startsWith(DOMAIN)) return null
  const hosts = await findMailHosts(verificationDesk(context).needs, lane.slice(DOMAIN.length))
  return hosts.outcome === 'hosts' ? GROUP + hosts.group : null
}
