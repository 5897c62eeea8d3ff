import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressLists } from '../../engine/classify/address-lists.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'

export type ListName = keyof AddressLists

export const LIST_NAMES: readonly ListName[] = ['disposable', 'webmail', 'forwarder', 'role']

/** Where a fetched list lies; every process and thread of the machine reads it there. */
export const listFile = (dataDir: string, name: ListName): string =>
  join(dataDir, 'lists', name === 'role' ? 'role-words.txt' : `${name}-domains.txt`)

/** A reader sees the old file or the new one, never a part. */
export async function writeWhole(file: string, text: string): Promise<void> {
  makeDirectory(join(file, '..'))
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, text)
  await rename(draft, file)
}
