import { describe, expect, test } from 'vitest'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'
import { createMxSlots } from '../../../src/engine/verify/mx-slots.ts'
import { verifyAddress } from '../../../src/engine/verify/verifier.ts'
import type { Outcome } from '../../../src/engine/verify/verification.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import { parseEmailAddress } from '../../../src/lib/addresses/email-address.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { createAddressGuard } from '../../../src/net/public-address.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { memorySlotStore } from '../../support/memory-slots.ts'

/** MX records that point where they must not: no connection is ever made. */

const HELD_BACK = 'No connection is made in this test.'

async function verifyAt(zone: Record<string, ZoneEntry>): Promise<{ outcome: Outcome; connections: string[] }> {
  const dns = await startDnsServer(new Map(Object.entries({ example: {}, ...zone })))
  const connections: string[] = []
  const connect = (address: string): Promise<never> => {
    connections.push(address)
    return Promise.reject(new Error(HELD_BACK))
  }
  const address = parseEmailAddress('alice@trap.example')
  if (address === null) throw new Error('No address.')
  const needs = {
    dns: createDnsClient({ servers: [dns.address] }),
    guard: createAddressGuard(),
    identity: { heloName: 'verifier.quarry.example', sender: 'checks@quarry.example', portOf: () => 25, connect },
    lists: { inUse: SHIPPED_LISTS },
    slots: createMxSlots({ store: memorySlotStore(), clock: systemClock }),
    catchAll: { find: async () => new Map(), keep: async () => undefined },
    clock: systemClock,
    probeWebmail: true,
    reachPort25: async () => null,
    secret: 'secret',
  }
  try {
    return { outcome: await verifyAddress(needs, address, { deadlineMs: 5_000 }), connections }
  } finally {
    await dns.stop()
  }
}

const mx = (...exchanges: string[]): ZoneEntry => ({
  mx: exchanges.map((exchange, index) => ({ exchange, preference: index })),
})
const host = (...addresses: string[]): ZoneEntry => ({
  a: addresses.filter((address) => !address.includes(':')),
  aaaa: addresses.filter((address) => address.includes(':')),
})

describe('a hostile MX', () => {
  test.each<[string, Record<string, ZoneEntry>, Outcome['status'], Outcome['reason']]>([
    ['of nobody', { 'trap.example': mx('.') }, 'invalid', 'null_mx'],
    ['named localhost', { 'trap.example': mx('localhost') }, 'invalid', 'mx_is_loopback'],
    ['that is an IP literal', { 'trap.example': mx('127.0.0.1') }, 'unknown', 'unreachable'],
    ['that exists nowhere', { 'trap.example': mx('gone.example') }, 'unknown', 'unreachable'],
    ['without MX at loopback', { 'trap.example': host('127.0.0.1') }, 'invalid', 'mx_is_loopback'],
    ...['127.0.0.53', '0.0.0.0', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1'].map(
      (address): [string, Record<string, ZoneEntry>, Outcome['status'], Outcome['reason']] => [
        `at ${address}`,
        { 'trap.example': mx('mx.trap.example'), 'mx.trap.example': host(address) },
        'invalid',
        'mx_is_loopback',
      ],
    ),
    ...['10.0.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '224.0.0.1', 'fe80::1', 'fc00::1'].map(
      (address): [string, Record<string, ZoneEntry>, Outcome['status'], Outcome['reason']] => [
        `at ${address}`,
        { 'trap.example': mx('mx.trap.example'), 'mx.trap.example': host(address) },
        'unknown',
        'mx_not_public',
      ],
    ),
  ])('%s is never connected to', async (_name, zone, status, reason) => {
    const { outcome, connections } = await verifyAt(zone)
    expect([outcome.status, outcome.reason, connections]).toEqual([status, reason, []])
  })

  test('next to a public one is left out', async () => {
    const { connections } = await verifyAt({
      'trap.example': mx('inside.trap.example', 'outside.trap.example'),
      'inside.trap.example': host('127.0.0.1', '10.0.0.1'),
      'outside.trap.example': host('8.8.8.8'),
    })
    expect(connections).toEqual(['8.8.8.8'])
  })

  test('that moves to a private address after the check is connected to where it was checked', async () => {
    const { connections } = await verifyAt({
      'trap.example': mx('mx.trap.example'),
      'mx.trap.example': { rebind: [['8.8.8.8'], ['127.0.0.1']] },
    })
    expect(connections).toEqual(['8.8.8.8'])
  })

  test('with 65 records is tried at ten hosts, at most four addresses each', async () => {
    const names = Array.from({ length: 65 }, (_, index) => `mx${index}.trap.example`)
    const addresses = Array.from({ length: 6 }, (_, index) => `8.8.8.${index + 1}`)
    const { connections } = await verifyAt({
      'trap.example': mx(...names),
      ...Object.fromEntries(names.map((name) => [name, host(...addresses)])),
    })
    expect(connections).toHaveLength(40)
  })
})
