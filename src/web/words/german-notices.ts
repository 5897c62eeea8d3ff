import type { Words } from './words.ts'

export const germanNotices: Words['notices'] = {
  'general.saved': () => 'Gespeichert.',
}
