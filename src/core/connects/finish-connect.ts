import type { Call, Part } from '../../context.ts'
import type { Connect } from '../../db/grants/mailbox-connects-store.ts'
import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import type { MailboxChange } from '../../db/mailboxes/mailboxes-store.ts'
import type { Tokens } from '../../engine/grant/refresh-verdict.ts'
import { AppError } from '../../errors.ts'
import { audit } from '../accounts/audit.ts'
import { resumeMailbox } from '../grants/grant-pauses.ts'
import { missingScopeSentence, providerTitle } from '../grants/grant-sentences.ts'
import { missingScopes, newGrant } from '../grants/new-grant.ts'
import { addMailbox, demandRoom, providerPace } from '../mailboxes/add-mailbox.ts'
import { grantedConnection, grantedValues } from '../mailboxes/granted-mailbox.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'
import { checkWithToken } from '../mailboxes/try-servers.ts'

/** After consent: tries both servers, and only then creates the mailbox. Stores whatever prevents it. */
export async function finishConnect(
  call: Call,
  connect: Connect,
  provider: MailProvider,
  tokens: Tokens,
): Promise<void> {
  try {
    await connected(call, connect, provider, tokens)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [first] = error.errors
    await call.store.mailboxConnects.end(connect, 'failed', { problem: first?.details ?? error.message })
  }
}

/** In the transaction that stores the mailbox: both happen, or neither. */
async function endWith({ store }: Part<never, 'mailboxConnects'>, connect: Connect, mailboxId: number): Promise<void> {
  if (!(await store.mailboxConnects.end(connect, 'connected', { mailboxId })))
    throw invalid('This connection has ended in the meantime: start again.')
}

/** @throws AppError validation_failed with one sentence */
async function connected(call: Call, connect: Connect, provider: MailProvider, tokens: Tokens): Promise<void> {
  const email = addressOf(connect, provider, tokens)
  const missing = missingScopes(provider, tokens)
  if (missing.length > 0) throw invalid(missingScopeSentence(provider, missing))
  if (tokens.refreshToken === null)
    throw invalid(`${providerTitle(provider)} gave no lasting permission: its scopes must include it.`)
  const { mailboxId } = connect
  if (mailboxId !== null) await demandSamePerson(call, mailboxId, tokens)
  else await demandRoom(call, { email })
  const { problem } = await checkWithToken(call, grantedConnection(provider, email), tokens.accessToken)
  if (problem !== null) throw invalid(problem)
  if (mailboxId === null) await connectNew(call, connect, provider, { tokens, email })
  else await connectAgain(call, { connect, mailboxId }, provider, tokens)
}

interface Granted {
  tokens: Tokens
  email: string
}

async function connectNew(
  call: Call,
  connect: Connect,
  provider: MailProvider,
  { tokens, email }: Granted,
): Promise<void> {
  const { store, principal, clock } = call
  const id = await store.mailboxes.nextId()
  const grant = newGrant(call, { accountId: principal.accountId, mailboxId: id }, provider, tokens)
  const values = {
    ...providerPace(call),
    ...(connect.settings as MailboxChange),
    ...grantedValues(provider, email),
    email,
  }
  await addMailbox(call, id, values, async () => {
    await store.mailboxGrants.put(grant, clock.now())
    await endWith(call, connect, id)
  })
}

/** It continues where it stopped, however it was connected before. */
async function connectAgain(
  call: Call,
  { connect, mailboxId }: { connect: Connect; mailboxId: number },
  provider: MailProvider,
  tokens: Tokens,
): Promise<void> {
  const { store, principal, clock, keptTokens } = call
  const place = { accountId: principal.accountId, mailboxId }
  const { email } = await findMailbox(call, mailboxId)
  const grant = newGrant(call, place, provider, tokens)
  await call.database.pool.together()
  await call.database.pool.inOne(async () => {
    await store.mailboxes.change(principal.accountId, mailboxId, grantedValues(provider, email), clock.now())
    await store.mailboxGrants.put(grant, clock.now())
    await audit(call, 'mailbox_changed', { subject: email, details: { fields: ['oauth'] } })
    await endWith(call, connect, mailboxId)
    await resumeMailbox(call, { ...place, email, provider: provider.name })
  })
  keptTokens.forget(place)
}

/** Whose mailbox it is: that of the person who consented, or one they share with others. */
function addressOf({ email: wanted, shared }: Connect, provider: MailProvider, { identity }: Tokens): string {
  const signedIn = identity?.email ?? null
  const email = wanted ?? signedIn
  if (email === null) throw invalid(`${providerTitle(provider)} does not say whose mailbox it is: also send email.`)
  if (signedIn !== null && signedIn !== email.toLowerCase() && !shared)
    throw invalid(`An address other than ${email} signed in: sign in as ${email}, or send shared for a shared mailbox.`)
  return email
}

async function demandSamePerson(
  call: Part<'principal', 'mailboxGrants'>,
  mailboxId: number,
  { identity }: Tokens,
): Promise<void> {
  const grant = await call.store.mailboxGrants.find({ accountId: call.principal.accountId, mailboxId })
  if (grant === null || grant.subject === null || identity === null) return
  if (grant.subject !== `${identity.issuer} ${identity.subject}`)
    throw invalid('The person who signed in is not the one who connected this mailbox before.')
}

const invalid = (sentence: string) => new AppError('validation_failed', sentence)
