import { germanCampaignNotices } from './german-campaign-notices.ts'
import type { Words } from './words.ts'

export const germanNotices: Words['notices'] = {
  ...germanCampaignNotices,
  'general.saved': () => 'Gespeichert.',
}
