import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Files at a URL: what the server sends is read, and what it does not is reported with the reason. */

const BROKEN_OFF = 'name,website\nEbbmark,ebbmark.example\n'
const answers: Record<string, RequestListener> = {
  '/whole.csv': (_, response) => response.end(BROKEN_OFF),
  '/broken-off.csv': (_, response) => {
    response.writeHead(200, { 'content-length': 1_000 })
    response.write(BROKEN_OFF, () => response.destroy())
  },
  '/broken-often.csv': inPieces('"one"', '"one"'),
  '/broken-and-replaced.csv': inPieces('"one"', '"two"'),
  '/circle.csv': (_, response) => response.writeHead(302, { location: '/circle.csv' }).end(),
  '/private.csv': (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/file.csv' }).end(),
}
/** Sends 20 bytes at a time, breaks off, and tells later callers with what the file is tagged by then. */
function inPieces(first: string, later: string): RequestListener {
  const file = Buffer.from(BROKEN_OFF)
  return ({ headers }, response) => {
    const begin = headers['if-range'] === later ? Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0) : 0
    response.writeHead(begin === 0 ? 200 : 206, {
      etag: headers['if-range'] === undefined ? first : later,
      'content-length': file.length - begin,
      'content-range': `bytes ${begin}-${file.length - 1}/${file.length}`,
    })
    const piece = file.subarray(begin, begin + 20)
    if (begin + piece.length === file.length) response.end(piece)
    else response.write(piece, () => response.destroy())
  }
}
const server = createServer((request, response) => {
  const answer = answers[request.url ?? '']
  if (answer === undefined) response.writeHead(403).end()
  else answer(request, response)
})

let app: TestApp
let origin: string
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8' } })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.close()
  await app[Symbol.asyncDispose]()
})

const importOf = (source: string) =>
  importCompanies(app.context, {
    source,
    columns: {},
    dryRun: true,
    priority: false,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })

test('a file at a URL is read', async () => {
  expect((await importOf(`${origin}/whole.csv`)).figures).toMatchObject({ rows: 1 })
})

test('a download that breaks off is continued where it stopped', async () => {
  expect((await importOf(`${origin}/broken-often.csv`)).figures).toMatchObject({ rows: 1, rejected: 0 })
})

test.each([
  ['/none.csv', 'The server answered with status 403.'],
  ['/broken-off.csv', 'The server cannot be reached or closed the connection.'],
  ['/broken-and-replaced.csv', 'The server cannot be reached or closed the connection.'],
  ['/circle.csv', 'The URL is not valid, redirects too often, or redirects to an invalid one.'],
  ['/private.csv', 'The URL leads to a private address; QUARRY_ALLOWED_NETWORKS allows these.'],
])('%s is refused, with the reason', async (path, reason) => {
  const source = origin + path
  await expect(importOf(source)).rejects.toThrow(`"${source}": ${reason}`)
})

test('a URL without a host, and one where no server listens, are refused with the reason', async () => {
  await expect(importOf('http://')).rejects.toThrow('"http://": The URL is not valid')
  await expect(importOf('http://127.0.0.1:1/file.csv')).rejects.toThrow('The server cannot be reached')
})
