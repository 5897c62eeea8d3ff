import { ListOperators, SetOperator } from '../../../core/operate/operators.ts'
import { asksFirst } from '../../components/confirm.ts'
import { dataTable } from '../../components/data-table.ts'
import { inputField, problemList } from '../../components/field.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { systemTabs } from './system-tabs.ts'

/** The people who run the installation. */
export const OperatorsScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.operators.title,
  asks: () => ({ list: askFor(ListOperators) }),
  page: ({ list }, view) => {
    const { operators } = view.words.system
    return html`<h1>${operators.title}</h1>
      ${systemTabs(view)}
      <p>${operators.intro}</p>
      ${dataTable({
        label: operators.title,
        people: true,
        heads: [operators.email, ''],
        rows: list.data.map(
          ({ email, is_member, disabled }) =>
            html`<tr>
              <td><bdi>${email}</bdi> ${is_member ? NOTHING : html`<small class="muted">${operators.rests}</small>`} ${disabled ? html`<small class="muted">${operators.disabled}</small>` : NOTHING}</td>
              <td><a class="button outline small"${asksFirst(to('/system/operators/end', { email }))} aria-label="${operators.remove}: ${email}">${operators.remove}</a></td>
            </tr>`,
        ),
      })}
      <section class="narrow">
        <h2>${operators.add}</h2>
        ${problemList(view)}
        <form method="post" action="${to('/system/operators')}">
          ${inputField(view, { name: 'email', label: operators.email, hint: operators.addHint, type: 'email', required: true })}
          <button>${operators.add}</button>
        </form>
      </section>`
  },
})

export const SetOperatorForm = form({
  uses: [SetOperator],
  confirmed: true,
  on: { path: '/system/operators', screen: OperatorsScreen },
  act: async ({ perform, fields }) => {
    const { data } = await perform(SetOperator, { email: fieldText(fields, 'email') })
    return see(to('/system/operators'), notice('system.operatorGranted', { email: data.email }))
  },
})
