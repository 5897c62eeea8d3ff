/** Where a site says whom to notify of vulnerabilities (RFC 9116 section 3). */
export const SECURITY_TEXT = '/.well-known/security.txt'

const MAX_CONTACTS = 50
/**
 * A `Contact` field (RFC 9116 section 2.5.3): an address is written as a `mailto` URI (RFC 6068), or by mistake without the
 * scheme.
 */
const CONTACT = /^contact[ \t]*:[ \t]*(?:mailto:)?([^\s@<>"&?]{1,64}@[^\s@<>"&?]{1,253})/gim

export const isSecurityText = (url: string): boolean => new URL(url).pathname === SECURITY_TEXT

/** The file as a page that shows its contacts: everything else in it is comments and signatures. */
export const securityPage = (text: string): string =>
  Array.from(text.matchAll(CONTACT), ([, email = '']) => `<a href="mailto:${email}">${email}</a>`)
    .slice(0, MAX_CONTACTS)
    .join('\n')
