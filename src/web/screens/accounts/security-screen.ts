import { listSessions } from '../../../core/logins/own-sessions.ts'
import type { OwnSession } from '../../../core/logins/own-sessions.ts'
import { oidcOf } from '../../../core/logins/oidc-sign-in.ts'
import { passkeyPlace } from '../../../core/logins/passkey-place.ts'
import { addOptions, listPasskeys } from '../../../core/logins/passkeys.ts'
import type { OwnPasskey } from '../../../core/logins/passkeys.ts'
import { hasPassword } from '../../../core/logins/sign-in.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { settingsTabs } from '../../components/settings-tabs.ts'
import { time } from '../../components/time.ts'
import { readFrom } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { passkeyForm, passkeyScripts } from './passkey-form.ts'
import { passwordField } from './password-field.ts'

/** How one person signs in, and where they are signed in. */
export const SecurityScreen = screen({
  scope: 'read',
  confirmed: true,
  title: ({ words }) => words.accounts.tabs.security,
  head: passkeyScripts,
  asks: (view) => ({
    about: readFrom(async (context, me) => {
      if (me === null) return null
      const place = passkeyPlace(context.config, view.place.origin)
      const [password, passkeys, sessions, oidc] = await Promise.all([
        hasPassword(context, me),
        listPasskeys(context, me),
        listSessions(context, me),
        oidcOf(context, me),
      ])
      const options = place === null ? null : await addOptions(context, place, me)
      return { password, passkeys, sessions, options, oidc }
    }),
  }),
  page: ({ about }, view) => {
    const { accounts, general } = view.words
    if (about === null) return NOTHING
    return html`<h1>${general.settings}</h1>
      ${settingsTabs(view)} ${problemList(view)}
      <div class="stack">
        <section class="card narrow">
          <h2>${accounts.password}</h2>
          <form method="post" action="${to('/settings/security/password')}" class="stack">
            <input type="email" name="email" value="${view.me?.login.email}" autocomplete="username" hidden />
            ${about.password ? passwordField(view, { name: 'current_password', label: accounts.currentPassword, isNew: false }) : NOTHING}
            ${passwordField(view, { isNew: true })}
            <div><button class="outline">${accounts.changePassword}</button></div>
          </form>
        </section>
        <section class="card narrow">
          <h2>${accounts.passkeys}</h2>
          <p class="muted">${accounts.passkeysLead}</p>
          ${about.passkeys.map((passkey) => onePasskey(passkey, view))}
          ${
            about.options === null
              ? html`<p>${accounts.noPasskeysHere(view.place.host)}</p>`
              : passkeyForm(view, {
                  action: to('/settings/security/passkeys'),
                  options: about.options,
                  kind: 'create',
                  button: accounts.addPasskey,
                  fields: inputField(view, {
                    name: 'passkey_name',
                    label: accounts.passkeyName,
                    placeholder: accounts.passkeyExample,
                    maxLength: 60,
                  }),
                })
          }
          <noscript><p>${accounts.passkeysNeedScript}</p></noscript>
        </section>
        ${about.oidc === null ? NOTHING : oidcCard(about.oidc, view)}
        <section class="card">
          <h2>${accounts.sessions}</h2>
          <div class="table" tabindex="0" role="region" aria-label="${accounts.sessions}">
            <table class="people">
              <thead><tr><th>${accounts.browser}</th><th>${accounts.network}</th><th>${accounts.lastSeen}</th><td></td></tr></thead>
              <tbody>${about.sessions.map((session) => oneSession(session, view))}</tbody>
            </table>
          </div>
        </section>
      </div>`
  },
})

function oidcCard({ name, isLinked }: { name: string; isLinked: boolean }, { words: { accounts } }: View): Html {
  return html`<section class="card narrow">
    <h2><bdi>${name}</bdi></h2>
    <p class="muted">${isLinked ? accounts.linked(name) : accounts.notLinked(name)}</p>
    ${
      isLinked
        ? html`<form method="post" action="${to('/settings/security/oidc/unlink')}"><button class="outline">${accounts.unlink(name)}</button></form>`
        : html`<a class="button outline" href="${to('/login/oidc', { for: 'link', next: to('/settings/security') })}">${accounts.link(name)}</a>`
    }
  </section>`
}

function onePasskey({ id, name, createdAt, lastUsedAt }: OwnPasskey, view: View): Html {
  const { accounts, general } = view.words
  return html`<details>
    <summary><bdi>${name}</bdi> <span class="muted">${accounts.added} ${time(createdAt, view.format)}${lastUsedAt === null ? NOTHING : html`, ${accounts.lastUsed} ${time(lastUsedAt, view.format)}`}</span></summary>
    <form method="post" action="${to('/settings/security/passkeys/rename')}" class="row">
      ${hidden({ id })}
      <label>${accounts.passkeyName} <input name="name" value="${name}" maxlength="60" required /></label>
      <button class="small outline">${general.save}</button>
    </form>
    <form method="post" action="${to('/settings/security/passkeys/remove')}">
      ${hidden({ id })}<button class="small outline" data-variant="danger">${accounts.removePasskey}</button>
    </form>
  </details>`
}

function oneSession({ id, isThis, browser, network, seenAt }: OwnSession, view: View): Html {
  const { accounts } = view.words
  return html`<tr>
    <td><bdi>${browser}</bdi></td>
    <td data-label="${accounts.network}">${network}</td>
    <td data-label="${accounts.lastSeen}">${time(seenAt, view.format)}</td>
    <td>${
      isThis
        ? html`<span class="muted">${accounts.thisSession}</span>`
        : html`<form method="post" action="${to('/settings/security/sessions')}">${hidden({ id })}<button class="small outline">${accounts.endSession}</button></form>`
    }</td>
  </tr>`
}
