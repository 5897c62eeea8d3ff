import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { Deadline } from '../../../src/net/smtp/smtp-deadline.ts'

const keepBusy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
}

it('a deadline is missed once, and again only after it is set again', async () => {
  let misses = 0
  let tell: () => void = () => undefined
  const deadline = new Deadline(() => {
    misses += 1
    tell()
  })
  for (const expected of [1, 2]) {
    const missed = new Promise<void>((resolve) => (tell = resolve))
    deadline.set(1)
    await missed
    expect(misses).toBe(expected)
  }
})

it('a deadline moves with every step, later or earlier', async () => {
  const order: string[] = []
  const moved = new Deadline(() => order.push('moved'))
  moved.set(1)
  moved.set(60_000)
  const lifted = new Deadline(() => order.push('lifted'))
  lifted.set(1)
  lifted.lift()
  await new Promise<void>((resolve) => {
    const sooner = new Deadline(() => {
      order.push('sooner')
      resolve()
    })
    sooner.set(60_000)
    sooner.set(20)
  })
  expect(order).toEqual(['sooner'])
  moved.end()
})

it('a deadline ignores delays while data is unread because this process was busy', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const accepted = once(server, 'connection')
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  const [[peer]] = (await Promise.all([accepted, once(client, 'connect')])) as [[Socket], unknown]
  onTestFinished(() => void client.destroy())
  const outcome = new Promise<string>((resolve) => {
    const deadline = new Deadline(() => resolve('missed'))
    client.on('data', () => {
      deadline.lift()
      resolve('read')
    })
    deadline.set(1)
    peer.write('220 ready\r\n')
    keepBusy(5)
  })
  await expect(outcome).resolves.toBe('read')
})
