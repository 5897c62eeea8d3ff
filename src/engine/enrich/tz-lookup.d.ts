declare module 'tz-lookup' {
  /** The time zone at a place, in degrees: `Europe/Lisbon`. @throws RangeError outside of the earth. */
  export default function timeZoneAt(latitude: number, longitude: number): string
}
