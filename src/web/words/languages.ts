import { englishApps } from './english-apps.ts'
import { germanApps } from './german-apps.ts'
import { germanAnswers } from './german-answers.ts'
import { germanCampaigns } from './german-campaigns.ts'
import { germanMailboxes } from './german-mailboxes.ts'
import { englishAnswers } from './english-answers.ts'
import { englishCampaigns } from './english-campaigns.ts'
import { englishMailboxes } from './english-mailboxes.ts'
import { englishAccounts } from './english-accounts.ts'
import { germanAccounts } from './german-accounts.ts'
import { englishDiscover } from './english-discover.ts'
import { englishErrors } from './english-errors.ts'
import { englishGeneral } from './english-general.ts'
import { englishLists } from './english-lists.ts'
import { englishImports } from './english-imports.ts'
import { englishLeads } from './english-leads.ts'
import { englishNotices } from './english-notices.ts'
import { englishSearch } from './english-search.ts'
import { englishVerify } from './english-verify.ts'
import { germanDiscover } from './german-discover.ts'
import { germanErrors } from './german-errors.ts'
import { germanGeneral } from './german-general.ts'
import { germanLists } from './german-lists.ts'
import { germanImports } from './german-imports.ts'
import { germanLeads } from './german-leads.ts'
import { germanNotices } from './german-notices.ts'
import { englishSettings } from './english-settings.ts'
import { englishTeam } from './english-team.ts'
import { germanSettings } from './german-settings.ts'
import { englishHelp } from './english-help.ts'
import { englishSystem } from './english-system.ts'
import { germanHelp } from './german-help.ts'
import { germanSystem } from './german-system.ts'
import { germanTeam } from './german-team.ts'
import { germanSearch } from './german-search.ts'
import { germanVerify } from './german-verify.ts'
import { englishWebhooks } from './english-webhooks.ts'
import { germanWebhooks } from './german-webhooks.ts'
import type { Words } from './words.ts'

const english: Words = {
  language: 'en',
  general: englishGeneral,
  search: englishSearch,
  verify: englishVerify,
  discover: englishDiscover,
  apps: englishApps,
  answers: englishAnswers,
  campaigns: englishCampaigns,
  mailboxes: englishMailboxes,
  accounts: englishAccounts,
  leads: englishLeads,
  imports: englishImports,
  settings: englishSettings,
  help: englishHelp,
  system: englishSystem,
  team: englishTeam,
  lists: englishLists,
  webhooks: englishWebhooks,
  notices: englishNotices,
  errors: englishErrors,
}

const german: Words = {
  language: 'de',
  general: germanGeneral,
  search: germanSearch,
  verify: germanVerify,
  discover: germanDiscover,
  apps: germanApps,
  answers: germanAnswers,
  campaigns: germanCampaigns,
  mailboxes: germanMailboxes,
  accounts: germanAccounts,
  leads: germanLeads,
  imports: germanImports,
  settings: germanSettings,
  help: germanHelp,
  system: germanSystem,
  team: germanTeam,
  lists: germanLists,
  webhooks: germanWebhooks,
  notices: germanNotices,
  errors: germanErrors,
}

/** The languages of the screens, as `lang` and people name them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const

/** @param wanted what a login chose, or what the browser prefers; English for all others. */
export const wordsFor = (wanted: string | null): Words => (wanted === 'de' ? german : english)
