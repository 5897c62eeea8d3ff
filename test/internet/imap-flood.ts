import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** An IMAP server that behaves until one command, and then sends endlessly, or hardly at all. */

export interface Flood {
  /** The command answered this way: `FETCH`, `LIST`, `SEARCH`, or `greeting`. */
  at: string
  /** One piece of the answer. */
  piece: (index: number) => string
  /** The pause between two pieces; without it they are sent as fast as they are read. */
  pauseMs?: number
  /** How many pieces come before the server says that it is done; endless by default. */
  pieces?: number
}

export interface FloodServer extends AsyncDisposable {
  port: number
  /** How many bytes clients have read. */
  sent: () => number
  open: () => number
}

const ANSWERS: Record<string, (tag: string) => string> = {
  CAPABILITY: (tag) => `* CAPABILITY IMAP4rev1 SPECIAL-USE\r\n${tag} OK done\r\n`,
  LIST: (tag) => `* LIST (\\HasNoChildren) "/" "INBOX"\r\n${tag} OK done\r\n`,
  EXAMINE: (tag) =>
    `* 20000000 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 1000] ok\r\n${tag} OK [READ-ONLY] open\r\n`,
  SEARCH: (tag) => `* SEARCH 1 2 3\r\n${tag} OK done\r\n`,
  LOGOUT: (tag) => `* BYE\r\n${tag} OK done\r\n`,
}

export async function startFloodServer(flood: Flood): Promise<FloodServer> {
  let sent = 0
  const sockets = new Set<Socket>()
  const write = async (socket: Socket, text: string): Promise<void> => {
    sent += text.length
    if (!socket.write(text, 'latin1')) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  const pour = async (socket: Socket, tag: string): Promise<void> => {
    const { piece, pauseMs, pieces = Infinity } = flood
    for (let index = 0; index < pieces && !socket.destroyed; index++) {
      await write(socket, piece(index))
      if (pauseMs !== undefined || index % 100 === 0) await new Promise((resolve) => setTimeout(resolve, pauseMs ?? 0))
    }
    if (!socket.destroyed) await write(socket, `${tag} OK done\r\n`)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
    const over = (): void => undefined
    if (flood.at === 'greeting') pour(socket, '*').catch(over)
    else write(socket, '* OK [CAPABILITY IMAP4rev1 SPECIAL-USE] ready\r\n').catch(over)
    let rest = ''
    socket.on('data', (chunk: Buffer) => {
      if (flood.at === 'greeting') return // the greeting is not finished yet
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...words] = line.toUpperCase().split(' ')
        const command = (words[0] === 'UID' ? words[1] : words[0]) ?? ''
        const answer = ANSWERS[command] ?? ((own: string) => `${own} OK done\r\n`)
        if (command === flood.at && !line.endsWith('"" ""')) pour(socket, tag).catch(over)
        else write(socket, answer(tag)).catch(over)
      }
    })
  })
  server.listen(0, '127.0.0.1')
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

/** Behaviours of hostile servers, each of them endless. */
export const FLOODS: Readonly<Record<string, Flood>> = {
  'greets without end': { at: 'greeting', piece: () => '* OK still here\r\n' },
  'greets in one line without end': { at: 'greeting', piece: () => 'still here '.repeat(1_000) },
  'names capabilities without end': { at: 'LOGIN', piece: (index) => `* CAPABILITY X${index} Y${index}\r\n` },
  'lists folders without end': { at: 'LIST', piece: (index) => `* LIST () "/" "folder/${index}"\r\n` },
  'opens a folder without end': { at: 'EXAMINE', piece: (index) => `* ${index} EXISTS\r\n` },
  'finds without end': { at: 'SEARCH', piece: (index) => `* SEARCH ${index} ${index + 1}\r\n` },
  'finds in one line without end': {
    at: 'SEARCH',
    piece: (index) => (index === 0 ? '* SEARCH 1' : ' 1'.repeat(4_000)),
  },
  'says unasked things without end': { at: 'SEARCH', piece: () => '* OK nothing new\r\n' },
  'sends rows without end': { at: 'FETCH', piece: () => '* 1 FETCH (UID 1 FLAGS (\\Seen))\r\n' },
  'sends whole mails without end': {
    at: 'FETCH',
    piece: (index) => `* 1 FETCH (UID ${index} BODY[HEADER]<0> {30000}\r\n${'x'.repeat(30_000)})\r\n`,
  },
  'sends rows of words without end': {
    at: 'FETCH',
    piece: (index) => (index === 0 ? '* 1 FETCH (UID 1 FLAGS (' : 'word '.repeat(4_000)),
  },
  'sends parts of one row without end': {
    at: 'FETCH',
    piece: (index) => `${index === 0 ? '* 1 FETCH (UID 1' : ''} BODY[${index}] {60000}\r\n${'x'.repeat(60_000)}`,
  },
  'announces a literal of a terabyte': {
    at: 'FETCH',
    piece: (index) => (index === 0 ? '* 1 FETCH (UID 1 BODY[HEADER] {1099511627776}\r\n' : 'x'.repeat(60_000)),
  },
  'answers other commands without end': { at: 'FETCH', piece: (index) => `A${index} OK done\r\n` },
  'goes on after the farewell': { at: 'LOGOUT', piece: () => '* OK not yet\r\n' },
}
