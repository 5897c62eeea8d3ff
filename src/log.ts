import { pino } from 'pino'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { countRepeats } from './lib/process/repeated-lines.ts'
import { terminalLine } from './lib/process/terminal-log.ts'

/** Paths of values that never reach a log. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers["x-api-key"]',
  'req.headers.cookie',
  '*.password',
  '*.api_key',
  '*.key',
]

/** Writes one line of JSON per entry to standard output or another stream; on a terminal, a readable line. */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: SECRETS, censor: '***' },
    serializers: { err: describeError },
    hooks: { logMethod: countRepeats() },
  }
  if (stream.isTTY) return pino(options, { write: (json: string) => void stream.write(terminalLine(json)) })
  if (stream === process.stdout) return pino(options)
  return pino(options, { write: (json: string) => void stream.write(json) })
}

/** Driver errors include their whole connection; a log needs only what happened and where. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? error.code : undefined
  return { name, message, code, stack, ...(cause !== undefined && { cause: describeError(cause) }) }
}
