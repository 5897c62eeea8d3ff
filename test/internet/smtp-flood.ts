import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** SMTP servers that behave until one command, and then answer endlessly. */

export interface SmtpFlood {
  /** The command answered this way, or `greeting`. */
  at: 'greeting' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'mail'
  piece: (index: number) => string
  /** The pause between two pieces; without it they are sent as fast as they are read. */
  pauseMs?: number
}

export interface SmtpFloodServer extends AsyncDisposable {
  port: number
  /** How many bytes clients have read. */
  sent: () => number
  open: () => number
}

export const SMTP_FLOODS: Readonly<Record<string, SmtpFlood>> = {
  'greets in lines without end': { at: 'greeting', piece: (index) => `220-line ${index}\r\n` },
  'greets in one line without end': { at: 'greeting', piece: (index) => (index === 0 ? '220 ' : 'x'.repeat(8_000)) },
  'greets with replies without end': { at: 'greeting', piece: () => '220 ready\r\n' },
  'greets with empty lines without end': { at: 'greeting', piece: () => '\r\n'.repeat(4_000) },
  'names extensions without end': { at: 'EHLO', piece: (index) => `250-X${index}\r\n` },
  'names an extension without end': { at: 'EHLO', piece: (index) => (index === 0 ? '250-' : 'x'.repeat(8_000)) },
  'answers EHLO again and again': { at: 'EHLO', piece: () => '250 ready\r\n' },
  'answers the sender without end': { at: 'MAIL', piece: (index) => `250-line ${index}\r\n` },
  'answers the recipient without end': { at: 'RCPT', piece: (index) => `550-line ${index}\r\n` },
  'answers the recipient in one line without end': {
    at: 'RCPT',
    piece: (index) => (index === 0 ? '550 ' : 'x'.repeat(8_000)),
  },
  'refuses the recipient again and again': { at: 'RCPT', piece: () => '550 5.1.1 unknown\r\n' },
  'answers the recipient with empty lines without end': { at: 'RCPT', piece: () => '\r\n'.repeat(4_000) },
  'asks for the mail without end': { at: 'DATA', piece: (index) => `354-line ${index}\r\n` },
  'takes the mail without end': { at: 'mail', piece: (index) => `250-line ${index}\r\n` },
}

/** @param address any of 127/8 */
export async function startSmtpFlood(
  { at, piece, pauseMs }: SmtpFlood,
  { address = '127.0.0.1', port = 0 }: { address?: string; port?: number } = {},
): Promise<SmtpFloodServer> {
  let sent = 0
  const sockets = new Set<Socket>()
  const pour = async (socket: Socket): Promise<void> => {
    for (let index = 0; !socket.destroyed; index++) {
      const text = piece(index)
      sent += text.length
      if (!socket.write(text, 'latin1')) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      if (pauseMs !== undefined || index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs ?? 0))
    }
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
    const answer = (command: string): void => {
      if (command === at) void pour(socket).catch(() => undefined)
      else socket.write(ANSWERS[command] ?? '250 2.0.0 ok\r\n')
    }
    let [rest, inMail] = ['', false]
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const command = inMail ? 'mail' : line.slice(0, 4).toUpperCase()
        if (inMail && line !== '.') continue
        inMail = command === 'DATA'
        answer(command)
      }
    })
    answer('greeting')
  })
  server.listen(port, address)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    open: () => sockets.size,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const ANSWERS: Readonly<Record<string, string>> = {
  greeting: '220 mx.flood.test ESMTP\r\n',
  DATA: '354 go on\r\n',
  QUIT: '221 bye\r\n',
}
