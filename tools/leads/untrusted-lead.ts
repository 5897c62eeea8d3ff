/** Fields that their authors, importers and crawled pages fill. */
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
