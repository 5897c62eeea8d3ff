import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import type { RequestHandler } from 'express'
import { otherMethod } from '../api/other-method.ts'
import { sendFile } from '../api/send-file.ts'
import { newCall } from '../context.ts'
import type { Context, Principal } from '../context.ts'
import { exportOfLink } from '../core/data/signed-file-link.ts'
import { exportFile } from '../core/data/leads-export-rows.ts'
import { principalOf } from '../core/capability/principal-of.ts'

/** Files at signed links: the link is the only right needed. */
export function exportFileRoute(context: Context): Router {
  const router = Router()
  const send: RequestHandler<{ id: string }> = async (request, response) => {
    response.setHeader('Referrer-Policy', 'no-referrer')
    const { until, sig } = request.query
    const link = { id: request.params.id, until: textOf(until), sig: textOf(sig) }
    const reading = { party: `files of ${request.ip ?? ''}`, kind: 'light', signals: [] } as const
    const linked = await context.database.pool.asCaller(reading, () => exportOfLink(context, link))
    if ('refused' in linked) {
      const [status, sentence] = REFUSED[linked.refused]
      response.status(status).type('text/plain').send(`${sentence}\n`)
      return
    }
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const { found } = linked
    const call = newCall(context, {
      principal: readerOf(found.accountId, found.createdAt),
      requestId: randomUUID(),
      signal: gone.signal,
    })
    await sendFile(response, await exportFile(call, found), context)
  }
  router
    .route('/:id')
    .get(send)
    .all(otherMethod(['GET']))
  return router
}

const REFUSED = {
  unknown: [404, 'There is no such file.'],
  over: [410, 'This link has expired. Ask for a new one: export_rows with export_id, or POST /v2/exports.'],
} as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The holder of the link may read this one file of the account. */
const readerOf = (accountId: number, accountCreatedAt: Date): Principal =>
  principalOf({ accountId, userId: 0, via: 'key', plan: 'free', accountCreatedAt, scopes: new Set(['read']) })
