import { germanSettingsNotices } from './german-settings-notices.ts'
import { germanSearchNotices } from './german-search-notices.ts'
import { germanCampaignNotices } from './german-campaign-notices.ts'
import { germanLeadNotices } from './german-lead-notices.ts'
import type { Words } from '../words.ts'

export const germanNotices: Words['notices'] = {
  ...germanCampaignNotices,
  ...germanLeadNotices,
  ...germanSettingsNotices,
  ...germanSearchNotices,
  'apps.changed': ({ name }) => `${name}: gespeichert. Es gilt ab der nächsten Anfrage.`,
  'apps.disconnected': ({ name }) => `${name} ist getrennt.`,
  'general.saved': () => 'Gespeichert.',
  'accounts.set_up': () =>
    'Dieses Quarry gehört Ihnen. Mit einem Passkey melden Sie sich mit Fingerabdruck, Gesicht oder PIN an.',
  'accounts.password_changed': () => 'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.',
  'accounts.session_ended': () => 'Diese Sitzung ist beendet.',
  'accounts.joined': () => 'Willkommen in diesem Konto.',
  'accounts.passkey_added': () => 'Der Passkey ist hinzugefügt. Ab jetzt genügt er zum Anmelden.',
  'accounts.passkey_removed': () => 'Der Passkey ist entfernt.',
  'accounts.oidc_linked': () => 'Verknüpft. Ab jetzt können Sie sich damit anmelden.',
  'accounts.oidc_unlinked': () => 'Die Verknüpfung ist entfernt.',
}
