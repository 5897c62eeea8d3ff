import type { MailProvider } from '../../db/grants/mail-providers-store.ts'
import { DAY_MS } from '../../lib/process/clock.ts'

/** What to say if a provider does not let Quarry in; each sentence ends with what to do. */

const TITLES = { microsoft: 'Microsoft', google: 'Google' } as const

/** What people call a provider: its own name, unless it is commonly known by another. */
export const providerTitle = ({ kind, name }: Pick<MailProvider, 'kind' | 'name'>): string =>
  kind === 'custom' ? name : TITLES[kind]

const again = (email: string): string => `connect it again with \`quarry mailbox connect ${email}\`.`

/** Google ends permissions granted to an app in Testing after seven days. */
const TESTING_FROM_MS = 6.5 * DAY_MS
const TESTING_TO_MS = 7.5 * DAY_MS

/** The permission has ended: it was withdrawn or has become invalid. */
export function consentSentence(
  provider: Pick<MailProvider, 'kind' | 'name'>,
  email: string,
  { error, ageMs }: { error: string; ageMs: number },
): string {
  if (provider.kind === 'google' && error === 'invalid_grant' && ageMs >= TESTING_FROM_MS && ageMs <= TESTING_TO_MS)
    return 'Google ended the permission after 7 days because the consent screen is in Testing: publish it or make it Internal, then connect again.'
  return `${providerTitle(provider)} no longer lets Quarry use ${email}: ${again(email)}`
}

/** An app-only provider asks nobody for consent: an administrator has to look at the permissions of its client. */
export const appOnlySentence = (provider: Pick<MailProvider, 'kind' | 'name'>, email: string): string =>
  `${providerTitle(provider)} no longer lets the client of the provider ${provider.name} use ${email}: an administrator must allow it again.`

/** A newly issued token is refused. */
export const refusedSentence = (email: string): string =>
  `The mail server of ${email} rejects a newly issued token: check that SMTP and IMAP are allowed for this mailbox, then ${again(email)}`

/** The client itself is refused. */
export function clientSentence({ name }: Pick<MailProvider, 'name'>, error: string): string {
  if (error === 'invalid_scope')
    return `The scopes of the provider ${name} are rejected: register them, or run \`quarry mailbox provider set ${name}\` with different ones.`
  return `The client secret of the provider ${name} is rejected: create a new one and run \`quarry mailbox provider set ${name}\`.`
}

/** The endpoint that issues tokens does not answer. */
export const silentSentence = (provider: Pick<MailProvider, 'kind' | 'name'>): string =>
  `${providerTitle(provider)} is not issuing tokens right now: Quarry will retry automatically.`

export const missingScopeSentence = (
  provider: Pick<MailProvider, 'kind' | 'name'>,
  scopes: readonly string[],
): string =>
  `${providerTitle(provider)} did not grant ${scopes.join(' and ')}: connect again, and allow everything that is requested.`
