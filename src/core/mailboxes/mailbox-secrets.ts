/** What the secrets of a mailbox are sealed for: each opens in its own place only. */

type Place = (accountId: number, mailboxId: number | string) => string

export const smtpPasswordContext: Place = (accountId, mailboxId) => `smtp password of ${accountId}/${mailboxId}`
export const imapPasswordContext: Place = (accountId, mailboxId) => `imap password of ${accountId}/${mailboxId}`
export const dkimKeyContext: Place = (accountId, mailboxId) => `dkim key of ${accountId}/${mailboxId}`

/** What a server is shown; without a name or a password nothing is. */
export function passwordAuth(username: string | null, password: string | null) {
  if (username === null || password === null) return { kind: 'none' } as const
  return { kind: 'password', username, password } as const
}
