import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { AppError, toAppError } from '../../errors.ts'
import { isRecord } from '../../lib/text/json-record.ts'

/** One of our errors as a protocol error in our words; anything else as a fixed sentence. */
export function protocolErrorOf(thrown: unknown): ProtocolError {
  const error = thrown instanceof AppError ? thrown : toAppError(thrown)
  const code = error.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  const [{ id, details }] = error.errors
  return new ProtocolError(code, `${id}: ${details}`, { id, retry_after_seconds: error.retryAfterSeconds ?? null })
}

/** Passes the id of an error of ours that ends the work to `count`. */
export async function countingErrors<T>(count: (id: string) => void, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (thrown) {
    const data = thrown instanceof ProtocolError && isRecord(thrown.data) ? thrown.data : {}
    if (typeof data['id'] === 'string') count(data['id'])
    throw thrown
  }
}
