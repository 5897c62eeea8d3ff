import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns the key of a new account on a database that Quarry has opened before. */
export async function secondKey(connectionString: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: connectionString, QUARRY_LOG_LEVEL: 'silent' }
  const argv = ['src/cli.ts', 'accounts', 'create', '--plan', 'unlimited']
  const { stdout } = await promisify(execFile)(process.execPath, argv, { env })
  const key = /qry_[\w-]+/.exec(stdout)?.[0]
  if (key === undefined) throw new Error(`No key was shown: ${stdout}`)
  return key
}
