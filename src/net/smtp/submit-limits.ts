import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Far above what an honest server sends in one turn: a few lines per command. */
const MAX_TURN_BYTES = 65_536
const LOOK_EVERY_MS = 50

export interface SubmitLimits {
  /** From now on, measures what the server sends and how long it takes. */
  begin: (waitMs: number) => void
}

/**
 * Closes a connection whose server sends more in one turn, or takes longer for it, than any honest one. The library limits each
 * reply and each silence, but neither empty lines nor a reply that trickles in.
 */
export function limitTurns(connection: SMTPConnection): SubmitLimits {
  let [endsAt, startedAt] = [Infinity, 0]
  const look = (): void => {
    if (bytesReadOf(connection) - startedAt > MAX_TURN_BYTES || performance.now() > endsAt) connection.close()
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  connection.once('end', () => {
    clearInterval(timer)
    unreadOf(connection).length = 0
  })
  return {
    begin: (waitMs) => {
      startedAt = bytesReadOf(connection)
      endsAt = performance.now() + waitMs
    },
  }
}

/** The library's own list of replies that wait to be read. */
const unreadOf = (connection: SMTPConnection & { _responseQueue?: string[] }): string[] =>
  connection._responseQueue ?? []

const bytesReadOf = ({ _socket: socket }: SMTPConnection): number => (socket ? socket.bytesRead : 0)
