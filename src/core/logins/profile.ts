import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { booleanField, plainText } from '../../lib/input/field-kinds.ts'
import { clearableField, read, refuse } from '../../lib/input/input-fields.ts'
import { isTimeZone } from '../../lib/input/time-zone.ts'
import { capability } from '../capability/capability.ts'
import { SCREEN_LANGUAGES } from './login-fields.ts'

/** What a person decides about the pages they see. */

const MAX_NAME_LENGTH = 100

const Profile = z.object({
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  language: z.string().nullable(),
  time_zone: z.string().nullable(),
  theme: z.enum(['light', 'dark']).nullable(),
  compact: z.boolean(),
  shortcuts: z.boolean(),
  /** In this account. */
  told_by_mail: z.boolean(),
})
const One = z.object({ data: Profile, meta: z.object({}) })

const nameOf = (name: string, description: string) =>
  clearableField<string>({ type: 'string', maxLength: MAX_NAME_LENGTH, description }, (raw) => {
    const text = plainText(raw)
    return text === null || text.length > MAX_NAME_LENGTH
      ? refuse('wrong_params', `${name} must be a string of at most ${MAX_NAME_LENGTH} characters.`)
      : read(text.toWellFormed())
  })

const oneOf = <Value extends string>(name: string, values: readonly Value[], description: string) =>
  clearableField<Value>({ type: 'string', enum: [...values], description }, (raw) => {
    const value = values.find((known) => known === raw)
    return value === undefined ? refuse('wrong_params', `${name} must be one of ${values.join(', ')}.`) : read(value)
  })

const timeZone = clearableField<string>({ type: 'string', description: 'IANA time zone name.' }, (raw) => {
  const name = plainText(raw)
  return name !== null && isTimeZone(name) ? read(name) : refuse('wrong_params', 'time_zone is not a known time zone.')
})

/** The session's login; keys belong to an account and have none. @throws AppError forbidden without a session */
function loginOf({ principal }: Pick<Call, 'principal'>): number {
  if (principal.login === undefined) throw new AppError('forbidden', 'Only somebody who is signed in has a profile.')
  return principal.login.id
}

export const GetProfile = capability({
  name: 'get_profile',
  group: 'others',
  scope: 'read',
  input: z.object({}),
  output: One,
  run: (call) => profileOf(call),
})

export const UpdateProfile = capability({
  name: 'update_profile',
  group: 'others',
  scope: 'read',
  input: z.object({
    first_name: nameOf('first_name', 'First name.'),
    last_name: nameOf('last_name', 'Last name.'),
    language: oneOf('language', SCREEN_LANGUAGES, "Language of the pages. Default: the browser's."),
    time_zone: timeZone,
    theme: oneOf('theme', ['light', 'dark'], "Default: the system's."),
    compact: booleanField('compact', 'wrong_params', 'Whether rows are compact.'),
    shortcuts: booleanField('shortcuts', 'wrong_params', 'Whether single-key shortcuts are on.'),
    told_by_mail: booleanField('told_by_mail', 'wrong_params', 'Whether to send emails about campaigns and mailboxes.'),
  }),
  output: One,
  run: async (call, given) => {
    const { first_name, last_name, language, time_zone, theme, compact, shortcuts, told_by_mail: told } = given
    const change = {
      firstName: first_name,
      lastName: last_name,
      language,
      timeZone: time_zone,
      theme,
      compact,
      shortcuts,
    }
    const sent = Object.entries(change).filter(([, value]) => value !== undefined)
    await call.store.logins.change(loginOf(call), Object.fromEntries(sent))
    const { accountId, userId } = call.principal
    if (told !== undefined) await call.store.members.tell(accountId, userId, told)
    return profileOf(call)
  },
})

async function profileOf(call: Part<'principal', 'logins' | 'members'>): Promise<z.output<typeof One>> {
  const profile = await call.store.logins.profile(loginOf(call))
  if (profile === null) throw new AppError('not_found', 'This login no longer exists.')
  const { email, firstName, lastName, language, timeZone, theme, compact, shortcuts } = profile
  const names = { email, first_name: firstName, last_name: lastName }
  const { accountId, userId } = call.principal
  const told = await call.store.members.isTold(accountId, userId)
  return {
    data: { ...names, language, time_zone: timeZone, theme, compact, shortcuts, told_by_mail: told },
    meta: {},
  }
}
