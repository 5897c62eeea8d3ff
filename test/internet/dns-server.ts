import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import dnsPacket, { type Answer, type Packet, type Question } from 'dns-packet'
import type { ZoneEntry } from './test-site.ts'

/** A real DNS server on loopback, UDP and TCP, that answers for its zone and refuses all other names. */
export interface TestDnsServer {
  /** `127.0.0.1:port`, in the format of `QUARRY_DNS_SERVERS`. */
  address: string
  /** Every question asked, in order. */
  questions: { name: string; type: string }[]
  /** The answer to every name while the server has lost its own network; null otherwise. */
  outage: keyof typeof RCODES | null
  stop: () => Promise<void>
}

const RCODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 }
/** RFC 1035 4.2.1: a longer reply over UDP is truncated, and the client asks again over TCP. */
const UDP_OCTETS = 512
const DEFAULT_TTL_SECONDS = 60
/** Names that Quarry uses to check whether a resolver can be trusted; a zone may deny them. */
const KNOWN_NAMES = new Map<string, ZoneEntry>(
  ['gmail.com', 'outlook.com', 'yahoo.com'].map((name) => [name, { mx: [{ exchange: `mx.${name}`, preference: 10 }] }]),
)

export async function startDnsServer(zone: ReadonlyMap<string, ZoneEntry>): Promise<TestDnsServer> {
  const asked = new Map<string, number>()
  const questions: TestDnsServer['questions'] = []
  const reply = (query: Packet): Packet =>
    server.outage === null
      ? replyTo(query, { zone, asked, questions })
      : { type: 'response', id: query.id ?? 0, questions: query.questions ?? [], flags: RCODES[server.outage] }
  const sockets = new Set<Socket>()
  const { tcp, udp } = await onOnePort(() => {
    const stream = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
      socket.once('data', (chunk) => socket.end(dnsPacket.streamEncode(reply(dnsPacket.streamDecode(chunk)))))
    })
    const datagrams = createSocket('udp4')
    datagrams.on('message', (message, peer) => {
      const query = queryOf(message)
      if (query === null) return
      const answer = reply(query)
      const bytes = dnsPacket.encode(answer)
      datagrams.send(bytes.length > UDP_OCTETS ? dnsPacket.encode(cut(answer)) : bytes, peer.port, peer.address)
    })
    return { tcp: stream, udp: datagrams }
  })
  const server: TestDnsServer = {
    address: `127.0.0.1:${(tcp.address() as AddressInfo).port}`,
    questions,
    outage: null,
    stop: async () => {
      udp.close()
      for (const socket of sockets) socket.destroy()
      tcp.close()
      await once(tcp, 'close')
    },
  }
  return server
}

/**
 * A late reply arrives at whichever program has the port of its asker by now. It is not a question, and answering it
 * would be answered in turn.
 */
function queryOf(message: Buffer): Packet | null {
  try {
    const packet = dnsPacket.decode(message)
    return packet.type === 'query' ? packet : null
  } catch {
    return null
  }
}

const PORT_TRIES = 20

/** A port that is free for TCP may be taken for UDP, for example by a resolver: then another one is tried. */
async function onOnePort(
  make: () => { tcp: Server; udp: DatagramSocket },
): Promise<{ tcp: Server; udp: DatagramSocket }> {
  for (let tries = 1; ; tries += 1) {
    const both = make()
    const { tcp, udp } = both
    tcp.listen(0, '127.0.0.1')
    await once(tcp, 'listening')
    udp.bind((tcp.address() as AddressInfo).port, '127.0.0.1')
    try {
      await once(udp, 'listening')
      return both
    } catch (error) {
      tcp.close()
      udp.close()
      if (tries === PORT_TRIES) throw error
    }
  }
}

interface ServerState {
  zone: ReadonlyMap<string, ZoneEntry>
  asked: Map<string, number>
  questions: TestDnsServer['questions']
}

function replyTo(query: Packet, state: ServerState): Packet {
  const question = query.questions?.[0]
  const base = { type: 'response' as const, id: query.id ?? 0, questions: query.questions ?? [] }
  if (question === undefined) return { ...base, flags: RCODES.REFUSED }
  const name = question.name.toLowerCase()
  state.questions.push({ name, type: question.type })
  const entry = state.zone.get(name) ?? KNOWN_NAMES.get(name)
  if (entry === undefined)
    return { ...base, flags: isBelowKnownName(name, state.zone) ? RCODES.NXDOMAIN : RCODES.REFUSED }
  if (entry.rcode !== undefined) return { ...base, flags: RCODES[entry.rcode] }
  const flags = dnsPacket.RECURSION_AVAILABLE
  if (entry.cname === undefined) return { ...base, flags, answers: answersFor(question, name, entry, state.asked) }
  return { ...base, ...throughAlias(question, name, entry.cname, state) }
}

/** RFC 1034 3.6.2: the alias, followed by what it points to. */
function throughAlias(question: Question, name: string, target: string, { zone, asked }: ServerState): Partial<Packet> {
  const alias: Answer = { type: 'CNAME', name, ttl: DEFAULT_TTL_SECONDS, data: target }
  const entry = zone.get(target)
  if (question.type === 'CNAME') return { flags: dnsPacket.RECURSION_AVAILABLE, answers: [alias] }
  if (entry === undefined) return { flags: RCODES.NXDOMAIN, answers: [alias] }
  return { flags: dnsPacket.RECURSION_AVAILABLE, answers: [alias, ...answersFor(question, target, entry, asked)] }
}

/** `nowhere.lumenworks.test` does not exist; `elsewhere.test` belongs to other servers. */
const isBelowKnownName = (name: string, zone: ReadonlyMap<string, ZoneEntry>): boolean =>
  name.split('.').some((_, i, labels) => i > 0 && zone.has(labels.slice(i).join('.')))

function answersFor({ type }: Question, name: string, entry: ZoneEntry, asked: Map<string, number>): Answer[] {
  const ttl = entry.ttl ?? DEFAULT_TTL_SECONDS
  if (type === 'A') return addressesOf(name, entry, asked).map((data) => ({ type: 'A', name, ttl, data }))
  if (type === 'AAAA') return (entry.aaaa ?? []).map((data) => ({ type: 'AAAA', name, ttl, data }))
  if (type === 'MX') return (entry.mx ?? []).map((data) => ({ type: 'MX', name, ttl, data }))
  if (type === 'PTR') return (entry.ptr ?? []).map((data) => ({ type: 'PTR', name, ttl, data }))
  if (type === 'TXT') return (entry.txt ?? []).map((text) => ({ type: 'TXT', name, ttl, data: characterStrings(text) }))
  return []
}

function addressesOf(name: string, entry: ZoneEntry, asked: Map<string, number>): readonly string[] {
  if (entry.rebind === undefined) return entry.a ?? []
  const turn = asked.get(name) ?? 0
  asked.set(name, turn + 1)
  return entry.rebind[Math.min(turn, entry.rebind.length - 1)] ?? []
}

const cut = (answer: Packet): Packet => ({
  ...answer,
  flags: (answer.flags ?? 0) | dnsPacket.TRUNCATED_RESPONSE,
  answers: [],
})

/** RFC 1035 3.3: a longer text is several strings of at most 255 octets. */
const characterStrings = (text: string): string[] => text.match(/.{1,255}/g) ?? ['']
