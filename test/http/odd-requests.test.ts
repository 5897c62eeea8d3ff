import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { wrongRefusal } from '../support/doors/refusal-check.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Writes raw bytes to the server, and returns what came back until it closed the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(app.origin).port) })
  const chunks: Buffer[] = []
  const closed = Promise.withResolvers<void>()
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined)
  socket.once('close', () => closed.resolve()).write(bytes, 'latin1')
  await closed.promise
  return Buffer.concat(chunks).toString('latin1')
}

const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', `X-API-KEY: ${app.key}`, ...headers, '', body].join(
    '\r\n',
  )

function wrongExchange(answer: string): string[] {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)
  if (status === 0) return [`no answer: ${answer.slice(0, 80)}`]
  if (status < 400) return []
  return wrongRefusal(status, answer.slice(answer.indexOf('\r\n\r\n') + 4), '')
}

const oneLine = (text: string): string => text.replaceAll(/[\r\n ]/g, '?')

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH']

describe('odd requests', () => {
  test('for paths, methods and targets get the envelope', async () => {
    const targets = [
      '/v2/%E0%A4%A',
      '/v2/domain-search%2F',
      '/v2/domain-search/../account',
      '/v2//domain-search',
      '/v2/domain-search/%00',
      '//v2/account',
      '/v2/account;api_key=x',
      'http://other.example/v2/account',
      'http://other.example:99999/v2/account?x=%',
      'HTTP://[::1/v2/account',
      '*',
      '/?',
      `/v2/${'a'.repeat(10_000)}`,
      `/v2${'/a'.repeat(4_000)}`,
      '/v2/account?%',
      '/v2/account?api_key[]=a&api_key[b]=c',
      '/v2/__proto__',
      '/v2/constructor/prototype',
      '/healthz/x',
      '/docs/assets/..%2f..%2fpackage.json',
      '/docs/assets/../../package.json',
      '/.well-known/%',
    ]
    const wrong: string[] = []
    for (const method of METHODS)
      for (const target of targets)
        wrong.push(
          ...wrongExchange(await exchange(request(`${method} ${target}`))).map((w) => `${method} ${target}: ${w}`),
        )
    expect(wrong).toEqual([])
  })

  test('with odd headers and bodies get the envelope', async () => {
    const post = (headers: string[], body: string) =>
      request('POST /v2/domain-search', [...headers, `Content-Length: ${body.length}`], body)
    const cases: Record<string, string> = {
      'a header of 100 kB': request('GET /v2/account', [`X-Long: ${'a'.repeat(100_000)}`]),
      'a query of 100 kB': request(`GET /v2/domain-search?domain=${'a'.repeat(100_000)}`),
      'a thousand headers': request(
        'GET /v2/account',
        Array.from({ length: 1_000 }, (_, i) => `X-${i}: 1`),
      ),
      'an empty type': post(['Content-Type:'], '{}'),
      'an absurd type': post([`Content-Type: ${'a/'.repeat(2_000)}`], '{}'),
      'a type of bytes': post(['Content-Type: \xff\xfe/\x80'], '{}'),
      'two types': post(['Content-Type: text/xml', 'Content-Type: application/json'], '{}'),
      'multipart without a boundary': post(['Content-Type: multipart/form-data'], '--x'),
      'multipart cut off': post(
        ['Content-Type: multipart/form-data; boundary=x'],
        '--x\r\nContent-Disposition: form-data',
      ),
      'a body that claims to be gzip': post(
        ['Content-Type: application/json', 'Content-Encoding: gzip'],
        '{"domain":"a.example"}',
      ),
      'bytes that are no UTF-8': post(['Content-Type: application/json'], '{"domain":"\xff\xfe"}'),
      'a million brackets': post(['Content-Type: application/json'], '['.repeat(1_000_000)),
      'a length that is none': request('POST /v2/domain-search', ['Content-Length: ten'], '{}'),
      'a length and chunks': request(
        'POST /v2/domain-search',
        ['Content-Length: 2', 'Transfer-Encoding: chunked'],
        '{}',
      ),
      'broken chunks': request('POST /v2/domain-search', ['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n'),
      'an odd Accept': request('GET /v2/account', [`Accept: ${';q=,'.repeat(500)}`]),
      'many Accepts': request('GET /v2/account', [`Accept: ${'a/b;q=0.1,'.repeat(1_000)}*/*`]),
      'an odd Authorization': request('GET /v2/account', [`Authorization: Bearer ${' '.repeat(5_000)}`]),
      'an odd request id': request('GET /v2/account', ['X-Request-Id: <\xff>']),
      'an idempotency key of bytes': post(
        ['Content-Type: application/json', 'Idempotency-Key: \xff\x80\xfe'],
        '{"domain":"a.example"}',
      ),
      'an upgrade': request('GET /v2/account', ['Upgrade: websocket']),
      'two hosts': request('GET /v2/account', ['Host: localhost']),
      'a stranger as host': request('GET /v2/account').replace('Host: localhost', 'Host: <>%00'),
      'no HTTP': 'hello\r\n\r\n',
      'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    }
    const wrong: string[] = []
    for (const [name, bytes] of Object.entries(cases))
      wrong.push(...wrongExchange(await exchange(bytes)).map((complaint) => `${name}: ${complaint}`))
    expect(wrong).toEqual([])
  })

  test('that name two hosts, or another one in the target, do not pass for one that is ours', async () => {
    const line = (target: string, hosts: readonly string[]): string =>
      [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join('\r\n')
    const ours = new URL(app.origin).host
    const status = async (bytes: string): Promise<string> => (await exchange(bytes)).slice(9, 12)
    expect(await status(line('/app', [ours, 'other.example']))).toBe('400')
    expect(await status(line('/app', [ours, ours]))).toBe('400')
    expect(await status(line('http://other.example/app', [ours]))).toBe('403')
    expect(await status(line('http://other.example/mcp', [ours]))).toBe('403')
    expect(await status(line(`http://${ours}/app`, ['other.example']))).toBe('303')
    expect(await status(line('/app', [ours]))).toBe('303')
  })

  test('in an encoding other than UTF-8 are refused, and nothing is stored with replaced characters', async () => {
    const body = '{"email":"rene@birch.example","first_name":"Ren\xe9"}'
    const type = 'Content-Type: application/json; charset=ISO-8859-1'
    const answer = await exchange(request('POST /v2/leads', [type, `Content-Length: ${body.length}`], body))
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"malformed_json"[^]*JSON in the request body is not in UTF-8/)
    const form = 'email=rene@birch.example&first_name=Ren%E9'
    const formType = 'Content-Type: application/x-www-form-urlencoded'
    const posted = await exchange(request('POST /v2/leads', [formType, `Content-Length: ${form.length}`], form))
    expect(posted).toMatch(/^HTTP\/1\.1 400 [^]*"malformed_json"[^]*form in the request body is not in UTF-8/)
    const parts = (charset: string) =>
      [
        ['email', '', 'rene@birch.example'],
        ['first_name', charset, 'Ren\xe9'],
      ].map(([name, type, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n${value}\r\n`)
    const multipart = `${parts('').join('')}--b--\r\n`
    const multipartType = 'Content-Type: multipart/form-data; boundary=b'
    const sent = await exchange(
      request('POST /v2/leads', [multipartType, `Content-Length: ${multipart.length}`], multipart),
    )
    expect(sent).toMatch(/^HTTP\/1\.1 400 [^]*"malformed_json"[^]*form in the request body is not in UTF-8/)
    const asked = await exchange(request(`POST /v2/leads?${form}`, ['Content-Length: 0']))
    expect(asked).toMatch(/^HTTP\/1\.1 400 [^]*"wrong_params"[^]*query is not percent-encoded UTF-8/)
    const call = { name: 'save_lead', arguments: { email: 'rene@birch.example', first_name: 'Ren\xe9' } }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    const headers = ['Content-Type: application/json', 'Accept: application/json, text/event-stream']
    const refused = await exchange(request('POST /mcp', [...headers, `Content-Length: ${message.length}`], message))
    expect(refused).toMatch(/^HTTP\/1\.1 400 [^]*-32700[^]*body is not in UTF-8/)
    expect((await app.get('/v2/leads')).body.meta).toMatchObject({ total: 0 })
    const named = `${parts('\r\nContent-Type: text/plain; charset=ISO-8859-1').join('')}--b--\r\n`
    const read = await exchange(request('POST /v2/leads', [multipartType, `Content-Length: ${named.length}`], named))
    expect(read).toMatch(/^HTTP\/1\.1 201 [^]*"first_name":"Ren\u00c3\u00a9"/)
  })

  test('with any bytes in target, header and body do no harm', async () => {
    const bytes = (max: number) =>
      fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((c) => String.fromCharCode(c)), maxLength: max })
    const parts = fc.record({
      method: fc.constantFrom(...METHODS),
      path: fc.constantFrom('/v2/domain-search', '/v2/account', '/', '/docs', '/healthz', '/v2/'),
      target: bytes(60),
      header: bytes(60),
      body: bytes(60),
    })
    await fc.assert(
      fc.asyncProperty(parts, async ({ method, path, target, header, body }) => {
        const line = `${method} ${path}${oneLine(target)}`
        const answer = await exchange(
          request(line, [`Content-Type: ${oneLine(header)}`, `Content-Length: ${body.length}`], body),
        )
        expect(wrongExchange(answer)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
