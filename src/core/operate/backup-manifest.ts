import { createReadStream } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { jsonOrNull } from '../../lib/text/json-record.ts'

const MANIFEST = 'backup.json'
const FORMAT = 1

const Base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)

/** What a backup says about itself; `format` changes when an older Quarry could not read it. */
const Manifest = z.object({
  format: z.literal(FORMAT),
  quarry: z.string(),
  madeAt: z.iso.datetime(),
  /** Of the key that its secrets are sealed with; null if no process had settled one. */
  secretKeyFingerprint: z.string().nullable(),
  /** That key, sealed with the operator's passphrase; null if it was left out. */
  secretKey: z.object({ salt: Base64, nonce: Base64, tag: Base64, body: Base64 }).nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  queueVersion: z.number().nullable(),
  tables: z.array(
    z.object({
      schema: z.enum(['public', 'pgboss']),
      name: z.string(),
      columns: z.array(z.string()),
      file: z.string().regex(/^\w+\.\w+\.copy\.gz$/),
      rows: z.int(),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
})

export type Manifest = z.infer<typeof Manifest>

/** Written last, whole or not at all: without it, there is no backup. */
export async function writeManifest(dir: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const draft = join(dir, `${MANIFEST}.new`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(dir, MANIFEST))
  await syncDirectory(dir)
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync().finally(() => handle.close())
}

/**
 * Reads what a backup says about itself, and checks that its files are as they were written.
 * @throws Error with one sentence if it is incomplete.
 */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(join(dir, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Error(
      `${dir} does not contain a complete backup: ${MANIFEST}, which is written last, is missing. The backup was probably interrupted; make a new one.`,
      { cause },
    )
  })
  const parsed = Manifest.safeParse(jsonOrNull(text))
  if (!parsed.success)
    throw new Error(`${join(dir, MANIFEST)} is damaged or was written by a newer Quarry: use the version that made it.`)
  for (const { file, sha256 } of parsed.data.tables) {
    const sum = await sumOf(join(dir, file)).catch(() => null)
    if (sum !== sha256)
      throw new Error(`${join(dir, file)} is ${sum === null ? 'missing' : 'damaged'}: use another backup.`)
  }
  return parsed.data
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
