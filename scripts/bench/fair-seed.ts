import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Pool } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { seedIndex } from './bench-seed.ts'
import { COMPANY_COLUMNS, companyLines } from './company-rows.ts'
import { seedLeads } from './leads-seed.ts'

export interface FairSizes {
  companies: number
  /** 50,000 of them at `large.example`. */
  addresses: number
  leads: number
}

/** Inserts companies and addresses for everybody, and leads of the first account; the schema and the account exist already. */
export async function seedFair(connectionString: string, { companies, addresses, leads }: FairSizes): Promise<void> {
  const pool = new Pool({ connectionString, max: 1, options: '-c synchronous_commit=off' })
  const client = await pool.connect()
  await pipeline(
    Readable.from(companyLines(companies)),
    client.query(copyFrom(`copy companies (${COMPANY_COLUMNS}) from stdin`)),
  )
  client.release()
  await seedIndex(pool, addresses)
  await seedLeads(pool, leads)
  // As in a database that was not filled just now.
  await pool.query('vacuum (analyze)')
  await pool.query('checkpoint')
  await pool.end()
}
