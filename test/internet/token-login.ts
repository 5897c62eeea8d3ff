/** How clients present tokens to the mail servers of tests, and how those judge them (RFC 7628, and XOAUTH2). */

export type TokenMechanismName = 'OAUTHBEARER' | 'XOAUTH2'

export interface ShownToken {
  username: string
  token: string
}

/** Refused with the JSON of RFC 7628 3.2.2, or at once with the server's own line. */
export type TokenVerdict = 'good' | { status: string } | { say: string }

export interface TokenLogin {
  mechanisms: readonly TokenMechanismName[]
  judge: (shown: ShownToken) => TokenVerdict | Promise<TokenVerdict>
  /** SMTP only: checks again at each email, and refuses sessions whose token has become invalid. */
  eachMail?: boolean
}

/** Returns what the client sent, or null if it is not valid. */
export function readToken(mechanism: TokenMechanismName, encoded: string): ShownToken | null {
  const [first = '', ...fields] = Buffer.from(encoded, 'base64').toString().split('\x01')
  const username =
    mechanism === 'XOAUTH2' ? /^user=(.+)$/.exec(first)?.[1] : /^n,a=([^,]+),$/.exec(first)?.[1]?.replaceAll('=2C', ',')
  const token = fields.map((field) => /^auth=Bearer (\S+)$/.exec(field)?.[1]).find((found) => found !== undefined)
  if (username === undefined || token === undefined || fields.slice(-2).join('') !== '') return null
  return { username: username.replaceAll('=3D', '='), token }
}

export const challengeOf = (status: string): string =>
  Buffer.from(JSON.stringify({ status, schemes: 'Bearer', scope: 'https://mail.example/' })).toString('base64')
