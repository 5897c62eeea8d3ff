import { access, chmod, constants, mkdir, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that runs the PostgreSQL server; null is the user that runs Quarry. */
export type ServerAccount = { uid: number; gid: number } | null

/** PostgreSQL's own account if the system has one, or else the account meant to own nothing. */
const PREFERRED_NAMES = ['postgres', '_postgres', 'nobody']

/** Higher values are the wrapped negative ids of some systems, which `chown` refuses. */
const MAX_ID = 2 ** 31 - 1

/**
 * PostgreSQL refuses to run as root, and `initdb` to run as a user without a name. Root therefore uses the owner of the
 * existing cluster (`clusterDir`), or else an existing unprivileged account; no account is ever created.
 * @returns undefined when root finds no such account.
 */
export async function chooseServerAccount(clusterDir: string | null): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return null
  if (clusterDir !== null) {
    const { uid, gid } = await stat(clusterDir)
    if (uid !== 0) return { uid, gid }
  }
  return pickAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''))
}

/** Picks an account from the text of a passwd file (`name:password:uid:gid:…` per line, passwd(5)). */
export function pickAccount(passwd: string): ServerAccount | undefined {
  const accounts = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && uid <= MAX_ID && gid > 0 && gid <= MAX_ID)
  const preferred = PREFERRED_NAMES.map((name) => accounts.find((account) => account.name === name))
  const chosen = preferred.find((account) => account !== undefined) ?? accounts[0]
  return chosen && { uid: chosen.uid, gid: chosen.gid }
}

/** Whether the account may read `path` and pass through every directory above it, judged by the plain mode bits. */
export async function canUse(account: ServerAccount, path: string): Promise<boolean> {
  if (account === null) return access(path, constants.R_OK | constants.X_OK).then(yes, no)
  if (!(await hasBits(account, path, constants.S_IROTH | constants.S_IXOTH))) return false
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    if (!(await hasBits(account, dir, constants.S_IXOTH))) return false
    if (dir === dirname(dir)) return true
  }
}

/** Creates a directory that others may pass through, whatever the umask; leaves an existing one unchanged. */
export async function makeOpenDirectory(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true })
  if (made !== undefined) await chmod(dir, 0o755)
}

async function hasBits(account: { uid: number; gid: number }, path: string, bits: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

const yes = () => true
const no = () => false
