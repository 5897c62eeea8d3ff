import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'

/** A file of leads waiting to be imported. */
export interface LeadsUpload {
  accountId: number
  id: number
  name: string | null
  bytes: number
  createdAt: Date
}

const UPLOAD = `account_id as "accountId", id, name, bytes, created_at as "createdAt"`

const BEGIN = `insert into leads_uploads (account_id, name, created_at) values ($1, $2, $3) returning ${UPLOAD}`

const ADD_PIECE = `with counted as (
    update leads_uploads set bytes = bytes + length($4::bytea) where account_id = $1 and id = $2 returning id)
  insert into leads_upload_pieces (account_id, upload_id, place, bytes) select $1, id, $3, $4 from counted returning place`

/** Keeps only the newest, so that repeated uploads do not fill the disk. */
const DROP_OLD = `delete from leads_uploads where account_id = $1 and id not in (
  select id from leads_uploads where account_id = $1 order by id desc limit $2)`

const COMPLETE = `update leads_uploads set complete = true where account_id = $1 and id = $2 returning ${UPLOAD}`

const FIND = `select ${UPLOAD} from leads_uploads where account_id = $1 and id = $2 and complete`

const PIECE = `select bytes from leads_upload_pieces where account_id = $1 and upload_id = $2 and place = $3`

/** Files of leads on their way into an import. */
export const createLeadsUploadsStore = (pool: Pool) => ({
  /** Starts an upload; only `atMost` files of an account are kept. */
  begin: (
    accountId: number,
    name: string | null,
    { atMost, now }: { atMost: number; now: Date },
  ): Promise<LeadsUpload> =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<LeadsUpload>(BEGIN, [accountId, name, now])
      await client.query(DROP_OLD, [accountId, atMost])
      return rows[0] as LeadsUpload
    }),

  /** @returns false when the upload has been deleted meanwhile. */
  addPiece: async ({ accountId, id }: LeadsUpload, place: number, bytes: Buffer): Promise<boolean> =>
    (await pool.query(ADD_PIECE, [accountId, id, place, bytes])).rowCount === 1,

  /** Marks an upload as completely received. @returns null when it has been deleted meanwhile. */
  complete: async ({ accountId, id }: LeadsUpload): Promise<LeadsUpload | null> =>
    (await pool.query<LeadsUpload>(COMPLETE, [accountId, id])).rows[0] ?? null,

  /** Finds a completely received upload. */
  find: async (accountId: number, id: number): Promise<LeadsUpload | null> =>
    (await pool.query<LeadsUpload>(FIND, [accountId, id])).rows[0] ?? null,

  /** Its bytes, piece by piece. */
  read: async function* ({ accountId, id }: LeadsUpload): AsyncGenerator<Uint8Array> {
    for (let place = 0; ; place++) {
      const { rows } = await pool.query<{ bytes: Buffer }>(PIECE, [accountId, id, place])
      if (rows[0] === undefined) return
      yield rows[0].bytes
    }
  },

  remove: async (accountId: number, id: number): Promise<void> => {
    await pool.query('delete from leads_uploads where account_id = $1 and id = $2', [accountId, id])
  },

  /** Drops files older than the date. */
  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from leads_uploads where created_at < $1', [before])
  },
})
