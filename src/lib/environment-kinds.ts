import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { z } from 'zod'

/** The kinds of values that variables of the environment have. */

export const integer = (fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce.number<string>().int().min(min).max(max).default(fallback)

export const number = (fallback: number) => z.coerce.number<string>().min(0).default(fallback)

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', 'on', 'off', '1', '0'])
    .transform((word) => word === 'true' || word === 'on' || word === '1')
    .default(fallback)

export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )

/** A list whose every item has to be right; `wanted` says what an item is. */
export const listOf = (isRight: (item: string) => boolean, wanted: string) =>
  list.refine((items) => items.every(isRight), `Each item must be ${wanted}`)

/** The address of a service, without a trailing slash. */
export const serviceUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

export const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

export function isNetwork(text: string): boolean {
  const [base = '', bits = '', ...more] = text.split('/')
  const length = isIP(base) === 4 ? 32 : 128
  return isIP(base) !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= length && more.length === 0
}

export function isPortRange(text: string): boolean {
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  return Number(first) >= 1 && Number(first) <= Number(last) && Number(last) <= 65_535
}

export function isNameServer(text: string): boolean {
  try {
    new Resolver().setServers([text])
    return true
  } catch {
    return false
  }
}
