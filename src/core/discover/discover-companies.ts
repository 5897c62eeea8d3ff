import { capability } from '../capability/capability.ts'
import { DiscoverOutput, documentedCompanies } from './discover-output.ts'
import { discover, discovering } from './discover.ts'

/** Companies that match filters or a plain-language question, most addresses first; free. */
export const Discover = capability({
  ...discovering,
  name: 'discover_companies',
  output: DiscoverOutput,
  documented: documentedCompanies(DiscoverOutput),
  run: async (call, input, received) => {
    const { data, results, place } = await discover(call, input, received)
    return { data, meta: { results, ...place } }
  },
})
