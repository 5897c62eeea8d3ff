import { Resolver } from 'node:dns'
import { isIP } from 'node:net'
import { z } from 'zod'
import { isHostAlone } from './own-host-name.ts'

/** The types of environment variables. */

export function integer(fallback: number, min = 0, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
  const wanted = `It must be a whole number ${range}`
  return z.coerce.number<string>(wanted).int(wanted).min(min, wanted).max(max, wanted).default(fallback)
}

export function number(fallback: number) {
  const wanted = 'It must be a number of at least 0'
  return z.coerce.number<string>(wanted).min(0, wanted).default(fallback)
}

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', 'on', 'off', '1', '0'], 'It must be on or off')
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

/** A list in which every item must be valid; `wanted` describes an item. */
export const listSetting = (isRight: (item: string) => boolean, wanted: string) =>
  list.refine((items) => items.every(isRight), `Each item must be ${wanted}`)

/** The address of a service, without a trailing slash. */
export const serviceUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

/** Where to listen. */
export const hostAlone = z
  .string()
  .refine(isHostAlone, 'It must be an IP address or a host name, without a port or brackets')

export const isOrigin = (text: string): boolean => /^https?:/.test(text) && URL.parse(text)?.origin === text

export const isHostName = (text: string): boolean => /^[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?$/i.test(text)

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

/** An address, or the null sender. */
export const isSender = (text: string): boolean => text === '<>' || z.email().safeParse(text).success
