import { randomBytes } from 'node:crypto'
import { constants, open, readFile, rename, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { giveSchema } from '../give-schema.ts'
import type { Cluster } from './postgres-cluster.ts'

/** The only database of the embedded server. */
export const DATABASE = 'quarry'

/**
 * Roles of the embedded server. `superuser` created the cluster and is only used to start, prepare and stop the server; `owner`
 * owns the tables and changes them in migrations; `pool` reads and writes rows, and is the role of a running Quarry.
 */
export const ROLES = { superuser: 'quarry', owner: 'quarry_owner', pool: 'quarry_app' } as const

/** Per connection: a query whose sorting would fill the disk fails instead. The owner's migrations have no limit. */
const TEMP_FILE_LIMIT = '2GB'

const HEADER = '# Written by Quarry at each start: changes here are lost.\n'

/**
 * Defines who may use the roles: processes of root and of the user who owns the data directory, as the system identifies them
 * by the socket (peer authentication), and nobody else; so an unprivileged account that runs the server and is shared with
 * other programs gives those no access. Overwrites what an earlier Quarry, or `initdb`, wrote.
 * @returns whether anything changed, so that a running server must read it again.
 */
export async function writeAccessFiles(cluster: Cluster): Promise<boolean> {
  const names = await allowedUsers(cluster)
  const lines = names.flatMap((name) => Object.values(ROLES).map((role) => `quarry "${name}" ${role}\n`))
  // The server cannot look up a user without a name; its socket's directory is closed to everyone else.
  const method = names.length > 0 ? 'peer map=quarry' : 'trust'
  const mapWritten = await replaceFile(cluster, 'pg_ident.conf', HEADER + lines.join(''))
  const rulesWritten = await replaceFile(cluster, 'pg_hba.conf', `${HEADER}local all all ${method}\n`)
  return mapWritten || rulesWritten
}

/** @returns an empty list when this user has no name. */
async function allowedUsers({ dir, account }: Cluster): Promise<string[]> {
  const own = nameOfOurs()
  if (own === null) return []
  // The owner of the directory may connect after root has started the server on it.
  const keeper = account === null || (await stat(dirname(dir))).uid !== account.uid ? null : await nameOf(account.uid)
  return [...new Set(['root', own, ...(keeper === null ? [] : [keeper])])]
}

function nameOfOurs(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

async function nameOf(uid: number): Promise<string | null> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const line = passwd.split('\n').find((each) => Number(each.split(':')[2]) === uid)
  return line?.split(':')[0] ?? null
}

/** For root, the directory belongs to another user: never write through a link in it. */
async function replaceFile({ dir, account }: Cluster, name: string, text: string): Promise<boolean> {
  const path = join(dir, name)
  if ((await readPlain(path)) === text) return false
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
    if (account !== null) await file.chown(account.uid, account.gid)
  } finally {
    await file.close()
  }
  await rename(fresh, path)
  return true
}

async function readPlain(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (file === null) return ''
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/**
 * Creates roles and database if they are missing. A database of an earlier Quarry, which did everything as superuser, is handed
 * over to the owner, entirely or not at all.
 * @param client connected as superuser to the database `postgres`.
 */
export async function prepareDatabase(client: Client, connectionString: string): Promise<void> {
  for (const role of [ROLES.owner, ROLES.pool]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await client.query(`create role ${role} login`)
  }
  const { rowCount: limited } = await client.query('select from pg_roles where rolname = $1 and $2 = any(rolconfig)', [
    ROLES.pool,
    `temp_file_limit=${TEMP_FILE_LIMIT}`,
  ])
  if (limited === 0) await client.query(`alter role ${ROLES.pool} set temp_file_limit = '${TEMP_FILE_LIMIT}'`)
  // So that it can hand over the job queue's tables.
  const { rowCount: members } = await client.query(`select where pg_has_role($1, $2, 'set')`, [ROLES.owner, ROLES.pool])
  if (members === 0) await client.query(`grant ${ROLES.pool} to ${ROLES.owner}`)
  const { rows } = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [DATABASE],
  )
  if (rows.length === 0) await client.query(`create database ${DATABASE} owner ${ROLES.owner}`)
  else if (rows[0]?.owner !== ROLES.owner) await handOver(connectionString)
}

/** The job queue's tables are given to the pool's role: pg-boss keeps them up to date itself. */
async function handOver(connectionString: string): Promise<void> {
  const client = new Client({ connectionString, application_name: 'quarry upgrade' })
  client.on('error', () => {}) // the statement in progress fails as well
  await client.connect()
  try {
    await client.query('begin')
    await giveSchema(client, 'public', ROLES.owner)
    await giveSchema(client, 'pgboss', ROLES.pool)
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'pgboss'`)
    if (rowCount !== 0) await client.query(`alter schema pgboss owner to ${ROLES.owner}`)
    await client.query(`alter database ${DATABASE} owner to ${ROLES.owner}; commit`)
  } finally {
    await client.end()
  }
}
