import type { Connection, FieldDef, Pool, Submittable } from 'pg'

/** A column that a statement returns. */
export interface ResultColumn {
  name: string
  /** The kind of its values in JavaScript: `number`, `Date`, `string[]`, `json`; the name of the type if it is unknown. */
  kind: string
  /** Whether it is a nullable column of one of Quarry's tables, and the statement does not exclude null. */
  isNullable: boolean
}

/** Asks what a statement returns, without running it. */
class Describe implements Submittable {
  readonly fields: Promise<FieldDef[]>
  readonly #text: string
  readonly #answer = Promise.withResolvers<FieldDef[]>()
  #found: FieldDef[] = []

  constructor(text: string) {
    this.#text = text
    this.fields = this.#answer.promise
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleParseComplete(): void {}

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#found = fields
  }

  handleError(error: Error): void {
    this.#answer.reject(error)
  }

  handleReadyForQuery(): void {
    this.#answer.resolve(this.#found)
  }
}

/** A value of each type that statements return. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 'true',
  bytea: '',
  date: 'today',
  float4: '1',
  float8: '1',
  int2: '1',
  int4: '1',
  int8: '1',
  json: '{}',
  jsonb: '{}',
  name: '',
  numeric: '1',
  text: '',
  timestamptz: 'now',
  uuid: '00000000-0000-0000-0000-000000000000',
  ...Object.fromEntries(['float8', 'int2', 'int4', 'int8'].map((type) => [`_${type}`, '{1}'])),
  _text: '{a}',
  _timestamptz: '{now}',
}

/** Returns the kinds of values from the driver, with the parsers that Quarry's database sets. */
async function kindsOfTypes(pool: Pool): Promise<Map<string, string>> {
  const selected = Object.entries(SAMPLES).map(([type, text]) => `'${text}'::${type} as ${type}`)
  const { rows } = await pool.query<Record<string, unknown>>(`select ${selected.join(', ')}`)
  return new Map(Object.entries(rows[0] ?? {}).map(([type, value]) => [type, kindOf(value)]))
}

function kindOf(value: unknown): string {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  return typeof value === 'object' ? 'json' : typeof value
}

const TYPES = 'select oid::int as id, typname as name from pg_type'
/** The columns of PostgreSQL's own views are all nullable as far as it says. */
const NULLABLE = `select c.oid::int || ' ' || a.attnum as place, a.attname as name from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relnamespace <> 'pg_catalog'::regnamespace
  where a.attnum > 0 and not a.attnotnull`

/**
 * Describes what statements return.
 * @throws PostgreSQL's error for one that it does not understand
 */
export async function createDescriber(pool: Pool): Promise<(text: string) => Promise<ResultColumn[]>> {
  const kinds = await kindsOfTypes(pool)
  const types = new Map((await pool.query<{ id: number; name: string }>(TYPES)).rows.map(({ id, name }) => [id, name]))
  const { rows } = await pool.query<{ place: string; name: string }>(NULLABLE)
  const nullable = new Map(rows.map(({ place, name }) => [place, name]))
  return async (text) => {
    const client = await pool.connect()
    try {
      const fields = await client.query(new Describe(text)).fields
      return fields.map(({ name, dataTypeID, tableID, columnID }) => {
        const type = types.get(dataTypeID) ?? ''
        const column = nullable.get(`${tableID} ${columnID}`)
        const isNullable = column !== undefined && !new RegExp(String.raw`\b${column} is not null`, 'i').test(text)
        return { name, kind: kinds.get(type) ?? type, isNullable }
      })
    } finally {
      client.release()
    }
  }
}
