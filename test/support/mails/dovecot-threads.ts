import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const IMAP = '/usr/lib/dovecot/imap'
export const HAS_DOVECOT = existsSync(IMAP)

/** The user that reads mail where Dovecot refuses the superuser: Debian's `nobody`. */
const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 }

/**
 * Returns Dovecot's threads for some emails (RFC 5256, REFERENCES), as the inner text of its answer, `(1 2)(3)`. It
 * reads them from a temporary folder, without a server.
 */
export async function dovecotThreads(mails: readonly string[]): Promise<string> {
  const { username, uid, gid } = userInfo()
  const reader = uid === 0 ? NOBODY : { name: username, uid, gid }
  const dir = await mkdtemp(join(tmpdir(), 'dovecot-threads-'))
  try {
    const places = ['', 'Maildir', 'Maildir/cur', 'Maildir/new', 'Maildir/tmp'].map((name) => join(dir, name))
    for (const place of places) {
      await mkdir(place, { recursive: true })
      await own(place, 0o700, reader)
    }
    for (const [index, raw] of mails.entries()) {
      const path = join(dir, 'Maildir/new', `${1_700_000_000 + index}.M${index}.lumen`)
      await writeFile(path, raw)
      await own(path, 0o600, reader)
    }
    const config = join(dir, 'dovecot.conf')
    await writeFile(config, configOf(dir, reader.name))
    await own(config, 0o600, reader)
    const asked = String.raw`printf 'a select INBOX\r\nb thread REFERENCES UTF-8 ALL\r\nc logout\r\n'`
    const env = { PATH: process.env['PATH'], USER: reader.name, HOME: dir }
    // `runuser` is not in every PATH.
    const as = uid === 0 ? { uid: reader.uid, gid: reader.gid } : {}
    const command = ['-c', `${asked} | ${IMAP} -c ${config}`]
    const { stdout } = await promisify(execFile)('sh', command, { ...as, env, cwd: dir, timeout: 60_000 })
    return /^\* THREAD (.*?)\r?$/m.exec(stdout)?.[1] ?? ''
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function own(path: string, mode: number, { uid, gid }: typeof NOBODY): Promise<void> {
  await chmod(path, mode)
  if (userInfo().uid === 0) await chown(path, uid, gid)
}

const configOf = (dir: string, name: string): string =>
  `base_dir=${dir}/run\nstate_dir=${dir}/state\nlog_path=${dir}/log\nmail_location=maildir:${dir}/Maildir
default_internal_user=${name}\ndefault_login_user=${name}\nfirst_valid_uid=1\nfirst_valid_gid=1\nssl=no\n`
