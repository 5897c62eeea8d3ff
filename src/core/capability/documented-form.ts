import { z } from 'zod'

/** An answer of ours in the form of the documented API: what `/v2` sends and describes. */
export interface Documented<Output> {
  output: z.ZodType
  /** @param sent the parameters as sent: some ask for more than the documented keys. */
  of: (
    answer: Output,
    sent: Readonly<Record<string, unknown>>,
  ) => Omit<Output, 'data' | 'meta'> & { data: unknown; meta: Record<string, unknown> }
}

type Shape = z.ZodObject<{ data: z.ZodObject; meta: z.ZodObject }>

interface Told {
  data: { accept_all?: boolean | null | undefined; email?: string | null | undefined }
  meta: Record<string, unknown>
}

/**
 * The documented `accept_all` is a boolean, false until known to be true; Quarry's own null means unknown, and `meta.unknown`
 * then names the field. A finder's answer without an `email` keeps its null.
 */
export const documentedAcceptAll = <Schema extends Shape>(output: Schema): Documented<z.output<Schema>> => ({
  output: output.extend({
    data: output.shape.data.extend({ accept_all: booleanFor(output.shape.data) }),
    meta: output.shape.meta.extend({ unknown: z.array(z.literal('accept_all')).optional() }),
  }),
  of: (answer) => {
    const { data, meta } = answer as Told
    if (data.accept_all !== null || data.email === null) return answer
    return { ...answer, data: { ...data, accept_all: false }, meta: { ...meta, unknown: ['accept_all'] } }
  },
})

/** Nullable beside a finder's nullable `email`; optional if absent while a verification runs. */
function booleanFor({ shape }: z.ZodObject): z.ZodType {
  if (shape['email']?.safeParse(null).success === true) return z.boolean().nullable()
  return shape['accept_all']?.safeParse(undefined).success === true ? z.boolean().optional() : z.boolean()
}

/** The same for the rows of a list. */
export const acceptAllOfRow = <Row extends Told['data']>(row: Row): Row =>
  row.accept_all === null ? { ...row, accept_all: false } : row
