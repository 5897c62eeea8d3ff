import { EmailCount } from '../../src/core/search/email-count.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNKNOWN_COMPANY } from './unknown-company.ts'

interface Counted {
  total: number
  personal_emails: number
  generic_emails: number
}

export const emailCount = defineTool({
  name: 'email_count',
  title: 'Count addresses of a domain',
  description:
    'Count the email addresses known for one company: in total, personal and generic, by department and by seniority. ' +
    'Use it before domain_search to see whether a search is worth its credits and which filter would help. ' +
    'Not for the addresses themselves (domain_search). Free. ' +
    'Zeros for an unknown domain mean not crawled yet: a crawl is queued, and meta.crawl shows its progress.',
  input: EmailCount.input,
  required: [],
  output: EmailCount.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(EmailCount, call, raw),
  firstLine: ({ data, meta }) => {
    if (meta['unknown_company'] === true) return UNKNOWN_COMPANY
    const { total, personal_emails: personal, generic_emails: generic } = data as Counted
    return `${total} ${total === 1 ? 'address' : 'addresses'} known: ${personal} personal, ${generic} generic.`
  },
  toolAliases: ['count_emails', 'email-count', 'Email-Count'],
})
