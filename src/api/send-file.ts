import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Context } from '../context.ts'
import type { AnswerFile } from '../core/capability/capability.ts'
import { errorCode } from '../lib/text/error-code.ts'

/**
 * Sends a file while it is generated. An error on the way breaks off the connection, so that the caller sees that the file is
 * incomplete.
 */
export async function sendFile(
  response: Response,
  { name, type, chunks }: AnswerFile,
  { log }: Pick<Context, 'log'>,
): Promise<void> {
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`)
  if (response.req.method === 'HEAD') return void response.end()
  try {
    await pipeline(chunks, response)
  } catch (error) {
    // The reader left.
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE')
      log.error({ err: error }, 'A file could not be sent completely.')
  }
}
