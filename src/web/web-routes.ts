import { AccountsScreen, SwitchAccountForm } from './screens/accounts/accounts-screen.ts'
import { ConfirmForm, ConfirmScreen } from './screens/accounts/confirm-screen.ts'
import { LogInForm, LoginScreen, LogOutForm } from './screens/accounts/login-screen.ts'
import { SetUpForm, SetupScreen } from './screens/accounts/setup-screen.ts'
import { HomeScreen } from './screens/home/home-screen.ts'
import { page, post } from './web-route.ts'
import type { WebRoute } from './web-route.ts'

/** The whole web door, below `/app`. Screens with an entry in the navigation stand there in this order. */
export const WEB_ROUTES: readonly WebRoute[] = [
  page('/', HomeScreen, { word: 'home', icon: 'home' }),

  page('/setup', SetupScreen),
  post('/setup', SetUpForm),
  page('/login', LoginScreen),
  post('/login', LogInForm),
  post('/logout', LogOutForm),
  page('/confirm', ConfirmScreen),
  post('/confirm', ConfirmForm),
  page('/accounts', AccountsScreen),
  post('/accounts', SwitchAccountForm),
]
