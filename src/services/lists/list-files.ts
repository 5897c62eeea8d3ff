import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressLists } from '../../engine/classify/address-lists.ts'
import { makeDirectory } from '../../lib/settings/make-directory.ts'

export type ListName = keyof AddressLists

export const LIST_NAMES: readonly ListName[] = ['disposable', 'webmail', 'forwarder', 'role']

/** What machines share: downloaded lists, and technology rules. */
export type SharedName = ListName | 'technologies'

export const SHARED_NAMES: readonly SharedName[] = [...LIST_NAMES, 'technologies']

const OTHER_FILES: Partial<Record<SharedName, string>> = {
  role: 'role-words.txt',
  technologies: 'technology-rules.json',
}

/** The file's path; every process and thread on the machine reads it there. */
export const listFile = (dataDir: string, name: SharedName): string =>
  join(dataDir, 'lists', OTHER_FILES[name] ?? `${name}-domains.txt`)

/** A reader sees either the old file or the new one, never part of one. */
export async function writeWhole(file: string, text: string): Promise<void> {
  makeDirectory(join(file, '..'))
  const draft = `${file}.${process.pid}.new`
  await writeFile(draft, text)
  await rename(draft, file)
}
