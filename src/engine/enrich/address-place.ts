import timeZoneAt from 'tz-lookup'
import { US_STATE_NAMES } from '../../lib/companies/us-states.ts'
import { cityPlace } from '../../lib/vocabulary/places/city-places.ts'
import type { CityPlace } from '../../lib/vocabulary/places/city-places.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** An address as stored in the index. */
export interface KnownAddress {
  city: string | null
  /** US state code, or a region as written elsewhere. */
  state: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  lat?: number | null
  lng?: number | null
}

/** The address as shown by enrichment. */
export interface PostalPlace {
  /** `Porto, Portugal` */
  location: string | null
  /** `Europe/Lisbon` */
  timeZone: string | null
  /** Hours east of Greenwich on the given day. */
  utcOffset: number | null
  geo: {
    city: string | null
    state: string | null
    stateCode: string | null
    country: string | null
    countryCode: string | null
    lat: number | null
    lng: number | null
  }
}

type Point = Pick<CityPlace, 'latitude' | 'longitude'>

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Coordinates come from the address, otherwise from its city; without them there is no time zone. */
export function addressPlace({ city, state, country, lat, lng }: KnownAddress, now: Date): PostalPlace {
  const stateName = country === 'US' && state !== null ? (ownValue(US_STATE_NAMES, state) ?? null) : null
  const countryName = country === null ? null : (english.of(country) ?? null)
  const listed = city === null || country === null ? null : cityPlace(city, country, stateName === null ? null : state)
  const point = pointOf(lat, lng) ?? listed
  const timeZone = point === null ? null : timeZoneAt(point.latitude, point.longitude)
  return {
    location: [city, stateName, countryName].filter((part) => part !== null).join(', ') || null,
    timeZone,
    utcOffset: timeZone === null ? null : hoursEast(timeZone, now),
    geo: {
      city,
      state: stateName ?? state,
      stateCode: stateName === null ? null : state,
      country: countryName,
      countryCode: country,
      lat: point?.latitude ?? null,
      lng: point?.longitude ?? null,
    },
  }
}

function pointOf(latitude: number | null = null, longitude: number | null = null): Point | null {
  if (latitude === null || longitude === null) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null
}

/** `GMT+05:30` → 5.5 */
function hoursEast(timeZone: string, now: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{1,2}):?(\d{2})?/.exec(offset) ?? []
  return Number(`${sign}1`) * (Number(hours) + Number(minutes) / 60)
}
