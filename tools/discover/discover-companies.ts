import { Discover } from '../../src/core/discover/discover-companies.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const discoverCompanies = defineTool({
  name: 'discover_companies',
  title: 'Discover companies',
  description:
    'List companies that match filters or one sentence in query, most known addresses first. ' +
    'meta.filters says which filters were applied, meta.not_understood which words were not. ' +
    'Use it to find companies whose domains are not known; page on with meta.filters. ' +
    'Not for facts about one known company (enrich_company) or its people (domain_search). ' +
    'Free; some filters, and other pages than the first, need a premium plan.',
  input: Discover.input,
  output: Discover.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(Discover, call, raw),
  toolAliases: ['discover', 'Discover', 'discover-companies', 'Discover-Companies'],
  rows: { at: '', noun: 'companies', short: ['domain', 'organization', 'emails_count'] },
  untrusted: ['organization'],
})
