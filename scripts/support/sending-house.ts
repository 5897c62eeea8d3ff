import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import type { Context, Replacements } from '../../src/context.ts'
import { createFirstKey } from '../../src/core/accounts/issue-keys.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A separate database with one account, for measuring what mailboxes send; mail servers on loopback are allowed. */
export interface SendingHouse extends AsyncDisposable {
  context: Context
  /** The settings with which a separate process works on the same database. */
  settings: Record<string, string>
  /** Returns the same database as another process would see it, with its own clock if required. */
  join: (replace?: Replacements) => Promise<Context>
}

export async function openSendingHouse(replace: Replacements = {}): Promise<SendingHouse> {
  const dataDir = await temporaryFolder('quarry-sending-')
  const settings = {
    QUARRY_DATA_DIR: dataDir,
    QUARRY_CRAWL: 'off',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 's').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
    QUARRY_DNS_SERVERS: '127.0.0.1:9', // nothing answers there: no request reaches the internet
  }
  const log = pino({ level: 'silent' })
  const opened: Context[] = []
  const open = async (more: Record<string, string>, replaced: Replacements): Promise<Context> => {
    const context = await createContext(readConfig({ ...settings, ...more }), { log, ...replaced })
    opened.push(context)
    return context
  }
  const context = await open({ QUARRY_ROLE: 'server' }, replace)
  await context.queue.start()
  await createFirstKey(context)
  return {
    context,
    settings,
    join: (replaced = {}) => open({ QUARRY_ROLE: 'worker' }, replaced),
    [Symbol.asyncDispose]: async () => {
      for (const each of opened.toReversed()) await each.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
