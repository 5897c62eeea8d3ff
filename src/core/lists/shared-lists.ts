import { readFile } from 'node:fs/promises'
import type { Stores } from '../../db/stores.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'
import { LIST_NAMES, listFile, writeWhole } from './list-files.ts'
import type { ListName } from './list-files.ts'

/** In the database: which lists were fetched, by a digest of each; and each of them. */
const DIGESTS = 'fetched_lists'
const bodyOf = (name: ListName): string => `fetched_list_${name}`

type Needs = Pick<Stores, 'settings'>

const digestOf = (text: string): string => sha256(text).toString('hex')

/** Puts a list that was fetched here where every machine finds it. */
export async function shareList({ settings }: Needs, name: ListName, text: string): Promise<void> {
  await settings.set(bodyOf(name), text)
  await settings.set(DIGESTS, { ...(await digests({ settings })), [name]: digestOf(text) })
}

/** Writes the lists that another machine fetched into the data directory of this one; those that are there are not read. */
export async function takeSharedLists({ settings }: Needs, dataDir: string): Promise<void> {
  const shared = await digests({ settings })
  for (const name of LIST_NAMES) {
    const wanted = shared[name]
    if (wanted === undefined) continue
    const file = listFile(dataDir, name)
    if (digestOf(await readFile(file, 'utf8').catch(() => '')) === wanted) continue
    const text = await settings.get(bodyOf(name))
    if (typeof text === 'string') await writeWhole(file, text)
  }
}

async function digests({ settings }: Needs): Promise<Partial<Record<ListName, string>>> {
  const stored = (await settings.get(DIGESTS)) as Partial<Record<ListName, string>> | null
  return stored ?? {}
}
