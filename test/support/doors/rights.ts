import type { Scope } from '../../../src/context.ts'
import type { Tool } from '../../../src/mcp/tools/define-tool.ts'

/** Also answered without a key, unless the operator has disabled it. */
export const KEYLESS_ROUTES: ReadonlySet<string> = new Set(['get /email-count'])

/**
 * Requests that only query with a body, or cancel what they started themselves, and change no record: a read-only key
 * is enough.
 */
const QUESTIONS: readonly string[] = [
  'delete /apps/:id',
  'post /discover',
  'post /discover/people',
  'post /domain-search',
  'post /email-finder/bulk',
  'delete /email-finder/bulk/:id',
  'post /email-verifier/bulk',
  'delete /email-verifier/bulk/:id',
  'post /research',
  'post /sending-domains/:domain/check',
  'post /sequences/:id/preview',
]

/** Routes that need more than their method implies. */
const MORE: Readonly<Record<string, Scope>> = {
  'post /campaigns/:id/start': 'send',
  'delete /sequences/:id/pause': 'send',
  'post /sequences/:id/resume': 'send',
  'post /sequences/:id/test': 'send',
  'post /sequences/:id/messages/:message_id/resend': 'send',
  'post /sequences/:id/messages/:message_id/mark-sent': 'send',
  'post /conversations/:id/replies/:reply_id/send': 'send',
  'post /conversations/:id/replies/:reply_id/resend': 'send',
  'post /conversations/:id/replies/:reply_id/mark-sent': 'send',
  'post /email-accounts/:id/proof': 'send',
  'post /webhooks': 'send',
  'get /email-accounts/connect/:id': 'write',
  'get /mail-providers': 'operator',
  'get /mail-providers/:name': 'operator',
  'put /mail-providers/:name': 'operator',
  'delete /mail-providers/:name': 'operator',
  'get /suppressions': 'operator',
  'post /suppressions': 'operator',
  'delete /suppressions': 'operator',
}

/** Returns the right that a route of `/v2` needs: GET reads and everything else writes, unless it is listed above. */
export function routeRight(name: string): Scope {
  if (QUESTIONS.includes(name)) return 'read'
  return MORE[name] ?? (name.startsWith('get ') ? 'read' : 'write')
}

/** Tools that cause mail to be sent. */
const SENDING_TOOLS: readonly string[] = ['start_campaign', 'reply', 'set_webhook']

/** Returns the right that a tool needs: one declared as read-only reads. */
export function toolRight({ name, annotations, writes }: Pick<Tool, 'name' | 'annotations' | 'writes'>): Scope {
  if (SENDING_TOOLS.includes(name)) return 'send'
  // A tool that writes only through one argument is available to readers too, without it.
  return annotations.readOnlyHint || writes !== undefined ? 'read' : 'write'
}

/** The routes and tools listed here. */
export const EXCEPTIONS: readonly string[] = [...QUESTIONS, ...Object.keys(MORE), ...SENDING_TOOLS]

/** Routes that answer the documented test key; all others refuse it. */
export const TEST_KEY_ROUTES: ReadonlySet<string> = new Set([
  'get /domain-search',
  'post /domain-search',
  'get /domain-search/found',
  'get /email-finder',
  'get /email-finder/found',
  'get /email-verifier',
])

/** Tools at /mcp that answer it. */
export const TEST_KEY_TOOLS: ReadonlySet<string> = new Set(['domain_search', 'find_email', 'verify_email'])
