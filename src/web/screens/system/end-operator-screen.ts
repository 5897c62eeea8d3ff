import { ListOperators, SetOperator } from '../../../core/operate/operators.ts'
import { confirm } from '../../components/confirm.ts'
import { askFor } from '../../page/ask.ts'
import { fieldText } from '../../page/fields.ts'
import { html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'

/** Asks before somebody loses the right to run the installation. */
export const EndOperatorScreen = screen({
  scope: 'operator',
  confirmed: true,
  title: ({ words }) => words.system.operators.endTitle,
  asks: () => ({ list: askFor(ListOperators) }),
  page: ({ list }, view) => {
    const { operators } = view.words.system
    const email = fieldText(view.typed, 'email') || (view.query['email'] ?? '')
    if (!list.data.some((operator) => operator.email === email))
      return html`<h1>${operators.endTitle}</h1>
        <p>${operators.endNobody}</p>
        <a class="button outline" href="${to('/system/operators')}">${operators.title}</a>`
    return confirm(view, {
      question: operators.endQuestion(email),
      what: html`<p>${email === view.me?.login.email ? operators.endOwn : operators.endWhat}</p>`,
      action: to('/system/operators/end'),
      fields: { email },
      button: operators.endButton,
      back: to('/system/operators'),
    })
  },
})

/** Who ended the own right has nothing more to see there. */
export const EndOperatorForm = form({
  uses: [SetOperator],
  confirmed: true,
  on: { path: '/system/operators/end', screen: EndOperatorScreen },
  act: async ({ perform, fields, me }) => {
    const { data } = await perform(SetOperator, { email: fieldText(fields, 'email'), operator: 'false' })
    const next = data.email === me?.login.email ? '/' : '/system/operators'
    return see(to(next), notice('system.operatorRevoked', { email: data.email }))
  },
})
