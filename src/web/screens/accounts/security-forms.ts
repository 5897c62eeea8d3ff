import { revokeSession } from '../../../core/logins/own-sessions.ts'
import { passkeyPlace } from '../../../core/logins/passkey-place.ts'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '../../../core/logins/passkeys.ts'
import { changePassword } from '../../../core/logins/reset-password.ts'
import { putNotice, sessionHash } from '../../../core/logins/sessions.ts'
import type { SignedIn } from '../../../core/logins/sessions.ts'
import { AppError } from '../../../errors.ts'
import { fieldAsTyped, fieldText } from '../../page/fields.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { Form, FormWork, Next } from '../../page/screen.ts'
import { SecurityScreen } from './security-screen.ts'
import { comingFrom, saidAtPassword } from './way-in.ts'

const HERE = to('/settings/security')

/** A form about one's own login, for users who have just confirmed their identity. */
export const ofOwn = (act: (work: FormWork & { me: SignedIn }) => Promise<Next>): Form =>
  form({
    scope: 'read',
    confirmed: true,
    on: { path: '/settings/security', screen: SecurityScreen },
    act: async (work) => {
      const { me } = work
      return me === null ? see(to('/login')) : act({ ...work, me })
    },
  })

export const ChangePasswordForm = ofOwn(async ({ context, fields, visitor, view, me }) => {
  const given = { current: fieldAsTyped(fields, 'current_password'), password: fieldAsTyped(fields, 'password') }
  const token = await saidAtPassword(view.words, 'current_password', () =>
    changePassword(context, me, given, comingFrom(visitor)),
  )
  await putNotice(context, sessionHash(token), notice('accounts.password_changed'))
  return { kind: 'see', path: HERE, cookies: [{ name: 'session', value: token }] }
})

export const EndSessionForm = ofOwn(async ({ context, fields, visitor, me }) => {
  await revokeSession(context, me, fieldText(fields, 'id'), visitor.requestId)
  return see(HERE, notice('accounts.session_ended'))
})

export const AddPasskeyForm = ofOwn(async ({ context, fields, visitor, view, me }) => {
  const place = passkeyPlace(context.config, view.place.origin)
  if (place === null) throw new AppError('validation_failed', view.words.accounts.noPasskeysHere(view.place.host))
  const given = { answer: fieldText(fields, 'answer'), name: fieldText(fields, 'passkey_name') }
  await addPasskey(context, place, given, { visitor: comingFrom(visitor), signedIn: me })
  return see(HERE, notice('accounts.passkey_added'))
})

export const RenamePasskeyForm = ofOwn(async ({ context, fields, visitor, me }) => {
  const given = { id: fieldText(fields, 'id'), name: fieldText(fields, 'name') }
  const before = (await listPasskeys(context, me)).find(({ id }) => id === given.id)
  await renamePasskey(context, given, { visitor: comingFrom(visitor), signedIn: me })
  const undo = before && { action: `${HERE}/passkeys/rename`, fields: { id: before.id, name: before.name } }
  return see(HERE, notice('general.saved', {}, undo))
})

export const RemovePasskeyForm = ofOwn(async ({ context, fields, visitor, me }) => {
  await removePasskey(context, fieldText(fields, 'id'), { visitor: comingFrom(visitor), signedIn: me })
  return see(HERE, notice('accounts.passkey_removed'))
})
