import { FindEmail } from '../../src/core/search/find-email.ts'
import { estimateOf } from '../../src/core/billing/estimates.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNKNOWN_COMPANY } from './unknown-company.ts'

export const findEmail = defineTool({
  name: 'find_email',
  title: 'Find an email address',
  description:
    'Find the most likely work address of one named person at one company, and check it with the mail server. ' +
    'Use it when name and company are known. ' +
    'Not for a list of people (domain_search) or for an address already known (verify_email). ' +
    'Costs 1 credit when an address is found, 0 otherwise. ' +
    'score is the probability in percent that it is theirs; if the server accepts every address, nothing confirms it, ' +
    'and meta.alternatives lists the next best. A miss is empty, not an error.',
  input: FindEmail.input.omit({ include: true }),
  required: [],
  output: FindEmail.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(FindEmail, call, raw),
  spends: { estimate: (call) => estimateOf(call, { kind: 'find_email', price: 1, most: 1, unit: 'address found' }) },
  parameterAliases: { name: 'full_name', linkedin_url: 'linkedin_handle', linkedin: 'linkedin_handle' },
  toolAliases: ['email-finder', 'Email-Finder', 'find-email'],
  firstLine: ({ data, meta }) => foundLine(data as Found, meta),
  untrusted: ['company', 'first_name', 'last_name', 'position', 'twitter', 'linkedin_url', 'says'],
  answersTestKey: true,
})

interface Found {
  email: string | null
  score: number | null
  domain: string | null
}

function foundLine(
  { email, score, domain }: Found,
  { reason, running, params }: { reason?: string; running?: boolean; params?: { company: string | null } },
): string | null {
  if (running === true) return null
  if (domain === null && typeof params?.company === 'string') return UNKNOWN_COMPANY
  if (email === null) return `No address was found${typeof reason === 'string' ? `: ${reason}` : ''}.`
  return `An address was found, score ${score}.`
}
