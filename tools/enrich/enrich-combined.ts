import { estimateOf } from '../../src/core/billing/estimates.ts'
import { ENRICHMENT_PRICE } from '../../src/core/enrich/enrich-lookups.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { EnrichCombined } from '../../src/core/enrich/enrich-combined.ts'
import { EnrichCombinedOutput } from '../../src/core/enrich/enrich-output.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { ENRICH_ANNOTATIONS, UNTRUSTED_OF_COMPANY, UNTRUSTED_OF_PERSON } from './untrusted-facts.ts'

const OutputOfBoth = EnrichCombinedOutput.extend({ meta: EnrichCombinedOutput.shape.meta.omit({ sources: true }) })

export const enrichCombined = defineTool({
  name: 'enrich_combined',
  title: 'Enrich person and company',
  description:
    'Look up one person and the company of their address, in one answer. ' +
    'Use it when both matter: it costs as much as one of the two. Not for the company alone (enrich_company). ' +
    'Costs 0.2 credits when the person is found, 0 otherwise. An unknown company has null fields; an unknown person is an error.',
  input: EnrichCombined.input.omit({ clearbit_format: true, include: true }),
  required: [],
  output: OutputOfBoth,
  annotations: ENRICH_ANNOTATIONS,
  run: (call, raw) => perform(EnrichCombined, call, { ...(raw as object), include: ['locations'] }),
  records: ['person', 'company'],
  spends: {
    estimate: (call) => estimateOf(call, { kind: 'combined', price: ENRICHMENT_PRICE, most: 1, unit: 'person found' }),
  },
  unlisted: true,
  toolAliases: ['enrich-combined', 'Enrich-Combined', 'combined_find', 'Combined-Enrichment'],
  untrusted: [...new Set([...UNTRUSTED_OF_PERSON, ...UNTRUSTED_OF_COMPANY])],
})
