/** Why a mailbox's server could not be used, for the person who set it up. */

const NAMES = { smtp: 'SMTP', imap: 'IMAP' } as const

const SENTENCES = {
  unknown_host: (name) => `The ${name} host does not exist: check its name.`,
  dns_failure: (name) => `The ${name} host could not be resolved: try again later.`,
  private_address: (name) =>
    `The ${name} host has a private address: the operator can allow its network with QUARRY_MAIL_ALLOWED_NETWORKS.`,
  plain_text: (name) => `The password would be sent to the ${name} server unencrypted: use tls or starttls.`,
  unreachable: (name) => `The ${name} server cannot be reached: check host, port and security.`,
  no_tls: (name) => `The ${name} server does not speak TLS this way: check port and security.`,
  bad_certificate: (name) => `The ${name} server's certificate is not valid for its host.`,
  login_refused: (name) => `The ${name} server rejected the user name or password.`,
  no_login: (name) =>
    `The ${name} server offers no sign-in this way: check port and security (starttls on 587 or tls on 465).`,
  passwords_off: (name) =>
    `This mailbox logs in with a password, which the ${name} server no longer accepts: connect it through OAuth.`,
  smtp_off: () =>
    'Sending by SMTP is switched off for this mailbox or its organization: an administrator must allow Authenticated SMTP.',
  imap_off: () =>
    'Reading by IMAP is switched off for this mailbox or its organization: an administrator must allow it.',
  no_oauth: (name) =>
    `The ${name} server does not support logging in with OAuth: check its host, or connect the mailbox with a password.`,
  token_refused: (name) => `The ${name} server did not accept your provider's permission: connect the mailbox again.`,
  scope_refused: (name) =>
    `Your provider's permission does not cover the ${name} server: connect the mailbox again, and allow everything that is requested.`,
  wrong_password: (name) => `The ${name} server rejected the user name or password.`,
  broken: (name) => `The ${name} server gave a response that Quarry does not understand.`,
  too_much: (name) => `The ${name} server sent far more than requested: the connection was closed.`,
  size_limit: (name) => `The message is too large for the ${name} server: ask for a higher limit or shorten the text.`,
  too_slow: (name) => `The ${name} server did not answer in time: try again later.`,
  refused: (name) => `The ${name} server refused the connection: try again later.`,
} as const satisfies Record<string, (name: string) => string>

export type MailboxProblem = keyof typeof SENTENCES

export const problemSentence = (protocol: keyof typeof NAMES, problem: MailboxProblem): string =>
  SENTENCES[problem](NAMES[protocol])

/** What a sentence in this file reports, for translation; null for other sentences. */
export function problemSaid(sentence: string): { protocol: keyof typeof NAMES; problem: MailboxProblem } | null {
  for (const protocol of ['smtp', 'imap'] as const)
    for (const problem of Object.keys(SENTENCES) as MailboxProblem[])
      if (problemSentence(protocol, problem) === sentence) return { protocol, problem }
  return null
}
