declare module 'tz-lookup' {
  /** The time zone at a place given in degrees: `Europe/Lisbon`. @throws RangeError outside the earth. */
  export default function timeZoneAt(latitude: number, longitude: number): string
}
