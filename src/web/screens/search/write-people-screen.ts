import { BeginCampaign } from '../../../core/campaigns/begin-campaign.ts'
import { inputField, problemList } from '../../components/field.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { inOwnZone } from '../../page/own-zone.ts'
import { chosenList, chosenPeople, hiddenPeople, nobodyChosen, peopleOf } from './chosen-people.ts'

/** A draft for the chosen people. */
export const WritePeopleScreen = screen({
  scope: 'write',
  title: ({ words }) => words.search.writeTo,
  page: (_, view) => {
    const { search, general } = view.words
    const chosen = chosenPeople(view)
    if (chosen.emails.length === 0) return nobodyChosen(view, chosen)
    const [, domain = ''] = (chosen.emails[0] ?? '').split('@')
    return html`<section class="narrow">
      <h1>${search.writeTitle(chosen.emails.length)}</h1>
      ${chosenList(chosen, view)}
      <p>${search.writeWhat}</p>
      ${problemList(view)}
      <form method="post" action="${to('/write')}" class="stack">
        ${hiddenPeople(view, chosen)}
        ${inputField(view, {
          name: 'name',
          label: search.campaignName,
          value: search.greeting(chosen.company === '' ? domain : chosen.company),
          required: true,
          maxLength: 255,
        })}
        <div class="row">
          <button>${search.keepDraft}</button>
          <a class="button outline" href="${chosen.back}">${general.cancel}</a>
        </div>
      </form>
    </section>`
  },
})

export const WritePeopleForm = form({
  uses: [BeginCampaign],
  on: { path: '/write', screen: WritePeopleScreen },
  act: async ({ fields, view, perform }) => {
    const emails = peopleOf(fields, view)
    const { data } = await perform(BeginCampaign, { name: fieldText(fields, 'name'), emails, ...inOwnZone(view) })
    const values = { count: data.recipients_added, skipped: data.skipped_recipients.length }
    return see(to(`/campaigns/${data.id}/write`), notice('search.drafted', values))
  },
})
