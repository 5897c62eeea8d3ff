import { perform } from '../../src/core/capability/perform.ts'
import { ResearchCompany } from '../../src/core/research/research-company.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNKNOWN_COMPANY } from '../search/unknown-company.ts'

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
  firstLine: ({ data }) => ((data as { domain: string | null }).domain === null ? UNKNOWN_COMPANY : null),
  toolAliases: ['research-company', 'Research-Company'],
  untrusted: ['name', 'description', 'location', 'first_name', 'last_name', 'position'],
})
