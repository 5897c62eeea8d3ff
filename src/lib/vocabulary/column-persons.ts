/** What programs call the person of a row, before the name of a column: `Registrant Email`, `contact_title`. */
export const COLUMN_PERSONS: readonly string[] =
  'contact person lead attendee registrant participant employee prospect delegate member customer'.split(' ')
