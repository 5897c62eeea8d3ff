import type { Pool } from 'pg'

const TABLES = `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema')`

/** Returns all rows of all tables as text, including the job queue: what every backup contains. */
export async function dumpDatabase(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(TABLES)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    parts.push(name, ...rows.map(({ text }) => text))
  }
  return parts.join('\n')
}

/** Whether a dump contains the text, as it is or as bytes (hexadecimal, or base64 of any alignment). */
export function dumpShows(dump: string, text: string): boolean {
  const bytes = Buffer.from(text)
  const forms = [text, bytes.toString('hex'), ...[0, 1, 2].map((skipped) => base64Within(bytes.subarray(skipped)))]
  return forms.some((form) => dump.includes(form))
}

/** Removes the last characters, which depend on what follows. */
const base64Within = (bytes: Buffer): string => bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64')
