/** Where a site says whom to tell of weaknesses (RFC 9116 section 3). */
export const SECURITY_TEXT = '/.well-known/security.txt'

const MAX_CONTACTS = 50
/** A `Contact` field (RFC 9116 section 2.5.3): an address is written as a `mailto` URI (RFC 6068), or bare by mistake. */
const CONTACT = /^contact[ \t]*:[ \t]*(?:mailto:)?([^\s@<>"&?]{1,64}@[^\s@<>"&?]{1,253})/gim

export const isSecurityText = (url: string): boolean => new URL(url).pathname === SECURITY_TEXT

/** Such a file as a page that shows its contacts: what else is in it are comments and signatures. */
export const securityPage = (text: string): string =>
  Array.from(text.matchAll(CONTACT), ([, email = '']) => `<a href="mailto:${email}">${email}</a>`)
    .slice(0, MAX_CONTACTS)
    .join('\n')
