import { isIP } from 'node:net'

/** Builds command lines that can only be one command: nothing from an address or a name can end a line. */

/** A dot-atom or quoted local part, and a domain: no control characters, and no brackets or spaces outside quotes. */
const PATH = /^(?:"(?:[^"\\]|\\.)*"|[^\s<>"\\]+)@[^\s<>"\\@]+$/u
const CONTROL = /[\p{Cc}\u2028\u2029]/u
/** RFC 5321 4.5.3.1.3: a path is at most 256 octets, brackets included. */
const MAX_PATH_OCTETS = 254
const HOST_NAME = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i
const MAX_HOST_NAME = 255
const PLAIN_PATH = /^[\w!#$%&'*+/=?^`{|}~.-]+@[\w.-]+$/

export const RSET = 'RSET\r\n'
export const STARTTLS = 'STARTTLS\r\n'
export const QUIT = 'QUIT\r\n'

/** @throws RangeError when the name is neither a host name nor an address literal (RFC 5321 4.1.3). */
export function helloCommand(verb: 'EHLO' | 'HELO', name: string): string {
  if (!isHostName(name) && !isAddressLiteral(name)) throw new RangeError('The HELO name is not a host name.')
  return `${verb} ${name}\r\n`
}

const isHostName = (name: string): boolean => name.length <= MAX_HOST_NAME && HOST_NAME.test(name)

const isAddressLiteral = (name: string): boolean => isIP(/^\[(?:IPv6:)?([\da-f.:]+)\]$/i.exec(name)?.[1] ?? '') > 0

/** @param sender empty for the null reverse-path. @throws RangeError for text that is not a path. */
export const mailFrom = (sender: string, smtputf8: boolean): string =>
  `MAIL FROM:<${sender === '' ? '' : checkedPath(sender)}>${smtputf8 ? ' SMTPUTF8' : ''}\r\n`

/** @throws RangeError for text that is not a path. */
export const rcptTo = (recipient: string): string => `RCPT TO:<${checkedPath(recipient)}>\r\n`

function checkedPath(path: string): string {
  const isPlain = path.length <= MAX_PATH_OCTETS && PLAIN_PATH.test(path)
  if (isPlain) return path
  if (Buffer.byteLength(path) > MAX_PATH_OCTETS || CONTROL.test(path) || !PATH.test(path)) {
    throw new RangeError('The address cannot be used in an SMTP command.')
  }
  return path
}
