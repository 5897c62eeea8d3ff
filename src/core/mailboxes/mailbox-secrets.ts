/** The purposes that a mailbox's secrets are sealed for: each opens only in its own place. */

type Place = (accountId: number, mailboxId: number | string) => string

export const smtpPasswordContext: Place = (accountId, mailboxId) => `smtp password of ${accountId}/${mailboxId}`
export const imapPasswordContext: Place = (accountId, mailboxId) => `imap password of ${accountId}/${mailboxId}`
export const dkimKeyContext: Place = (accountId, mailboxId) => `dkim key of ${accountId}/${mailboxId}`

/** The login for a server; none without a user name or a password. */
export function passwordAuth(username: string | null, password: string | null) {
  if (username === null || password === null) return { kind: 'none' } as const
  return { kind: 'password', username, password } as const
}
