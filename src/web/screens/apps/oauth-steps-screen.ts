import { ListOauthSteps } from '../../../core/apps/oauth-steps.ts'
import { dataTable } from '../../components/data-table.ts'
import { empty } from '../../components/empty.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { time } from '../../components/time.ts'
import { askFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'

/** What connectors requested, and what keeps others from connecting. */
export const OauthStepsScreen = screen({
  scope: 'team',
  title: ({ words }) => words.apps.steps,
  asks: () => ({ steps: askFor(ListOauthSteps) }),
  page: ({ steps }, view) => {
    const { words } = view
    return html`<h1>${words.apps.steps}</h1>
      ${settingsTabs(view)}
      <p>${words.apps.stepsLead}</p>
      ${steps.data.length === 0 ? empty('key', words.apps.noSteps) : steps.data.map((connection) => section(connection, view))}`
  },
})

type Connection = Awaited<ReturnType<typeof ListOauthSteps.run>>['data'][number]

const section = ({ client, advice, redirect_host: host, steps }: Connection, view: View) => {
  const { apps } = view.words
  const sentence = advice === 'code_never_redeemed' ? apps.advice.code_never_redeemed(host ?? '–') : apps.advice[advice]
  return html`<section class="card">
    <h2><bdi class="mono">${client ?? '–'}</bdi></h2>
    <p>${sentence}</p>
    ${dataTable({
      label: client ?? apps.steps,
      people: true,
      heads: [apps.at, apps.step, apps.outcome, apps.answerGoesTo, apps.program],
      rows: steps.map(
        (step) =>
          html`<tr>
            <td>${time(step.at, view.format)}</td>
            <td>${apps.stepNames[step.step]}</td>
            <td data-label="${apps.outcome}">${step.outcome === 'ok' ? 'ok' : html`<code>${step.outcome}</code>`} ${step.detail ?? NOTHING}</td>
            <td data-label="${apps.answerGoesTo}"><bdi>${step.redirect_host ?? '–'}</bdi></td>
            <td class="muted" data-label="${apps.program}"><bdi>${step.user_agent ?? '–'}</bdi></td>
          </tr>`,
      ),
    })}
  </section>`
}
