import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { hashOneTimeCode, newOneTimeCode } from '../../lib/secrets/one-time-code.ts'
import { auditBy } from '../accounts/audit.ts'
import { enter } from './enter.ts'
import type { Entered, EnterNeeds, Newcomer } from './enter.ts'
import { firstAccount } from '../accounts/issue-keys.ts'
import { SCREEN_LANGUAGES, readNewPerson } from './login-fields.ts'
import type { NewPerson } from './login-fields.ts'
import { takeCodeTry } from './login-throttle.ts'
import { webLink } from '../accounts/web-link.ts'

/** The first person of an installation: whoever has the code printed by its server. */

/** What creating the first owner needs. */
export type SetUpNeeds = EnterNeeds & Part<'passwords', 'accounts' | 'loginLinks' | 'logins' | 'settings'>

const KEPT_MS = 7 * DAY_MS

/** Whether anybody can sign in. Until then, only the set-up is shown. */
export const isSetUp = ({ store }: Part<never, 'logins'>): Promise<boolean> => store.logins.any()

/**
 * A code that makes its holder the owner, and its link; earlier ones keep working.
 * @returns null if somebody can already sign in
 */
export async function makeSetUpLink({
  store,
  clock,
  config,
}: Part<'clock' | 'config', 'loginLinks' | 'logins'>): Promise<{ code: string; link: string } | null> {
  if (await store.logins.any()) return null
  const { code, hash } = newOneTimeCode('qs')
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + KEPT_MS)
  await store.loginLinks.add({ hash, kind: 'setup', loginId: null, creator: null, now, expiresAt })
  return { code, link: webLink(config, 'setup', code) }
}

export interface SetUp extends NewPerson {
  code: string
  language: string | null
}

/**
 * Makes a person the owner of the first account, who also runs the installation, and signs them in. Of several at once, only
 * one succeeds.
 * @throws AppError not_found if there is an owner; validation_failed with fields; too_many_requests
 */
export async function setUpOwner(needs: SetUpNeeds, given: SetUp, visitor: Newcomer): Promise<Entered> {
  const { store, database, clock, passwords } = needs
  if (await store.logins.any()) throw ownerExists()
  const hash = hashOneTimeCode(given.code)
  const tried = await takeCodeTry(needs, visitor.ip)
  if ((await store.loginLinks.find(hash, 'setup', clock.now())) === null) throw wrongCode()
  await tried.succeeded()
  const person = readNewPerson(given)
  const language = SCREEN_LANGUAGES.find((known) => known === given.language) ?? null
  const passwordHash = await passwords.hash(given.password)
  const place = await firstAccount(needs)
  const loginId = await database.pool.inOne(async () => {
    await store.settings.lock('firstAccount')
    if (await store.logins.any()) throw ownerExists()
    if ((await store.loginLinks.use(hash, 'setup', clock.now())) === null) throw wrongCode()
    const id = await store.logins.add({ ...person, passwordHash, operator: true, language, now: clock.now() })
    if (id === null) throw ownerExists()
    await store.logins.ownFirstUser(place, { id, ...person })
    await store.loginLinks.drop('setup', null)
    const actor = { ...place, actor: person.email, via: 'session', requestId: visitor.requestId } as const
    await auditBy(needs, actor, 'set_up', { subject: person.email, isOfInstallation: true })
    return id
  })
  return enter(needs, { loginId, accountId: place.accountId, way: 'setup' }, visitor)
}

const ownerExists = (): AppError => new AppError('not_found', 'This Quarry already has an owner. Sign in.')

const wrongCode = (): AppError =>
  new AppError(
    'validation_failed',
    'This set-up code is wrong, already used, or older than 7 days. Print a new one: quarry users setup-link.',
    {
      field: 'code',
      reason: 'setup_code',
    },
  )
