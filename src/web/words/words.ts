import type { englishApps } from './english/english-apps.ts'
import type { englishAnswers } from './english/english-answers.ts'
import type { englishConversations } from './english/english-conversations.ts'
import type { englishCampaigns } from './english/english-campaigns.ts'
import type { englishMailboxes } from './english/english-mailboxes.ts'
import type { englishAccounts } from './english/english-accounts.ts'
import type { englishDiscover } from './english/english-discover.ts'
import type { englishGuard } from './english/english-guard.ts'
import type { englishGeneral } from './english/english-general.ts'
import type { englishLists } from './english/english-lists.ts'
import type { englishImports } from './english/english-imports.ts'
import type { englishLeads } from './english/english-leads.ts'
import type { englishNotices } from './english/english-notices.ts'
import type { NoticeValues } from './english/notice-values.ts'
import type { englishSettings } from './english/english-settings.ts'
import type { englishChanges } from './changes/english-changes.ts'
import type { englishHelp } from './english/english-help.ts'
import type { englishSystem } from './english/english-system.ts'
import type { englishTeam } from './english/english-team.ts'
import type { englishWebhooks } from './english/english-webhooks.ts'
import type { englishErrors } from './english/english-errors.ts'
import type { englishSearch } from './english/english-search.ts'
import type { englishVerify } from './english/english-verify.ts'
import type { Retell } from '../../lib/text/sentence-book.ts'

/** Everything Quarry says on its screens in one language, by area. German has every word that English has. */
export interface Words {
  language: 'en' | 'de'
  general: typeof englishGeneral
  search: typeof englishSearch
  verify: typeof englishVerify
  discover: typeof englishDiscover
  apps: typeof englishApps
  answers: typeof englishAnswers
  campaigns: typeof englishCampaigns
  conversations: typeof englishConversations
  mailboxes: typeof englishMailboxes
  guard: typeof englishGuard
  accounts: typeof englishAccounts
  leads: typeof englishLeads
  imports: typeof englishImports
  settings: typeof englishSettings
  help: typeof englishHelp
  system: typeof englishSystem
  team: typeof englishTeam
  lists: typeof englishLists
  changes: typeof englishChanges
  webhooks: typeof englishWebhooks
  /** What happened, shown at the top of the next page: `area.word` → sentence. */
  notices: Readonly<Record<string, (values: NoticeValues) => string>> & typeof englishNotices
  /** Translates the core's sentences for programs. */
  retell: Retell
  /** Sentences by error id; if there is none, the error's own is shown. */
  errors: Partial<Readonly<Record<string, string>>> & Partial<typeof englishErrors>
}

/** The languages of the screens, by `lang` value and name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
