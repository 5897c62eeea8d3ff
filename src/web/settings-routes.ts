import {
  ChangeAppForm,
  ConnectedAppsScreen,
  DisconnectAppForm,
  DisconnectAppScreen,
} from './screens/apps/connected-apps-screen.ts'
import { OauthStepsScreen } from './screens/apps/oauth-steps-screen.ts'
import {
  DeleteWebhookForm,
  DeleteWebhookScreen,
  RetryDeliveryForm,
  RotateWebhookForm,
  TestWebhookForm,
  UpdateWebhookForm,
} from './screens/settings/webhook-forms.ts'
import {
  InstallationAccountScreen,
  SetPlanForm,
  SuspendAccountForm,
} from './screens/system/installation-account-screen.ts'
import {
  InstallationAccountsScreen,
  NewAccountScreen,
  OpenAccountForm,
} from './screens/system/installation-accounts-screen.ts'
import {
  InstallationOptOutsScreen,
  LiftInstallationOptOutForm,
  LiftInstallationOptOutScreen,
  NewOptOutForm,
  NewOptOutScreen,
} from './screens/system/installation-opt-outs-screen.ts'
import { AddOptOutForm, OptOutsScreen, RemoveOptOutForm } from './screens/settings/opt-outs-screen.ts'
import { AuditScreen } from './screens/settings/audit-screen.ts'
import { ChangeRoleForm, MemberScreen, RemoveMemberForm, ResetMemberForm } from './screens/settings/member-screen.ts'
import { CrawlsScreen, NewCrawlScreen, RequestCrawlForm } from './screens/system/crawls-screen.ts'
import { HelpKeysScreen } from './screens/help/help-keys-screen.ts'
import { InviteForm, InviteScreen } from './screens/settings/invite-screen.ts'
import { KeyScreen, RenameKeyForm, RevokeKeyForm, RevokeOthersKeyForm } from './screens/settings/key-screen.ts'
import { KeysScreen } from './screens/settings/keys-screen.ts'
import { LiftOptOutForm, LiftOptOutScreen } from './screens/settings/lift-opt-out-screen.ts'
import { MakeKeyForm, NewKeyScreen } from './screens/settings/new-key-screen.ts'
import { MakeWebhookForm, NewWebhookScreen, WebhooksScreen } from './screens/settings/webhooks-screen.ts'
import { EndOperatorForm, EndOperatorScreen } from './screens/system/end-operator-screen.ts'
import { OperatorsScreen, SetOperatorForm } from './screens/system/operators-screen.ts'
import { RenameAccountForm, RevokeInvitationForm, TeamScreen } from './screens/settings/team-screen.ts'
import { SystemScreen } from './screens/system/system-screen.ts'
import { UsageScreen } from './screens/settings/usage-screen.ts'
import { WebhookScreen } from './screens/settings/webhook-screen.ts'
import { page, post } from './web-route.ts'
import type { WebRoute } from './web-route.ts'

/** What is set once and reviewed occasionally: team, keys, webhooks, the installation. Below `/app`. */
export const SETTINGS_ROUTES: readonly WebRoute[] = [
  page('/settings/team', TeamScreen),
  post('/settings/team/name', RenameAccountForm),
  page('/settings/team/invite', InviteScreen),
  post('/settings/team/invite', InviteForm),
  post('/settings/team/invitations/revoke', RevokeInvitationForm),
  page('/settings/team/:id', MemberScreen),
  post('/settings/team/:id/role', ChangeRoleForm),
  post('/settings/team/:id/reset', ResetMemberForm),
  post('/settings/team/:id/remove', RemoveMemberForm),
  page('/settings/keys', KeysScreen),
  page('/settings/keys/new', NewKeyScreen),
  post('/settings/keys/new', MakeKeyForm),
  page('/settings/keys/:id', KeyScreen),
  post('/settings/keys/:id/name', RenameKeyForm),
  post('/settings/keys/:id/revoke', RevokeKeyForm),
  post('/settings/keys/:id/revoke-of-other', RevokeOthersKeyForm),
  page('/settings/webhooks', WebhooksScreen),
  page('/settings/webhooks/new', NewWebhookScreen),
  post('/settings/webhooks/new', MakeWebhookForm),
  page('/settings/webhooks/:id', WebhookScreen),
  post('/settings/webhooks/:id', UpdateWebhookForm),
  post('/settings/webhooks/:id/test', TestWebhookForm),
  post('/settings/webhooks/:id/rotate', RotateWebhookForm),
  page('/settings/webhooks/:id/delete', DeleteWebhookScreen),
  post('/settings/webhooks/:id/delete', DeleteWebhookForm),
  post('/settings/webhooks/:id/deliveries/:delivery', RetryDeliveryForm),
  page('/settings/apps', ConnectedAppsScreen),
  page('/settings/apps/steps', OauthStepsScreen),
  page('/settings/apps/:id', DisconnectAppScreen),
  post('/settings/apps/:id', ChangeAppForm),
  post('/settings/apps/:id/disconnect', DisconnectAppForm),
  page('/settings/usage', UsageScreen),
  page('/settings/opt-outs', OptOutsScreen),
  post('/settings/opt-outs', AddOptOutForm),
  post('/settings/opt-outs/remove', RemoveOptOutForm),
  page('/settings/opt-outs/lift', LiftOptOutScreen),
  post('/settings/opt-outs/lift', LiftOptOutForm),
  page('/settings/audit', AuditScreen),

  page('/system', SystemScreen, { word: 'system', icon: 'system', apart: true }),
  page('/system/crawls', CrawlsScreen),
  page('/system/crawls/new', NewCrawlScreen),
  post('/system/crawls/new', RequestCrawlForm),
  page('/system/opt-outs', InstallationOptOutsScreen),
  page('/system/opt-outs/new', NewOptOutScreen),
  post('/system/opt-outs/new', NewOptOutForm),
  page('/system/opt-outs/lift', LiftInstallationOptOutScreen),
  post('/system/opt-outs/lift', LiftInstallationOptOutForm),
  page('/system/accounts', InstallationAccountsScreen),
  page('/system/accounts/new', NewAccountScreen),
  post('/system/accounts/new', OpenAccountForm),
  page('/system/accounts/:id', InstallationAccountScreen),
  post('/system/accounts/:id/plan', SetPlanForm),
  post('/system/accounts/:id/suspended', SuspendAccountForm),
  page('/system/operators', OperatorsScreen),
  post('/system/operators', SetOperatorForm),
  page('/system/operators/end', EndOperatorScreen),
  post('/system/operators/end', EndOperatorForm),

  page('/help/keys', HelpKeysScreen),
]
