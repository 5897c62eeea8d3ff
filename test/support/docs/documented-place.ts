import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Internet } from '../../internet/internet.ts'
import { startReceivingServer } from '../../internet/receiving-server.ts'
import { crawling } from '../app.ts'
import type { TestApp } from '../app.ts'
import type { TestDatabase } from '../database.ts'
import { httpPage, inMembers, warcRecord } from '../records/made-archive.ts'
import { openShell } from './quarry-shell.ts'
import type { Ran } from './quarry-shell.ts'

/** Where lines of the documentation are run: a folder with the files they name, and stand-ins for words like FILE. */
export interface DocumentedPlace extends AsyncDisposable {
  /** Runs one line as a shell would. */
  type: (line: string) => Promise<Ran>
}

const PAGE = httpPage(
  '<h1>Lumenworks</h1><p>Ada Birch, Head of Sales, <a href="mailto:ada.birch@lumenworks.test">mail</a></p>',
)

const ARCHIVE = inMembers([warcRecord({ uri: 'http://lumenworks.test/', date: '2026-03-01T00:00:00Z', block: PAGE })])

/** What an index of a crawl contains. */
const INDEX = `test,lumenworks)/ 20260301000000 ${JSON.stringify({
  url: 'http://lumenworks.test/',
  mime: 'text/html',
  status: '200',
  length: String(ARCHIVE.length),
  offset: '0',
  filename: 'archive.warc.gz',
})}\n`

const FILES: Readonly<Record<string, string | Buffer>> = {
  'addresses.csv': 'email\nnobody at all\n',
  'leads.csv': 'email,first_name\nada.birch@lumenworks.test,Ada\n',
  'people.csv': 'email,name,title\nada.birch@lumenworks.test,Ada Birch,Head of Sales\n',
  'companies.csv': 'domain,name,country\nlumenworks.test,Lumenworks,IE\n',
  'archive.warc.gz': ARCHIVE,
  'index.cdxj': INDEX,
}

/** Which file a command reads where the documentation says FILE. */
const FILE_OF: readonly (readonly [RegExp, string])[] = [
  [/ verify /, 'addresses.csv'],
  [/ import leads /, 'leads.csv'],
  [/ import people /, 'people.csv'],
  [/ import companies /, 'companies.csv'],
  [/ import warc /, 'archive.warc.gz'],
  [/ import crawl /, 'index.cdxj'],
]

/** @param server where curl sends requests; without one, lines with curl cannot be run */
export async function documentedPlace(
  database: TestDatabase,
  internet: Internet,
  server: TestApp | null,
): Promise<DocumentedPlace> {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-documented-'))
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(dir, name), content)
  const mailServer = await startReceivingServer()
  const env = {
    ...crawling(internet),
    DATABASE_URL: database.connectionString,
    QUARRY_DATA_DIR: join(dir, 'data'),
    QUARRY_LOCAL_SUFFIXES: 'test,example',
    QUARRY_SECRET_KEY: Buffer.alloc(32, 'k').toString('base64'),
    QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
  }
  const shell = openShell(env, dir)
  const words = (line: string, { id, client }: Ids): Readonly<Record<string, string>> => ({
    DOMAIN: 'lumenworks.test',
    EMAIL: 'ada.birch@lumenworks.test',
    SUBJECT: 'gone@lumenworks.test',
    NAME: 'Ada',
    DIR: 'kept --without-key',
    CLIENT: client,
    PLAN: 'growth',
    ROLE: 'member',
    URL: 'https://app.example/callback',
    TEXT: 'asked-again',
    FILE: FILE_OF.find(([command]) => command.test(line))?.[1] ?? 'no-such-file',
    'HOST:PORT': `127.0.0.1:${mailServer.port} --smtp-security none`,
    ID: id,
  })
  const newest = async (what: string): Promise<string> => {
    const { out } = await shell.quarry(what, 'list', '--json')
    return String((JSON.parse(out) as { id: number }[]).at(-1)?.id ?? 1)
  }
  const idFor = async (line: string): Promise<string> => {
    if (/ answers /.test(line)) return / answers show /.test(line) ? newConversation(database) : ''
    if (!/ ID\b/.test(line)) return ''
    if (/ keys /.test(line)) return newest('keys')
    return newest(/ mailbox /.test(line) ? 'mailbox' : 'accounts')
  }
  const newClient = async (): Promise<string> => {
    const { out } = await shell.quarry('apps', 'add', '--name', 'Host', '--redirect', 'https://host.example/', '--json')
    return (JSON.parse(out) as { client_id: string }).client_id
  }
  const filledIn = async (line: string): Promise<string> => {
    const client = / CLIENT\b/.test(line) ? await newClient() : ''
    return fill(line, words(line, { id: await idFor(line), client }))
  }
  return {
    type: async (line) => {
      if (!line.startsWith('bin/quarry ')) return typeInShell(atServer(line, server), dir, server?.key ?? '')
      const full = await filledIn(line)
      // A user who can sign in exists only during the lines about users: the others are for the time before.
      await using _ = await somebody(database, /^bin\/quarry users (?:reset|operator) /.test(line))
      return await shell.quarry(...(await wordsOf(full.slice('bin/quarry '.length), dir)))
    },
    [Symbol.asyncDispose]: async () => {
      await mailServer.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function somebody({ pool }: TestDatabase, isThere: boolean): Promise<AsyncDisposable> {
  if (isThere)
    await pool.query(`with made as (insert into logins (email) values ('ada.birch@lumenworks.test') returning id)
      insert into users (account_id, login_id) select accounts.id, made.id from accounts, made order by 1 limit 1`)
  return {
    [Symbol.asyncDispose]: async () => {
      if (isThere)
        await pool.query(`with gone as (delete from logins where email = 'ada.birch@lumenworks.test' returning id)
          delete from users where login_id in (select id from gone)`)
    },
  }
}

interface Ids {
  id: string
  client: string
}

async function newConversation({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{
    id: number
  }>(`insert into conversations (account_id, email, last_at, last_direction)
    select min(id), 'ada.birch@lumenworks.test', now(), 'in' from accounts returning id`)
  return String(rows[0]?.id ?? '')
}

/** Removes what may be left out (`[--list NAME]`); a word in capitals must have a stand-in. */
function fill(line: string, words: Readonly<Record<string, string>>): string {
  const needed = line.replaceAll(/ ?\[-[^\]]*\]/g, '').replaceAll('…', '')
  return needed.replaceAll(/(?<=\s)[A-Z]{2,}(?::[A-Z]+)?(?=\s|$)/g, (word) => {
    const found = words[word]
    if (found === undefined) throw new Error(`${line}: nothing stands in for ${word}; add it to documented-place.ts.`)
    return found
  })
}

/** A text of only these characters means nothing special to a shell. */
const PLAIN = /^[\w@%+=:,./ -]*$/

/** Splits a line as a shell would, which is asked only if it could read more than the text says. */
async function wordsOf(text: string, dir: string): Promise<string[]> {
  if (PLAIN.test(text)) return text.split(' ').filter((word) => word !== '')
  const { out } = await typeInShell(`printf '%s\\0' ${text}`, dir, '')
  return out.split('\0').slice(0, -1)
}

const atServer = (line: string, server: TestApp | null): string =>
  line
    .replaceAll(/http:\/\/(?:localhost|127\.0\.0\.1):3000/g, server?.origin ?? 'http://127.0.0.1:1')
    .replace(/^curl /, 'curl --silent --show-error --fail-with-body ')

async function typeInShell(line: string, cwd: string, key: string): Promise<Ran> {
  const env = { PATH: process.env['PATH'], QUARRY_KEY: key }
  const done = promisify(execFile)('/bin/sh', ['-c', line], { cwd, env })
  return done.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      out: stdout,
      err: stderr,
    }),
  )
}
