import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Machines that share nothing except the database: each has its data directory, and its key there, in a variable, or
 * not at all.
 */
export interface MachineKey {
  given?: string
  file?: string
}

export const newSecretKey = (): string => randomBytes(32).toString('base64')

/** Creates data directories, and returns the settings of a process on the machine of each. */
export async function machines() {
  const root = await mkdtemp(join(tmpdir(), 'quarry-machines-'))
  let made = 0
  return {
    add: async ({ given = '', file }: MachineKey): Promise<Record<string, string>> => {
      const dataDir = join(root, String(++made))
      await mkdir(dataDir)
      if (file !== undefined) await writeFile(join(dataDir, 'secret.key'), `${file}\n`)
      return { QUARRY_DATA_DIR: dataDir, QUARRY_SECRET_KEY: given, QUARRY_WEBHOOK_ALLOW_PRIVATE: 'true' }
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 10 }),
  }
}
