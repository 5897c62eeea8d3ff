import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** A self-signed certificate for any list of names, generated for each internet: the repository contains no key. */
export interface TestCertificate {
  certPem: string
  keyPem: string
}

/** DER tags and object identifiers (X.690, RFC 5280, RFC 5758). */
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const BOOLEAN = 0x01
const ECDSA_WITH_SHA256 = oid('2a8648ce3d040302')
const COMMON_NAME = oid('550403')
const SUBJECT_ALT_NAME = oid('551d11')
const BASIC_CONSTRAINTS = oid('551d13')

export function makeCertificate(names: readonly string[]): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const algorithm = der(SEQUENCE, ECDSA_WITH_SHA256)
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    nameOf('Small internet'),
    der(SEQUENCE, der(UTC_TIME, Buffer.from('200101000000Z')), der(UTC_TIME, Buffer.from('491231235959Z'))),
    nameOf('Small internet'),
    publicKey,
    der(0xa3, der(SEQUENCE, extension(SUBJECT_ALT_NAME, dnsNames(names)), extension(BASIC_CONSTRAINTS, isAuthority()))),
  )
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, Buffer.from([0]), signature))
  const lines = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return { certPem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, keyPem: privateKey }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  if (length < 256) return Buffer.concat([Buffer.from([tag, 0x81, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 255]), content])
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

const nameOf = (text: string): Buffer =>
  der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(text)))))

const extension = (id: Buffer, value: Buffer): Buffer => der(SEQUENCE, id, der(OCTET_STRING, value))

const dnsNames = (names: readonly string[]): Buffer =>
  der(SEQUENCE, ...names.map((name) => der(0x82, Buffer.from(name))))

const isAuthority = (): Buffer => der(SEQUENCE, der(BOOLEAN, Buffer.from([0xff])))
