/**
 * Measures one npm peer against the loopback mail server, in a separate process, for `bench-peers.ts`. Every connection
 * to port 25 goes to that server, and every domain's MX is 127.0.0.1, at no cost, because peers look names up for each
 * address. It prints addresses per second of its processor time.
 */
import dns from 'node:dns'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const WARM_UP_ADDRESSES = 1_000
const ADDRESSES = 5_000
const CONCURRENCY = 64
const SENDER = 'check@probe.bench.example'
const SMTP_PORT = 25

/** Whether the peer found the address deliverable. */
type Verify = (address: string) => Promise<boolean>

const load = createRequire(`${process.env['PEERS_DIR']}/package.json`)
const PEERS: Readonly<Record<string, () => Verify>> = {
  'email-verify': () => {
    const { verify } = load('email-verify') as {
      verify: (address: string, options: object, done: (error: unknown, found: { success: boolean }) => void) => void
    }
    return (address) =>
      new Promise((resolve, reject) =>
        verify(address, { sender: SENDER, fqdn: 'probe.bench.example' }, (error, found) =>
          error instanceof Error ? reject(error) : resolve(found.success),
        ),
      )
  },
  'deep-email-validator': () => {
    const { validate } = load('deep-email-validator') as { validate: (options: object) => Promise<{ valid: boolean }> }
    return async (email) =>
      (await validate({ email, sender: SENDER, validateTypo: false, validateDisposable: false })).valid
  },
  'email-deep-validator': () => {
    const Validator = load('email-deep-validator') as new () => {
      verify: (address: string) => Promise<{ validMailbox: boolean | null }>
    }
    const validator = new Validator()
    return async (address) => (await validator.verify(address)).validMailbox === true
  },
  '@devmehq/email-validator-js': () => {
    const { verifyEmail } = load('@devmehq/email-validator-js') as {
      verifyEmail: (options: object) => Promise<{ validSmtp: boolean | null }>
    }
    return async (emailAddress) =>
      (await verifyEmail({ emailAddress, verifyMx: true, verifySmtp: true, timeout: 10_000 })).validSmtp === true
  },
}

redirect(Number(process.env['MAIL_PORT']))
const verify = PEERS[process.argv[2] ?? '']?.()
if (verify === undefined) throw new Error('No such peer.')
await ask(verify, 0, WARM_UP_ADDRESSES)
const before = process.cpuUsage()
await ask(verify, WARM_UP_ADDRESSES, WARM_UP_ADDRESSES + ADDRESSES)
const { user, system } = process.cpuUsage(before)
console.log(`per core ${Math.round((ADDRESSES * 1e6) / (user + system))}`)
process.exit(0)

function redirect(port: number): void {
  const records = [{ exchange: '127.0.0.1', priority: 10 }]
  dns.resolveMx = ((_: string, done: (error: null, found: typeof records) => void) =>
    process.nextTick(done, null, records)) as unknown as typeof dns.resolveMx
  dns.promises.resolveMx = () => Promise.resolve(records)
  const connect = Reflect.get(net.Socket.prototype, 'connect') as (...args: unknown[]) => net.Socket
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [options] = (Array.isArray(args[0]) ? args[0] : args) as [{ port?: number; host?: string }]
    if (options.port === SMTP_PORT) Object.assign(options, { port, host: '127.0.0.1' })
    return connect.apply(this, args)
  }
  syncBuiltinESMExports()
}

/** @throws Error if the peer finds an address undeliverable that the server accepts */
async function ask(isDeliverable: Verify, from: number, to: number): Promise<void> {
  let next = from
  const worker = async (): Promise<void> => {
    while (next < to) {
      const address = `u${next++}@bench.example`
      if (!(await isDeliverable(address))) throw new Error(`${address} was not found deliverable.`)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}
