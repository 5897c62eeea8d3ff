import { startDnsServer } from '../../test/internet/dns-server.ts'
import { SMTP_FLOODS, startSmtpFlood } from '../../test/internet/smtp-flood.ts'
import type { ZoneEntry } from '../../test/internet/test-site.ts'
import type { Attack, HostileKind } from './attack.ts'
import { postMailbox } from './mail-desk.ts'

/** Mail servers that answer endlessly, where addresses are verified and where mailboxes are connected. */

const FLOODS = Object.entries(SMTP_FLOODS).map(([name, flood], index) => ({
  name,
  flood,
  address: `127.0.2.${index + 1}`,
  domain: `flood${index}.example`,
}))
let port = 0

const verified = FLOODS.map(({ name, domain }): Attack => ({
  name: `an address at a server that ${name}`,
  run: async ({ send, key }) => {
    const path = `/v2/email-verifier?email=ines@${domain}`
    const { status } = await send(path, { headers: { 'x-api-key': key } })
    return [{ what: path, got: status, wanted: [200, 202, 222] }]
  },
}))

/** Connecting a mailbox gets no further than EHLO. */
const connected = FLOODS.filter(({ flood }) => ['greeting', 'EHLO'].includes(flood.at)).map(
  ({ name, address }, index): Attack => ({
    name: `a mailbox at a server that ${name}`,
    run: async (house) => {
      const given = { email: `out${index}@lumen.example`, smtp_host: address, smtp_port: port }
      const { status } = await postMailbox(house, given)
      const isAnswer = /again and again|with replies/.test(name)
      return [{ what: name, got: status, wanted: isAnswer ? [201, 422] : [422] }]
    },
  }),
)

export const SMTP: HostileKind = {
  name: 'smtp',
  prepare: async () => {
    const stack = new AsyncDisposableStack()
    const zone = new Map<string, ZoneEntry>([['example', {}]])
    for (const { flood, address, domain } of FLOODS) {
      port = stack.use(await startSmtpFlood(flood, { address, port })).port
      zone.set(domain, { mx: [{ exchange: `mx.${domain}`, preference: 10 }] })
      zone.set(`mx.${domain}`, { a: [address] })
    }
    const dns = await startDnsServer(zone)
    stack.defer(() => dns.stop())
    return {
      env: {
        QUARRY_DNS_SERVERS: dns.address,
        QUARRY_SMTP_HELO: 'probe.lumen.example',
        QUARRY_SMTP_PORT: String(port),
        QUARRY_SMTP_ALLOWED_NETWORKS: '127.0.0.0/8',
        QUARRY_MAIL_ALLOWED_NETWORKS: '127.0.0.0/8',
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  },
  attacks: [...verified, ...connected],
}
