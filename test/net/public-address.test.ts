import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKind, createAddressGuard } from '../../src/net/public-address.ts'

describe('the address guard', () => {
  const guard = createAddressGuard()

  test.each([
    '93.184.215.14',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '223.255.255.255',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('lets %s through', (address) => {
    expect(guard.allows(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.7',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:ffff:a00:1',
    '::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::808:808',
    '2002:a00:1::1',
    '2002:7f00:1::',
  ])('refuses %s', (address) => {
    expect(guard.allows(address)).toBe(false)
  })

  test.each(['', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]', '1.2.3.4.5'])(
    'refuses what is not an IP literal: %j',
    (text) => {
      expect(guard.allows(text)).toBe(false)
    },
  )

  test('allows exactly the networks it is told to, in every spelling of their addresses', () => {
    const opened = createAddressGuard(['127.0.0.0/8', 'fd00::/8'])
    expect(opened.allows('127.0.0.1')).toBe(true)
    expect(opened.allows('::ffff:127.0.0.1')).toBe(true)
    expect(opened.allows('fd00::1')).toBe(true)
    expect(opened.allows('10.0.0.1')).toBe(false)
    expect(opened.allows('::1')).toBe(false)
  })

  test.each(['127.0.0.1', 'localhost/8', '10.0.0.0/99', '10.0.0.0/x', ''])(
    'throws for an invalid network: %j',
    (network) => {
      expect(() => createAddressGuard([network])).toThrow(RangeError)
    },
  )

  test('judges an IPv4 address like its v4-mapped form', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(addressKind(`::ffff:${address}`)).toBe(addressKind(address))
      }),
    )
  })

  test('reports loopback and unspecified addresses as such', () => {
    expect(['127.9.9.9', '::1', '::ffff:127.0.0.1'].map(addressKind)).toEqual(['loopback', 'loopback', 'loopback'])
    expect(['0.0.0.0', '::'].map(addressKind)).toEqual(['unspecified', 'unspecified'])
    expect(addressKind('10.0.0.1')).toBe('special')
  })
})
