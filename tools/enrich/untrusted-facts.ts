/** All three only read, and may visit a site to do so. */
export const ENRICH_ANNOTATIONS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: true,
}

export const UNTRUSTED_OF_PERSON = [
  'name',
  'fullName',
  'givenName',
  'familyName',
  'location',
  'title',
  'handle',
  'city',
  'state',
  'says',
]

export const UNTRUSTED_OF_COMPANY = [
  'name',
  'legalName',
  'tags',
  'description',
  'location',
  'streetAddress',
  'streetName',
  'city',
  'state',
  'handle',
]
