import { englishSettingsNotices } from './english-settings-notices.ts'
import { englishSearchNotices } from './english-search-notices.ts'
import { englishCampaignNotices } from './english-campaign-notices.ts'
import { englishLeadNotices } from './english-lead-notices.ts'
import type { NoticeValues } from './notice-values.ts'

/** What happened, as the next page words it: one line for each `area.word`. */
export const englishNotices = {
  ...englishCampaignNotices,
  ...englishLeadNotices,
  ...englishSettingsNotices,
  ...englishSearchNotices,
  'apps.changed': ({ name }) => `${name}: saved. The change takes effect with its next request.`,
  'apps.disconnected': ({ name }) => `${name} has been disconnected.`,
  'general.saved': () => 'Saved.',
  'accounts.set_up': () => 'This Quarry is yours. A passkey signs you in with a fingerprint, your face or a PIN.',
  'accounts.password_changed': () => 'Your password has been changed. All other sessions have ended.',
  'accounts.session_ended': () => 'That session has ended.',
  'accounts.joined': () => 'Welcome to this account.',
  'accounts.passkey_added': () => 'The passkey has been added. You can now sign in with it alone.',
  'accounts.passkey_removed': () => 'The passkey has been removed.',
  'accounts.oidc_linked': () => 'Linked. From now on you can sign in with it.',
  'accounts.oidc_unlinked': () => 'The link has been removed.',
} satisfies Record<string, (values: NoticeValues) => string>
