/** The words of the documented API that several parts share. */

export const SENIORITIES = ['junior', 'senior', 'executive'] as const
export type Seniority = (typeof SENIORITIES)[number]

/** The departments that email counts break down by. */
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

/** All departments an address may be in. */
export const DEPARTMENTS = [
  ...COUNTED_DEPARTMENTS,
  'product',
  'research',
  'consulting',
  'administrative',
  'procurement',
] as const
export type Department = (typeof DEPARTMENTS)[number]

/** What a search shows of a check; webmail and disposable results show as unknown. */
export const SHOWN_VERIFICATIONS = ['valid', 'accept_all', 'unknown'] as const

/** Whether somebody is with a company still. */
export const AFFILIATIONS = ['current', 'likely', 'former', 'unknown'] as const
