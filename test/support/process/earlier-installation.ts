import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * An installation as Quarry left it at schema 042: a backup written by `quarry backup` of that time, and its answers at
 * that moment. Invented companies and people, mailboxes with sealed passwords, campaigns in every state, waiting jobs.
 */
export interface EarlierInstallation {
  /** The time of its answers. */
  now: string
  /** API keys by what they are allowed to do. */
  keys: Record<string, string>
  /** The files of the backup in base64, by name. */
  backup: Record<string, string>
  calls: RecordedCall[]
  commands: { args: string[]; code: number; stdout: string }[]
}

/** A request to `/v2`, `/mcp` or a link in an email, and its answer. */
export interface RecordedCall {
  /** One of `keys`; null without a key. */
  as: string | null
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  status: number
  answerHeaders: Record<string, string>
  text: string
}

/** Seals the secret key in the backup. */
export const PASSPHRASE = 'correct horse battery'

const FILE = join(import.meta.dirname, '../../process/fixtures/installation-of-schema-042.json.gz')

export async function readEarlierInstallation(): Promise<EarlierInstallation> {
  return JSON.parse(gunzipSync(await readFile(FILE)).toString()) as EarlierInstallation
}

/** Writes the backup to a directory. */
export async function unpackBackup({ backup }: EarlierInstallation, dir: string): Promise<void> {
  await mkdir(dir)
  for (const [name, bytes] of Object.entries(backup)) await writeFile(join(dir, name), bytes, 'base64')
}

/** Repeats a recorded call. */
export async function repeatCall(origin: string, { keys }: EarlierInstallation, call: RecordedCall) {
  const key = call.as === null ? undefined : keys[call.as]
  const response = await fetch(origin + call.path, {
    method: call.method,
    redirect: 'manual',
    headers: {
      ...(key !== undefined && { 'x-api-key': key }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  })
  const named = Object.keys(call.answerHeaders).map((name) => [name, response.headers.get(name)])
  return { status: response.status, answerHeaders: Object.fromEntries(named) as unknown, text: await response.text() }
}
