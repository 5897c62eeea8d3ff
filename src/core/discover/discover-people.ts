import { capability } from '../capability/capability.ts'
import { DiscoverPeopleOutput, documentedCompanies } from './discover-output.ts'
import { discover, discovering } from './discover.ts'

/** The same companies, and how many addresses they all have together. */
export const DiscoverPeople = capability({
  ...discovering,
  name: 'discover_people',
  output: DiscoverPeopleOutput,
  documented: documentedCompanies(DiscoverPeopleOutput),
  run: async (call, input, received) => {
    const { data, results, emails, place } = await discover(call, input, received)
    return { data, meta: { results, total_emails: emails, ...place } }
  },
})
