import { AccountsScreen, SwitchAccountForm } from './screens/accounts/accounts-screen.ts'
import { ConfirmForm, ConfirmScreen } from './screens/accounts/confirm-screen.ts'
import { LogInForm, LoginScreen, LogOutForm } from './screens/accounts/login-screen.ts'
import { SetUpForm, SetupScreen } from './screens/accounts/setup-screen.ts'
import { HomeScreen } from './screens/home/home-screen.ts'
import { DeleteLeadsForm, DeleteLeadsScreen } from './screens/leads/delete-leads-screen.ts'
import { ExportFile, ExportScreen, LargeExportFile } from './screens/leads/export-screen.ts'
import { EnrichLeadForm, LeadScreen, UpdateLeadForm } from './screens/leads/lead-screen.ts'
import { filterAdded } from './screens/leads/leads-filters.ts'
import {
  AddToListForm,
  CheckLeadsForm,
  EnrichLeadsForm,
  ExportLeadsForm,
  MoveLeadsForm,
  RemoveFromListForm,
} from './screens/leads/leads-forms.ts'
import { LeadsScreen } from './screens/leads/leads-screen.ts'
import { NewLeadForm, NewLeadScreen } from './screens/leads/new-lead-screen.ts'
import { WriteToLeadsForm, WriteToLeadsScreen } from './screens/leads/write-to-leads-screen.ts'
import { file, page, post, signpost } from './web-route.ts'
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

  page('/leads', LeadsScreen, { word: 'leads', icon: 'leads' }),
  signpost('/leads/filter', filterAdded),
  post('/leads/add', AddToListForm),
  post('/leads/remove', RemoveFromListForm),
  post('/leads/move', MoveLeadsForm),
  post('/leads/enrich', EnrichLeadsForm),
  post('/leads/check', CheckLeadsForm),
  post('/leads/export', ExportLeadsForm),
  page('/leads/delete', DeleteLeadsScreen),
  post('/leads/delete', DeleteLeadsForm),
  page('/leads/write', WriteToLeadsScreen),
  post('/leads/write', WriteToLeadsForm),
  page('/leads/new', NewLeadScreen),
  post('/leads/new', NewLeadForm),
  page('/leads/:id', LeadScreen),
  post('/leads/:id', UpdateLeadForm),
  post('/leads/:id/enrich', EnrichLeadForm),
  page('/exports/:id', ExportScreen),
  file('/exports/:id/file', ExportFile),
  file('/exports/:id/large-file', LargeExportFile),
]
