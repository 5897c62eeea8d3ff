/** What a column of a file of people may contain. */
export const PERSON_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'last_name_prefix',
  'second_last_name',
  'full_name',
  'last_first_name',
  'position',
  'phone',
  'linkedin',
  'twitter',
  'country',
  'state',
  'city',
  'left_on',
  'start_date',
  'last_verified',
  'website',
  'company',
  'source_url',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]
