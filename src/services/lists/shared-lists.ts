import { readFile, rm } from 'node:fs/promises'
import type { Stores } from '../../db/stores.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { listFile, SHARED_NAMES, writeWhole } from './list-files.ts'
import type { SharedName } from './list-files.ts'

/** Setting with a digest of each shared list; the lists have settings of their own. */
const DIGESTS = 'fetched_lists'
const bodyOf = (name: SharedName): string => `fetched_list_${name}`

type Needs = Pick<Stores, 'settings'>

const digestOf = (text: string): string => sha256(text).toString('hex')

/** Puts the newest text in the database, where every machine finds it. */
export async function shareText({ settings }: Needs, name: SharedName, text: string): Promise<void> {
  const digest = digestOf(text)
  if ((await digests({ settings }))[name] === digest) return
  await settings.setWithin(bodyOf(name), text, DIGESTS, { [name]: digest })
}

/**
 * Writes what other machines shared into this machine's data directory; texts already there are not read from the database.
 * @returns whether anything was written
 */
export async function takeSharedLists({ settings }: Needs, dataDir: string): Promise<boolean> {
  const shared = await digests({ settings })
  let isNew = false
  for (const name of SHARED_NAMES) {
    const wanted = shared[name]
    const file = listFile(dataDir, name)
    // Rules come only from the database; lists may have been downloaded here before they were shared.
    if (wanted === undefined && name === 'technologies') await rm(file, { force: true })
    if (wanted === undefined) continue
    if (digestOf(await readFile(file, 'utf8').catch(() => '')) === wanted) continue
    const text = await settings.get(bodyOf(name))
    if (typeof text !== 'string') continue
    await writeWhole(file, text)
    isNew = true
  }
  return isNew
}

async function digests({ settings }: Needs): Promise<Partial<Record<SharedName, string>>> {
  const stored = (await settings.get(DIGESTS)) as Partial<Record<SharedName, string>> | null
  return stored ?? {}
}
