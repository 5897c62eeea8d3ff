import { finishOidc, startOidc, unlinkOidc } from '../../../core/logins/oidc-sign-in.ts'
import type { OidcPurpose } from '../../../core/logins/oidc-sign-in.ts'
import { AppError } from '../../../errors.ts'
import { nextPath } from '../../page/next-path.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { see } from '../../page/screen.ts'
import type { Next, Passage } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { LoginScreen } from './login-screen.ts'
import { ofOwn } from './security-forms.ts'
import { comingFrom, enteredAt, saidInForm } from './way-in.ts'

const PURPOSES: readonly OidcPurpose[] = ['sign_in', 'link', 'confirm', 'join']

const CALLBACK = to('/login/oidc/callback')

/** Cookies belong to a host name: someone who started on `localhost` returns there. */
const callbackOf = ({ place }: View): string =>
  (new URL(place.origin).hostname === 'localhost' ? place.origin : place.publicUrl) + CALLBACK

/** Leads to the provider. Its state goes into a cookie, with the code of an invitation that waits there. */
export const GoToOidc: Passage = {
  on: { path: '/login', screen: LoginScreen },
  act: async ({ context, view, me, visitor }) => {
    const purpose = PURPOSES.find((known) => known === view.query['for']) ?? 'sign_in'
    // Another site must not start anything that changes who signs in as whom.
    if (purpose !== 'sign_in' && !view.maySpend)
      throw new AppError('forbidden', 'This was not started on a Quarry page, so nothing was changed. Start it there.')
    const wanted = {
      purpose,
      next: nextPath(view.query['next']),
      redirectUri: callbackOf(view),
      timeZone: view.query['time_zone'] ?? '',
    }
    const { url, flow } = await saidInForm(view.words, () => startOidc(context, wanted, me))
    const code = purpose === 'join' ? codeOf(visitor.cookie('flow')) : null
    return { kind: 'see', path: url, cookies: [{ name: 'flow', value: code === null ? flow : `${flow}.${code}` }] }
  },
}

/** Before the redirect to the provider the cookie is only the code; afterwards the code follows the flow. */
const codeOf = (cookie: string | null): string | null => cookie?.split('.').at(-1) ?? null

/** The address to which the provider redirects. */
export const BackFromOidc: Passage = {
  on: { path: '/login', screen: LoginScreen },
  act: async ({ context, view, me, visitor, search }) => {
    const [flow = null, code = null] = visitor.cookie('flow')?.split('.') ?? []
    const done = await saidInForm(view.words, () =>
      finishOidc(context, { flow, code, search }, { signedIn: me, visitor: comingFrom(visitor) }),
    )
    const gone = { name: 'flow', value: null } as const
    if (done.kind === 'confirmed')
      return { kind: 'see', path: done.next, cookies: [{ name: 'session', value: done.token }, gone] }
    const next: Next =
      done.kind === 'linked'
        ? see(done.next, notice('accounts.oidc_linked'))
        : await enteredAt(context, done.entered, done.next)
    return next.kind === 'see' ? { ...next, cookies: [...(next.cookies ?? []), gone] } : next
  },
}

export const UnlinkOidcForm = ofOwn(async ({ context, visitor, me }) => {
  await unlinkOidc(context, me, comingFrom(visitor))
  return see(to('/settings/security'), notice('accounts.oidc_unlinked'))
})
