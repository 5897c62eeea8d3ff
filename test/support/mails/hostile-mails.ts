/** Emails that are expensive to read, each about 250 KB unless it is small only in bytes. */

const SIZE = 250_000

const filled = (piece: string, size = SIZE): string => piece.repeat(Math.ceil(size / piece.length))
const many = (count: number, piece: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => piece(i)).join('')

/** The headers of each, so that the rest is worth fetching. */
export interface HostileTop {
  recipient: string
  headerId: string
}

interface Parts {
  headers?: string
  body?: string
  type?: string
}

const PARTS: Readonly<Record<string, Parts>> = {
  'a report of blank lines': {
    type: 'multipart/report; report-type=delivery-status; boundary="b"',
    body: `--b\r\nContent-Type: message/delivery-status\r\n\r\n${'\n \n'.repeat(80_000)}\r\n--b--\r\n`,
  },
  'a report of recipients': {
    type: 'multipart/report; report-type=delivery-status; boundary="b"',
    body: `--b\r\nContent-Type: message/delivery-status\r\n\r\n${filled('Final-Recipient: rfc822; a@b.test\r\nAction: failed\r\n\r\n')}--b--\r\n`,
  },
  'boundaries alone': { type: 'multipart/mixed; boundary="b"', body: '--b\r\n'.repeat(30_000) },
  'boundaries of one letter within words': { type: 'multipart/mixed; boundary="-"', body: filled('--- ---\r\n') },
  'multiparts in multiparts': {
    type: 'multipart/mixed; boundary="b0"',
    body: many(5_000, (i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary="b${i + 1}"\r\n\r\n`),
  },
  'mails in mails': { type: 'message/rfc822', body: filled('Content-Type: message/rfc822\r\n\r\n') },
  'many small parts': {
    type: 'multipart/alternative; boundary="b"',
    body: filled('--b\r\nContent-Type: text/plain\r\n\r\nno\r\n'),
  },
  'many header lines': { headers: filled('X-A: b\r\n') },
  'one folded header': { headers: `X-A: ${filled('b\r\n ')}\r\n` },
  'a subject of encoded words': { headers: `Subject: ${filled('=?utf-8?q?=41?= ')}\r\n` },
  'a subject of half encoded words': { headers: `Subject: ${filled('=?utf-8?q?=41')}\r\n` },
  'many references': { headers: `References: ${filled('<a@b.test> ')}\r\n` },
  'references without an end': { headers: `References: ${filled('<')}\r\n` },
  'many addresses': { headers: `Cc: ${filled('a@b.test, ')}\r\n` },
  'many addresses in From': { headers: `From: ${filled('a@b.test, ')}\r\n` },
  'comments in comments': { headers: `From: ${filled('(')}\r\n` },
  'groups in groups': { headers: `From: ${filled('a:')}\r\n` },
  'quotation marks': { headers: `From: ${filled('"\\')}\r\n` },
  'authentication results': { headers: `Authentication-Results: imap.test; ${filled('dmarc=fail; ')}\r\n` },
  'authentication results in comments': { headers: `Authentication-Results: imap.test; dmarc=(${filled('(a)')}\r\n` },
  'many results': { headers: filled('Authentication-Results: imap.test; dmarc=pass\r\n') },
  'many lines Received': { headers: filled('Received: from a by b.test with SMTP; Mon, 2 Mar 2026\r\n') },
  'a type of parameters': { type: `text/plain; ${filled('a*0*=b; ')}` },
  'a boundary without an end': {
    type: `multipart/mixed; boundary="${filled('b', 100_000)}"`,
    body: filled('--b\r\n', 100_000),
  },
  'quoted lines': { body: filled('> ') },
  'quoted lines of one letter': { body: filled('>a\r\n') },
  'space before an end': { body: `${filled(' ')}x` },
  'words that quote': { body: filled('On Monday Ines wrote\r\n') },
  'words that stop': { body: filled('please stop ') },
  dashes: { body: filled('-') },
  'HTML of open tags': { type: 'text/html', body: filled('<a ') },
  'HTML of nested quotes': { type: 'text/html', body: filled('<blockquote>') },
  'HTML of signs': { type: 'text/html', body: filled('<') },
  'HTML of entities': { type: 'text/html', body: filled('&#65;') },
  'HTML of comments': { type: 'text/html', body: filled('<!--') },
  'soft line ends': { headers: 'Content-Transfer-Encoding: quoted-printable\r\n', body: filled('=\r\n') },
  'base64 of nothing': { headers: 'Content-Transfer-Encoding: base64\r\n', body: filled('=') },
  'a bounce of addresses': {
    headers: 'Subject: Undelivered\r\nX-Failed-Recipients: a@b.test\r\n',
    body: filled('<a@b.test>: 550\r\n'),
  },
  'a letter set that nobody has': { type: 'text/plain; charset=utf-7', body: filled('+AAA-') },
}

/** By name. Those that are not reports answer a message. */
export const HOSTILE_MAILS: Readonly<Record<string, (top: HostileTop) => string>> = Object.fromEntries(
  Object.entries(PARTS).map(([name, { headers = '', body = 'Thank you', type = 'text/plain' }]) => [
    name,
    ({ recipient, headerId }) =>
      `From: ${recipient}\r\nTo: rui@lumen.test\r\nIn-Reply-To: ${headerId}\r\n${headers}Content-Type: ${type}\r\n\r\n${body}\r\n`,
  ]),
)
