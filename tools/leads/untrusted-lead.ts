/** Fields whose text may be a stranger's: importers and crawled pages fill them. */
export const UNTRUSTED = [
  'first_name',
  'last_name',
  'position',
  'company',
  'company_industry',
  'source',
  'phone_number',
  'twitter',
  'notes',
]
