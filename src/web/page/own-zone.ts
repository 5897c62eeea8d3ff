import type { View } from './view.ts'

/** A new campaign keeps the hours of the person who creates it. */
export const inOwnZone = ({ me }: Pick<View, 'me'>): { time_zone?: string } => {
  const zone = me?.login.timeZone ?? null
  return zone === null ? {} : { time_zone: zone }
}
