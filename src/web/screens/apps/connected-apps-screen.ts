import { APP_SCOPES } from '../../../core/apps/app-scopes.ts'
import { ChangeApp, ListApps, RevokeApp } from '../../../core/apps/apps.ts'
import type { ConnectedApp } from '../../../core/apps/apps.ts'
import { asksFirst, confirm } from '../../components/confirm.ts'
import { copyBox } from '../../components/copy-box.ts'
import { empty } from '../../components/empty.ts'
import { inputField, problemList, tickBox } from '../../components/field.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { time } from '../../components/time.ts'
import { askFor, readFrom } from '../../page/ask.ts'
import { fieldText, fieldTexts } from '../../page/fields.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import { notice } from '../../page/notice.ts'
import { to } from '../../page/page-query.ts'
import { form, screen, see } from '../../page/screen.ts'
import { changedOnly, shownField } from '../../page/shown.ts'
import type { View } from '../../page/view.ts'
import { AppError } from '../../../errors.ts'

const APPS = '/settings/apps'

/** The apps a user has connected; for managers of the team, those of the whole account. */
export const ConnectedAppsScreen = screen({
  scope: 'read',
  title: ({ words }) => words.apps.title,
  asks: () => ({
    apps: askFor(ListApps),
    isOn: readFrom(async ({ config }) => config.oauth !== null || config.foreignIssuer !== null),
  }),
  page: ({ apps, isOn }, view) => {
    const { words, place } = view
    return html`<header class="row apart">
        <h1>${words.apps.title}</h1>
        ${view.can('team') ? html`<a class="button outline" href="${to(`${APPS}/steps`)}">${words.apps.steps}</a>` : NOTHING}
      </header>
      ${settingsTabs(view)}
      ${problemList(view)}
      <p>${words.apps.lead}</p>
      ${isOn ? NOTHING : html`<p class="muted">${words.apps.off}</p>`}
      ${
        apps.data.length === 0
          ? empty(
              'key',
              words.apps.none,
              isOn
                ? html`<p>${words.apps.noneHow}</p>${copyBox(`${place.publicUrl}/mcp`, { words, label: words.apps.noneHow })}`
                : NOTHING,
            )
          : html`<div class="stack">${apps.data.map((app) => card(app, view))}</div>`
      }`
  },
})

function card(app: ConnectedApp, view: View): Html {
  const { words, format } = view
  const lines: readonly (readonly [string, Content])[] = [
    [words.apps.connectedAt, time(app.created_at, format)],
    [words.apps.lastUsed, time(app.last_used_at, format)],
    ...(app.is_yours || app.user === null ? [] : [[words.apps.by, html`<bdi>${app.user}</bdi>`] as const]),
  ]
  return html`<section class="card" aria-labelledby="${app.id}">
    <h2 id="${app.id}"><bdi>${app.name}</bdi></h2>
    <p class="muted">${app.host === null ? words.apps.notVerified : html`<bdi class="mono">${app.host}</bdi>`}</p>
    <dl class="facts">${lines.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
    ${view.can('write') ? changing(app, view) : html`<p>${app.scopes.map((scope) => html`<span class="chip">${words.apps.scopes[scope]}</span> `)}</p>`}
    <p><a class="button outline small"${asksFirst(to(`${APPS}/${app.id}`))} aria-label="${endWord(app, view)}: ${app.name}">${endWord(app, view)}</a></p>
  </section>`
}

/** An app with another issuer's tokens cannot be disconnected by ending ours, only blocked. */
const endWord = ({ issuer }: ConnectedApp, { words: { apps } }: View): string =>
  issuer === null ? apps.disconnect : apps.block

const changing = (app: ConnectedApp, view: View): Html => {
  const { apps } = view.words
  const label = apps.dailyCredits
  const offered = APP_SCOPES.filter((scope) => scope !== 'read' && view.can(scope))
  return html`<form method="post" action="${to(`${APPS}/${app.id}`)}">
    ${shownField({ typed: {} }, { scopes: offered.filter((scope) => app.scopes.includes(scope)), daily_credits: app.daily_credits })}
    <fieldset>
      <legend>${apps.mayDo}</legend>
      <div class="choices">
      <label class="tick"><input type="checkbox" checked disabled /> <span>${apps.scopes.read} <span class="muted">(${apps.always})</span></span></label>
      ${offered.map((scope) =>
        tickBox(view, { name: 'scopes', value: scope, label: apps.scopes[scope], ticked: app.scopes.includes(scope) }),
      )}
      </div>
    </fieldset>
    ${
      // Of the apps, only the one that was refused shows it.
      view.params['id'] === app.id
        ? inputField(view, {
            name: 'daily_credits',
            label,
            hint: apps.dailyCreditsHint,
            type: 'number',
            min: 1,
            max: 1_000_000,
            value: app.daily_credits,
          })
        : html`<div data-field>
            <label for="credits-${app.id}">${label}</label>
            <input id="credits-${app.id}" name="daily_credits" type="number" min="1" max="1000000" value="${app.daily_credits ?? ''}" aria-describedby="hint-${app.id}" />
            <div data-hint id="hint-${app.id}">${apps.dailyCreditsHint}</div>
          </div>`
    }
    <button class="small" aria-label="${apps.save}: ${app.name}">${apps.save}</button>
  </form>`
}

export const ChangeAppForm = form({
  uses: [ChangeApp],
  on: { path: APPS, screen: ConnectedAppsScreen },
  act: async ({ fields, view, perform }) => {
    const credits = fieldText(fields, 'daily_credits')
    const scopes = ['read', ...fieldTexts(fields, 'scopes')]
    const { data } = await perform(ChangeApp, {
      id: view.params['id'],
      ...changedOnly(fields, { scopes, daily_credits: credits === '' ? 0 : credits }),
    })
    return see(to(APPS), notice('apps.changed', { name: data.name }))
  },
})

const wantedOf = (apps: readonly ConnectedApp[], { params }: View): ConnectedApp => {
  const found = apps.find(({ id }) => id === params['id'])
  if (found === undefined) throw new AppError('not_found', 'There is no connected app with this id.')
  return found
}

/** Asks before an app is disconnected. */
export const DisconnectAppScreen = screen({
  scope: 'read',
  asks: () => ({ apps: askFor(ListApps) }),
  title: ({ words }) => words.apps.disconnect,
  page: ({ apps }, view) => {
    const app = wantedOf(apps.data, view)
    const { words } = view
    return confirm(view, {
      question: app.issuer === null ? words.apps.disconnectAsk(app.name) : words.apps.blockAsk(app.name),
      what: app.issuer === null ? words.apps.disconnectWhat : words.apps.blockWhat,
      action: to(`${APPS}/${app.id}/disconnect`),
      fields: {},
      button: endWord(app, view),
      back: to(APPS),
    })
  },
})

export const DisconnectAppForm = form({
  uses: [RevokeApp],
  on: { path: `${APPS}/:id`, screen: DisconnectAppScreen },
  act: async ({ view, perform }) => {
    const { data } = await perform(RevokeApp, { id: view.params['id'] })
    return see(to(APPS), notice('apps.disconnected', { name: data.name }))
  },
})
