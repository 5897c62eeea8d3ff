import type { englishApps } from './english-apps.ts'
import type { englishAnswers } from './english-answers.ts'
import type { englishCampaigns } from './english-campaigns.ts'
import type { englishMailboxes } from './english-mailboxes.ts'
import type { englishAccounts } from './english-accounts.ts'
import type { englishDiscover } from './english-discover.ts'
import type { englishGeneral } from './english-general.ts'
import type { englishLists } from './english-lists.ts'
import type { englishImports } from './english-imports.ts'
import type { englishLeads } from './english-leads.ts'
import type { englishNotices } from './english-notices.ts'
import type { NoticeValues } from './notice-values.ts'
import type { englishSettings } from './english-settings.ts'
import type { englishHelp } from './english-help.ts'
import type { englishSystem } from './english-system.ts'
import type { englishTeam } from './english-team.ts'
import type { englishWebhooks } from './english-webhooks.ts'
import type { englishErrors } from './english-errors.ts'
import type { englishSearch } from './english-search.ts'
import type { englishVerify } from './english-verify.ts'

/** All that Quarry says on its screens in one language, by area. German has every word that English has. */
export interface Words {
  language: 'en' | 'de'
  general: typeof englishGeneral
  search: typeof englishSearch
  verify: typeof englishVerify
  discover: typeof englishDiscover
  apps: typeof englishApps
  answers: typeof englishAnswers
  campaigns: typeof englishCampaigns
  mailboxes: typeof englishMailboxes
  accounts: typeof englishAccounts
  leads: typeof englishLeads
  imports: typeof englishImports
  settings: typeof englishSettings
  help: typeof englishHelp
  system: typeof englishSystem
  team: typeof englishTeam
  lists: typeof englishLists
  webhooks: typeof englishWebhooks
  /** What happened, said at the top of the next page: `area.word` → sentence. */
  notices: Readonly<Record<string, (values: NoticeValues) => string>> & typeof englishNotices
  /** Sentences for the ids of errors; where there is none, the error's own is shown. */
  errors: Partial<Readonly<Record<string, string>>> & Partial<typeof englishErrors>
}
