import { Discover } from '../../src/core/discover/discover-companies.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const discoverCompanies = defineTool({
  name: 'discover_companies',
  title: 'Discover companies',
  description:
    'List companies that match filters or one sentence in query, most known addresses first. ' +
    'meta.filters and meta.not_understood say how it was read. ' +
    'Use it to find companies whose domains are not known; page on with meta.filters. ' +
    'Not for facts about one known company (enrich_company) or its people (domain_search). ' +
    'Free; what is marked Premium needs such a plan.',
  input: Discover.input,
  required: [],
  output: Discover.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(Discover, call, raw),
  toolAliases: ['discover', 'Discover', 'discover-companies', 'Discover-Companies'],
  rows: { at: '', noun: 'companies', short: ['domain', 'organization', 'emails_count'] },
  untrusted: ['organization'],
})
