import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface CustomAttribute {
  id: number
  label: string
  slug: string
}

const ATTRIBUTE = 'id, label, slug'

/** Additions to an account run one after the other: the number of attributes is limited, and slugs are numbered. */
const LOCK = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.customAttributes}, $1)`

const UNIQUE_VIOLATION = '23505'

/** The attributes that an account defines for its leads. */
export const createCustomAttributesStore = (pool: Pool) => ({
  /** Newest first. */
  list: async (accountId: number): Promise<CustomAttribute[]> => {
    const text = `select ${ATTRIBUTE} from leads_custom_attributes where account_id = $1 order by id desc`
    return (await pool.query<CustomAttribute>(text, [accountId])).rows
  },

  slugs: async (accountId: number): Promise<string[]> => {
    const text = 'select slug from leads_custom_attributes where account_id = $1 order by id'
    const query = { name: 'custom-attribute-slugs', text, values: [accountId] }
    return (await pool.query<{ slug: string }>(query)).rows.map(({ slug }) => slug)
  },

  find: async (accountId: number, id: number): Promise<CustomAttribute | null> => {
    const text = `select ${ATTRIBUTE} from leads_custom_attributes where account_id = $1 and id = $2`
    return (await pool.query<CustomAttribute>(text, [accountId, id])).rows[0] ?? null
  },

  /** @param slugOf chooses a slug, given those already taken. */
  add: async (
    accountId: number,
    label: string,
    { slugOf, most, now }: { slugOf: (taken: ReadonlySet<string>) => string; most: number; now: Date },
  ): Promise<{ attribute: CustomAttribute; created: boolean } | 'too_many'> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK, [accountId])
      const known = await client.query<CustomAttribute & { same: boolean }>(
        `select ${ATTRIBUTE}, lower(label) = lower($2) as same from leads_custom_attributes where account_id = $1`,
        [accountId, label],
      )
      const same = known.rows.find((row) => row.same)
      if (same !== undefined) return { attribute: withoutMark(same), created: false }
      if (known.rows.length >= most) return 'too_many'
      const slug = slugOf(new Set(known.rows.map((row) => row.slug)))
      const text = `insert into leads_custom_attributes (account_id, label, slug, created_at) values ($1, $2, $3, $4) returning ${ATTRIBUTE}`
      const { rows } = await client.query<CustomAttribute>(text, [accountId, label, slug, now])
      return { attribute: rows[0] as CustomAttribute, created: true }
    }),

  /** Keeps the slug. Null when there is no such attribute, `taken` when another one has the label. */
  rename: async (accountId: number, id: number, label: string): Promise<CustomAttribute | null | 'taken'> => {
    const text = `update leads_custom_attributes set label = $3 where account_id = $1 and id = $2 returning ${ATTRIBUTE}`
    try {
      return (await pool.query<CustomAttribute>(text, [accountId, id, label])).rows[0] ?? null
    } catch (error) {
      if (errorCode(error) === UNIQUE_VIOLATION) return 'taken'
      throw error
    }
  },

  /** Deletes its values too. */
  remove: async (accountId: number, id: number): Promise<CustomAttribute | null> =>
    inTransaction(pool, async (client) => {
      const text = `delete from leads_custom_attributes where account_id = $1 and id = $2 returning ${ATTRIBUTE}`
      const [removed] = (await client.query<CustomAttribute>(text, [accountId, id])).rows
      if (removed === undefined) return null
      await client.query(
        `update leads set custom_attributes = custom_attributes - $2 where account_id = $1 and custom_attributes ? $2`,
        [accountId, removed.slug],
      )
      return removed
    }),
})

const withoutMark = ({ id, label, slug }: CustomAttribute): CustomAttribute => ({ id, label, slug })
