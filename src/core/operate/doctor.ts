/** What the operator does: check, back up, restore, rotate secrets, keep tables small. */

import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import type { Context, Part } from '../../context.ts'
import { reachPort25 } from '../../engine/verify/port-25.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'

/** What one check of `quarry doctor` found, in a sentence that says what to do. */
export interface DoctorFinding {
  name:
    | 'database'
    | 'secret key'
    | 'dns'
    | 'port 25'
    | 'mail name'
    | 'ptr'
    | 'spf'
    | 'disk'
    | 'clock'
    | 'public url'
    | 'mail provider'
    | 'pooler'
    | 'finder'
    | 'time zones'
  state: 'ok' | 'warning' | 'problem'
  sentence: string
}

const GIGABYTE = 1024 ** 3
const LOW_DISK_BYTES = GIGABYTE
/** Certificates, signatures and mail dates tolerate about this much. */
export const MAX_CLOCK_SKEW_MS = 30_000

export async function checkStorage({ store, config }: Part<'config', 'databaseServer'>): Promise<DoctorFinding> {
  const { version, fsync } = await store.databaseServer.version()
  const place = config.databaseUrl === null ? `Quarry's own, in ${config.dataDir}` : 'from DATABASE_URL'
  if (fsync !== 'on')
    return {
      name: 'database',
      state: 'warning',
      sentence: `PostgreSQL ${version} (${place}) runs with fsync off: a power cut loses data.`,
    }
  return {
    name: 'database',
    state: 'ok',
    sentence: `PostgreSQL ${version} (${place}) is running and its schema is up to date.`,
  }
}

export async function checkDns({ dns }: Pick<Context, 'dns'>): Promise<DoctorFinding> {
  await dns.witness.ask()
  const problem = dns.witness.problem()
  if (problem === null) return { name: 'dns', state: 'ok', sentence: 'DNS names resolve.' }
  return { name: 'dns', state: 'problem', sentence: problem }
}

export async function checkPort25({ dns, config }: Pick<Context, 'dns' | 'config'>): Promise<DoctorFinding> {
  if (config.verification.socksUrl !== null)
    return {
      name: 'port 25',
      state: 'ok',
      sentence: 'Mail servers are contacted through the proxy in QUARRY_SMTP_SOCKS_URL.',
    }
  const answer = await reachPort25(dns)
  if (answer === 'open') return { name: 'port 25', state: 'ok', sentence: 'Mail servers can be reached.' }
  const sentence =
    answer === null
      ? 'Not checked: DNS names no well-known mail server to try.'
      : 'Outgoing port 25 is blocked, as on most cloud and home networks: addresses cannot be verified from here and remain unknown. Ask your provider to open it, or set QUARRY_SMTP_SOCKS_URL to a proxy that can reach it.'
  return { name: 'port 25', state: 'warning', sentence }
}

/** Mail servers judge who calls: an unknown greeting and sender get refusals, which show as `unknown`. */
export async function checkMailName({ dns, config }: Pick<Context, 'dns' | 'config'>): Promise<DoctorFinding> {
  const { heloName, sender } = config.verification
  const warning = (sentence: string): DoctorFinding => ({ name: 'mail name', state: 'warning', sentence })
  const { outcome } = await dns.resolveAddresses(heloName)
  if (outcome === 'unknown') return warning(`Not checked: DNS did not answer for ${heloName}.`)
  if (outcome !== 'found') return warning(`The HELO name ${heloName} does not resolve: set QUARRY_SMTP_HELO.`)
  if (sender === '')
    return {
      name: 'mail name',
      state: 'ok',
      sentence: `Mail servers are contacted as ${heloName}, with a null sender.`,
    }
  const takesMail = await dns.resolveMx(sender.slice(sender.lastIndexOf('@') + 1))
  if (takesMail.outcome !== 'mx' && takesMail.outcome !== 'implicit_mx')
    return warning(
      `${sender}, the envelope sender of checks, cannot receive mail: set QUARRY_SMTP_FROM to an existing mailbox.`,
    )
  return {
    name: 'mail name',
    state: 'ok',
    sentence: `Mail servers are contacted as ${heloName}, with the sender ${sender}.`,
  }
}

export async function checkDisk(config: Config): Promise<DoctorFinding> {
  makeDirectory(config.dataDir)
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = `${((bavail * bsize) / GIGABYTE).toFixed(1)} GB are free in ${config.dataDir}`
  if (bavail * bsize >= LOW_DISK_BYTES) return { name: 'disk', state: 'ok', sentence: `${free}.` }
  return { name: 'disk', state: 'problem', sentence: `Only ${free}: free some space, or set QUARRY_DATA_DIR.` }
}

/** Compares with the database's clock; an embedded database shares ours, so this helps only with a remote one. */
export async function checkClock({ store }: Part<never, 'databaseServer'>): Promise<DoctorFinding> {
  const skewMs = Math.abs((await store.databaseServer.now()).getTime() - Date.now())
  if (new Date().getUTCFullYear() < 2025)
    return {
      name: 'clock',
      state: 'problem',
      sentence: `This machine's clock says ${new Date().getUTCFullYear()}: set it.`,
    }
  if (skewMs <= MAX_CLOCK_SKEW_MS)
    return { name: 'clock', state: 'ok', sentence: `This machine's clock says ${new Date().toISOString()}.` }
  const sentence = `The clocks of this machine and the database differ by ${Math.round(skewMs / 1_000)} seconds: synchronise them with NTP.`
  return { name: 'clock', state: 'problem', sentence }
}
