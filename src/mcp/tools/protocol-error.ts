import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { AppError, toAppError } from '../../errors.ts'

/** An error of ours as a protocol error, in our words; anything else as a fixed sentence. */
export function protocolErrorOf(thrown: unknown): ProtocolError {
  const error = thrown instanceof AppError ? thrown : toAppError(thrown)
  const code = error.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  const [{ id, details }] = error.errors
  return new ProtocolError(code, `${id}: ${details}`, { id, retry_after_seconds: error.retryAfterSeconds ?? null })
}
