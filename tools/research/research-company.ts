import { perform } from '../../src/core/capability/perform.ts'
import { ResearchCompany } from '../../src/core/research/research-company.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNKNOWN_COMPANY } from '../search/unknown-company.ts'

interface Researched {
  domain: string | null
  addresses: { total: number }
}

interface Undone {
  what: string
  reason: string
}

export const researchCompany = defineTool({
  name: 'research_company',
  title: 'Research a company',
  description:
    'Show in one call what a company is, how many addresses are known, and its key people by department with checked addresses. ' +
    'Use it when a user wants an overview of one company. ' +
    'Not for longer lists of people (domain_search) and not for one named person (find_email). ' +
    'Costs at most max_credits: 0.2 for the profile, 1 for people, 0.5 for each check; anything already paid for is free. ' +
    'It ends within max_seconds; meta.left_out says what was not done and why.',
  input: ResearchCompany.input,
  required: [],
  output: ResearchCompany.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(ResearchCompany, call, raw),
  view: 'people',
  firstLine: ({ data, meta }) => researchLine(data as Researched, meta['left_out'] as readonly Undone[]),
  toolAliases: ['research-company', 'Research-Company'],
  untrusted: ['name', 'description', 'location', 'first_name', 'last_name', 'position'],
})

/** An empty list of people must not read as if nobody were known. */
function researchLine({ domain, addresses: { total } }: Researched, left: readonly Undone[]): string | null {
  if (domain === null) return UNKNOWN_COMPANY
  if (left.length === 0) return null
  const undone = left.map(({ what, reason }) => `${what} (${reason})`).join(', ')
  return `Left out: ${undone}. ${total} ${total === 1 ? 'address is' : 'addresses are'} known.`
}
