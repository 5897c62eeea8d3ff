/**
 * A mail server as fast as Node allows, for `bench-verify.ts`: it sends every reply after `DELAY_MS`, and all replies
 * to a packet in one write.
 */
import { createServer, type Socket } from 'node:net'

const delayMs = Number(process.env['DELAY_MS'] ?? '0')
const REPLIES: Readonly<Record<string, string>> = {
  HELO: '250 mx.bench.example\r\n',
  EHLO: '250-mx.bench.example\r\n250-PIPELINING\r\n250-SIZE 35882577\r\n250 ENHANCEDSTATUSCODES\r\n',
  MAIL: '250 2.1.0 Ok\r\n',
  RCPT: '250 2.1.5 Ok\r\n',
  RSET: '250 2.0.0 Ok\r\n',
}

function answer(socket: Socket, chunk: Buffer): void {
  let reply = ''
  const text = chunk.toString('latin1')
  for (let start = 0; start < text.length; start = text.indexOf('\n', start) + 1) {
    const verb = text.slice(start, start + 4).toUpperCase()
    if (verb === 'QUIT') return void socket.end('221 2.0.0 Bye\r\n')
    reply += REPLIES[verb] ?? ''
  }
  if (delayMs === 0) socket.write(reply, 'latin1')
  else setTimeout(() => socket.write(reply, 'latin1'), delayMs)
}

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => answer(socket, chunk))
  socket.write('220 mx.bench.example ESMTP\r\n')
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () => {
  const address = server.address()
  console.log(`listening ${typeof address === 'object' ? address?.port : ''}`)
})
process.on('SIGTERM', () => process.exit(0))
