import { RemoveUnsubscribe } from '../../../core/optouts/unsubscribes.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'

/** A recipient's own request, lifted by an operator who states why. */
export const LiftOptOutScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.settings.optOuts.liftTitle,
  page: (_, view) => {
    const { optOuts } = view.words.settings
    const email = fieldText(view.typed, 'email') || (view.query['email'] ?? '')
    return html`<h1>${optOuts.liftTitle}</h1>
      ${settingsTabs(view)}
      <section class="narrow">
        ${email === '' ? NOTHING : html`<p>${optOuts.liftWhat(email)}</p>`}
        ${problemList(view)}
        <form method="post" action="${to('/settings/opt-outs/lift')}">
          ${email === '' ? inputField(view, { name: 'email', label: optOuts.email, type: 'email', required: true, first: true }) : hidden({ email })}
          ${inputField(view, { name: 'reason', label: optOuts.liftReason, required: true, maxLength: 255, first: email !== '' })}
          <div class="row">
            <button data-variant="danger">${optOuts.liftButton}</button>
            <a class="button outline" href="${to('/settings/opt-outs')}">${view.words.general.cancel}</a>
          </div>
        </form>
      </section>`
  },
})

export const LiftOptOutForm = form({
  uses: [RemoveUnsubscribe],
  scope: 'operator',
  confirmed: true,
  on: { path: '/settings/opt-outs/lift', screen: LiftOptOutScreen },
  act: async ({ perform, fields }) => {
    const given = { email: fieldText(fields, 'email'), reason: fieldText(fields, 'reason') }
    const { data } = await perform(RemoveUnsubscribe, given)
    return see(to('/settings/opt-outs'), notice('optOuts.lifted', { email: data.email }))
  },
})
