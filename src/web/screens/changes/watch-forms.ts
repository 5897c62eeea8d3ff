import { WatchCompanies } from '../../../core/changes/watch-companies.ts'
import { hidden } from '../../components/field.ts'
import { fieldText, isTicked } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, see } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { ChangesScreen } from './changes-screen.ts'
import { tooltip } from '../../components/tooltip.ts'

interface WatchChoice {
  domain: string
  isWatched: boolean
  /** The company on whose page the button is; empty on the list of changes. */
  back: string
  /** Whether that page shows a profile, which was paid for and should stay. */
  profile?: boolean
}

/** Starts or stops watching one company. */
export const watchButton = (
  { words: { changes }, once }: View,
  { domain, isWatched, back, profile = false }: WatchChoice,
): Html =>
  html`<form method="post" action="${to('/changes/watch')}">
    ${hidden({ domains: domain, remove: isWatched ? 'true' : '', back, profile: profile ? 'true' : '', once })}
    <button class="outline small"${tooltip(isWatched ? changes.unwatchOne(domain) : changes.watchHint)}>${isWatched ? changes.unwatch : changes.watch}</button>
  </form>`

/** Typed domains may be separated by commas, semicolons, spaces and line breaks. */
const domainsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '')

export const WatchForm = form({
  uses: [WatchCompanies],
  on: { path: '/changes', screen: ChangesScreen },
  act: async ({ fields, perform }) => {
    const domains = domainsIn(fieldText(fields, 'domains'))
    const remove = isTicked(fields, 'remove')
    const back = fieldText(fields, 'back')
    const profile = isTicked(fields, 'profile') ? 'true' : ''
    const place = back === '' ? to('/changes') : to(`/companies/${encodeURIComponent(back)}`, { profile })
    const { data, meta } = await perform(WatchCompanies, { domains, remove })
    const inverse = { domains: domains.join(' '), remove: remove ? '' : 'true', back, profile }
    const undo = { action: to('/changes/watch'), fields: inverse }
    const isUndoable = data.added + data.removed === domains.length
    const word = remove ? 'changes.unwatched' : 'changes.watched'
    const count = remove ? data.removed : data.added
    return see(place, notice(word, { count, skipped: meta.left_out_count }, isUndoable ? undo : undefined))
  },
})
