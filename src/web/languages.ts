import { GERMAN_GRANTS } from '../core/grants/german-grant-sentences.ts'
import { GERMAN_DOCTOR_SPF } from './words/german/german-doctor-spf.ts'
import { GERMAN_DOCTOR } from './words/german/german-doctor.ts'
import { GERMAN_MAIL } from './words/german/german-mail-sentences.ts'
import { GERMAN_SENTENCES } from './words/german/german-sentences.ts'
import { sentenceBook } from '../lib/text/sentence-book.ts'
import { englishApps } from './words/english/english-apps.ts'
import { germanApps } from './words/german/german-apps.ts'
import { germanConversations } from './words/german/german-conversations.ts'
import { germanAnswers } from './words/german/german-answers.ts'
import { germanCampaigns } from './words/german/german-campaigns.ts'
import { germanMailboxes } from './words/german/german-mailboxes.ts'
import { englishConversations } from './words/english/english-conversations.ts'
import { englishAnswers } from './words/english/english-answers.ts'
import { englishCampaigns } from './words/english/english-campaigns.ts'
import { englishMailboxes } from './words/english/english-mailboxes.ts'
import { englishAccounts } from './words/english/english-accounts.ts'
import { germanAccounts } from './words/german/german-accounts.ts'
import { englishDiscover } from './words/english/english-discover.ts'
import { englishErrors } from './words/english/english-errors.ts'
import { englishGeneral } from './words/english/english-general.ts'
import { englishGuard } from './words/english/english-guard.ts'
import { germanGuard } from './words/german/german-guard.ts'
import { englishLists } from './words/english/english-lists.ts'
import { englishImports } from './words/english/english-imports.ts'
import { englishLeads } from './words/english/english-leads.ts'
import { englishNotices } from './words/english/english-notices.ts'
import { englishSearch } from './words/english/english-search.ts'
import { englishVerify } from './words/english/english-verify.ts'
import { germanDiscover } from './words/german/german-discover.ts'
import { germanErrors } from './words/german/german-errors.ts'
import { germanGeneral } from './words/german/german-general.ts'
import { germanLists } from './words/german/german-lists.ts'
import { germanImports } from './words/german/german-imports.ts'
import { germanLeads } from './words/german/german-leads.ts'
import { germanNotices } from './words/german/german-notices.ts'
import { ENGLISH_SENTENCES } from './words/english/english-sentences.ts'
import { englishSettings } from './words/english/english-settings.ts'
import { englishTeam } from './words/english/english-team.ts'
import { germanSettings } from './words/german/german-settings.ts'
import { englishHelp } from './words/english/english-help.ts'
import { englishSystem } from './words/english/english-system.ts'
import { germanHelp } from './words/german/german-help.ts'
import { germanSystem } from './words/german/german-system.ts'
import { germanTeam } from './words/german/german-team.ts'
import { germanSearch } from './words/german/german-search.ts'
import { germanVerify } from './words/german/german-verify.ts'
import { englishChanges } from './words/changes/english-changes.ts'
import { germanChanges } from './words/changes/german-changes.ts'
import { englishWebhooks } from './words/english/english-webhooks.ts'
import { germanWebhooks } from './words/german/german-webhooks.ts'
import type { Words } from './words/words.ts'

const english: Words = {
  language: 'en',
  general: englishGeneral,
  search: englishSearch,
  verify: englishVerify,
  discover: englishDiscover,
  apps: englishApps,
  answers: englishAnswers,
  conversations: englishConversations,
  campaigns: englishCampaigns,
  mailboxes: englishMailboxes,
  guard: englishGuard,
  accounts: englishAccounts,
  leads: englishLeads,
  imports: englishImports,
  settings: englishSettings,
  help: englishHelp,
  system: englishSystem,
  team: englishTeam,
  lists: englishLists,
  changes: englishChanges,
  webhooks: englishWebhooks,
  notices: englishNotices,
  errors: englishErrors,
  retell: sentenceBook(ENGLISH_SENTENCES),
}

const german: Words = {
  language: 'de',
  general: germanGeneral,
  search: germanSearch,
  verify: germanVerify,
  discover: germanDiscover,
  apps: germanApps,
  answers: germanAnswers,
  conversations: germanConversations,
  campaigns: germanCampaigns,
  mailboxes: germanMailboxes,
  guard: germanGuard,
  accounts: germanAccounts,
  leads: germanLeads,
  imports: germanImports,
  settings: germanSettings,
  help: germanHelp,
  system: germanSystem,
  team: germanTeam,
  lists: germanLists,
  changes: germanChanges,
  webhooks: germanWebhooks,
  notices: germanNotices,
  errors: germanErrors,
  retell: sentenceBook([...GERMAN_SENTENCES, ...GERMAN_MAIL, ...GERMAN_GRANTS, ...GERMAN_DOCTOR, ...GERMAN_DOCTOR_SPF]),
}

/** @param wanted the language chosen for a login, or preferred by the browser; English for any other. */
export const wordsFor = (wanted: string | null): Words => (wanted === 'de' ? german : english)
