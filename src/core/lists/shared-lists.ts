import { readFile, rm } from 'node:fs/promises'
import type { Stores } from '../../db/stores.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { listFile, SHARED_NAMES, writeWhole } from './list-files.ts'
import type { SharedName } from './list-files.ts'

/** In the database: which lists were fetched, by a digest of each; and each of them. */
const DIGESTS = 'fetched_lists'
const bodyOf = (name: SharedName): string => `fetched_list_${name}`

type Needs = Pick<Stores, 'settings'>

const digestOf = (text: string): string => sha256(text).toString('hex')

/** Puts what is newest here where every machine finds it. */
export async function shareText({ settings }: Needs, name: SharedName, text: string): Promise<void> {
  const digest = digestOf(text)
  if ((await digests({ settings }))[name] === digest) return
  await settings.set(bodyOf(name), text)
  await settings.merge(DIGESTS, { [name]: digest })
}

/** Writes what another machine shared into the data directory of this one; what is there is not read. */
export async function takeSharedLists({ settings }: Needs, dataDir: string): Promise<void> {
  const shared = await digests({ settings })
  for (const name of SHARED_NAMES) {
    const wanted = shared[name]
    const file = listFile(dataDir, name)
    // Rules come from the database alone; lists may have been fetched here before there was one.
    if (wanted === undefined && name === 'technologies') await rm(file, { force: true })
    if (wanted === undefined) continue
    if (digestOf(await readFile(file, 'utf8').catch(() => '')) === wanted) continue
    const text = await settings.get(bodyOf(name))
    if (typeof text === 'string') await writeWhole(file, text)
  }
}

async function digests({ settings }: Needs): Promise<Partial<Record<SharedName, string>>> {
  const stored = (await settings.get(DIGESTS)) as Partial<Record<SharedName, string>> | null
  return stored ?? {}
}
