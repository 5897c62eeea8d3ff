/** Terms of the documented API that several parts share. */

export const SENIORITIES = ['junior', 'senior', 'executive'] as const
export type Seniority = (typeof SENIORITIES)[number]

/** The departments by which email counts are broken down. */
export const COUNTED_DEPARTMENTS = [
  'executive',
  'it',
  'finance',
  'management',
  'sales',
  'legal',
  'support',
  'hr',
  'marketing',
  'communication',
  'education',
  'design',
  'health',
  'operations',
] as const

/** All departments an address may belong to. */
export const DEPARTMENTS = [
  ...COUNTED_DEPARTMENTS,
  'product',
  'research',
  'consulting',
  'administrative',
  'procurement',
] as const
export type Department = (typeof DEPARTMENTS)[number]

/** Verification results as a search shows them; webmail and disposable appear as unknown. */
export const SHOWN_VERIFICATIONS = ['valid', 'accept_all', 'unknown'] as const

/** Whether a person is still with a company. */
export const AFFILIATIONS = ['current', 'likely', 'former', 'unknown'] as const
