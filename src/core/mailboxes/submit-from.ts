import { createHash } from 'node:crypto'
import type { Part } from '../../context.ts'
import type { SendingMailbox } from '../../db/campaigns/outbox-results-store.ts'
import type { GrantNeeds } from '../grants/grant-needs.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { useToken } from '../grants/use-token.ts'
import type { NoToken } from '../../services/kept-tokens.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import { passwordAuth, smtpPasswordContext } from './mailbox-secrets.ts'
import { stopMailbox } from './stop-mailbox.ts'

/** What submitting an email to a mailbox's server needs. */
export type SubmitNeeds = GrantNeeds & Part<'mailSubmitter' | 'secrets'>

type Submitter = SubmitNeeds['mailSubmitter']['submit']
type SubmitLogin = Parameters<Submitter>[0]

/** A mailbox to send from, with its stored password. */
export interface SubmittingMailbox {
  accountId: number
  mailboxId: number
  mailbox: SendingMailbox
  smtpPasswordSealed: Buffer | null
}

/** How long a mailbox waits if its server refuses the token and there is no other, instead of trying again at once. */
const HELD_MS = 5 * SECOND_MS

/** What the server did; or why it was not contacted, which does not count as an attempt. */
export type SubmitResult = Awaited<ReturnType<Submitter>> | NoToken

/** Submits an email to a mailbox's server, with its password or with a token of its provider. */
export async function submitFrom(
  context: SubmitNeeds,
  from: SubmittingMailbox,
  mail: { envelope: { from: string; to: string }; raw: Buffer },
): Promise<SubmitResult> {
  const { accountId, mailboxId, mailbox } = from
  const submit = (login: Pick<SubmitLogin, 'auth' | 'session'>) =>
    context.mailSubmitter.submit(
      { host: mailbox.smtp_host, port: mailbox.smtp_port, security: mailbox.smtp_security, ...login },
      mail.envelope,
      mail.raw,
    )
  if (mailbox.auth === 'password') {
    const login = passwordLogin(context, from)
    return 'outcome' in login ? withoutKey(context, from, login) : submit(login)
  }
  const username = mailbox.smtp_username ?? mailbox.email
  const used = await useToken(
    context,
    { accountId, mailboxId },
    {
      hosts: [mailbox.smtp_host],
      attempt: ({ token, generation }) =>
        submit({ auth: { kind: 'token', username, token }, session: `${accountId}/${mailboxId}/token ${generation}` }),
      isRefused: (result) => result.outcome === 'no_session' && result.problem === 'token_refused',
    },
  )
  if (used.outcome === 'done') return used.result
  const until = new Date(context.clock.now().getTime() + HELD_MS)
  await context.store.outboxResults.holdMailbox(accountId, mailboxId, until)
  return used
}

/** Whether the server was not contacted. */
export const isNoToken = (result: SubmitResult): result is NoToken =>
  result.outcome === 'waits' || result.outcome === 'refused' || result.outcome === 'spent'

function passwordLogin(
  { secrets }: Part<'secrets'>,
  { accountId, mailboxId, mailbox, smtpPasswordSealed: sealed }: SubmittingMailbox,
): Pick<SubmitLogin, 'auth' | 'session'> | NoToken {
  try {
    const password = sealed === null ? null : secrets.open(sealed, smtpPasswordContext(accountId, mailboxId))
    return {
      auth: passwordAuth(mailbox.smtp_username, password),
      session: `${accountId}/${mailboxId}/${versionOf(sealed)}`,
    }
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    return { outcome: 'refused', problem: error.message }
  }
}

/** Sealed with a key that this process does not have: the mailbox reports it, and nothing counts as attempted. */
async function withoutKey(context: SubmitNeeds, from: SubmittingMailbox, refusal: NoToken): Promise<NoToken> {
  await stopMailbox(context, from, refusal.problem)
  return refusal
}

/** Differs for each password without revealing it: a digest of the sealed value. */
const versionOf = (sealed: Buffer | null): string =>
  sealed === null ? '' : createHash('sha256').update(sealed).digest('base64url').slice(0, 16)
