import { to } from './page/page-query.ts'
import { AccountsScreen, SwitchAccountForm } from './screens/accounts/accounts-screen.ts'
import { ConfirmForm, ConfirmScreen, ConfirmWithPasskeyForm } from './screens/accounts/confirm-screen.ts'
import { LeaveForm, LeaveScreen } from './screens/accounts/leave-screen.ts'
import { LogInForm, LoginScreen, LogInWithPasskeyForm, LogOutForm } from './screens/accounts/login-screen.ts'
import { AcceptInvitationForm, JoinScreen, LookAtInvitationForm } from './screens/accounts/join-screen.ts'
import { BackFromOidc, GoToOidc, UnlinkOidcForm } from './screens/accounts/oidc-passages.ts'
import { ProfileScreen, SaveProfileForm } from './screens/accounts/profile-screen.ts'
import { ResetForm, ResetScreen } from './screens/accounts/reset-screen.ts'
import {
  AddPasskeyForm,
  ChangePasswordForm,
  EndSessionForm,
  RemovePasskeyForm,
  RenamePasskeyForm,
} from './screens/accounts/security-forms.ts'
import { SecurityScreen } from './screens/accounts/security-screen.ts'
import { SetUpForm, SetupScreen } from './screens/accounts/setup-screen.ts'
import { DeleteAccountForm, DeleteAccountScreen } from './screens/accounts/delete-account-screen.ts'
import { page, passage, post, signpost } from './web-route.ts'
import type { WebRoute } from './web-route.ts'

/** The ways in, for visitors who may not be signed in. */
export const SIGN_IN_ROUTES: readonly WebRoute[] = [
  page('/setup', SetupScreen),
  post('/setup', SetUpForm),
  page('/login', LoginScreen),
  post('/login', LogInForm),
  post('/login/passkey', LogInWithPasskeyForm),
  passage('/login/oidc', GoToOidc),
  passage('/login/oidc/callback', BackFromOidc),
  post('/logout', LogOutForm),
  page('/confirm', ConfirmScreen),
  post('/confirm', ConfirmForm),
  post('/confirm/passkey', ConfirmWithPasskeyForm),
  page('/accounts', AccountsScreen),
  post('/accounts', SwitchAccountForm),
  page('/accounts/leave', LeaveScreen),
  post('/accounts/leave', LeaveForm),
  page('/accounts/delete', DeleteAccountScreen),
  post('/accounts/delete', DeleteAccountForm),
  page('/reset', ResetScreen),
  post('/reset', ResetForm),
  page('/join', JoinScreen),
  post('/join', LookAtInvitationForm),
  post('/join/accept', AcceptInvitationForm),
]

/** What concerns one's own login, in whichever account. */
export const OWN_LOGIN_ROUTES: readonly WebRoute[] = [
  page('/settings/profile', ProfileScreen, { word: 'settings', icon: 'settings', apart: true }),
  post('/settings/profile', SaveProfileForm),
  page('/settings/security', SecurityScreen),
  post('/settings/security/password', ChangePasswordForm),
  post('/settings/security/sessions', EndSessionForm),
  post('/settings/security/passkeys', AddPasskeyForm),
  post('/settings/security/passkeys/rename', RenamePasskeyForm),
  post('/settings/security/passkeys/remove', RemovePasskeyForm),
  post('/settings/security/oidc/unlink', UnlinkOidcForm),
  signpost('/settings', () => to('/settings/profile')),
]
