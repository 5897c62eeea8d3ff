import { englishCampaignNotices } from './english-campaign-notices.ts'
import type { NoticeValues } from './notice-values.ts'

/** What happened, as the next page says it: one line for each `area.word`. */
export const englishNotices = {
  ...englishCampaignNotices,
  'general.saved': () => 'Saved.',
} satisfies Record<string, (values: NoticeValues) => string>
