import { givableScopes } from '../../../core/apps/app-scopes.ts'
import type { AppScope } from '../../../core/apps/app-scopes.ts'
import type { Consent } from '../../../core/apps/consent.ts'
import type { OauthProblem } from '../../../core/apps/oauth-problem.ts'
import type { SignedIn } from '../../../core/logins/sessions.ts'
import { ownValue } from '../../../lib/text/own-value.ts'
import { hidden, inputField, problemList } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { fieldTexts } from '../../page/fields.ts'
import type { Html } from '../../page/html.ts'
import { html, NOTHING } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

export interface ConsentPage {
  consent: Consent
  me: SignedIn
  /** Proof that the page was shown to this session with exactly these facts. */
  proof: string
}

/** Where an app asks to be connected: who asks, for what, and where the answer goes. Nothing from the app is loaded or linked. */
export function consentPage({ consent, me, proof }: ConsentPage, view: View): Html {
  const { apps } = view.words
  const { clientName, verifiedHost, isRegisteredHere, redirectPlace, isLoopback, uid } = consent
  const { suspended } = me.principal
  return html`<section class="narrow">
    <h1>${apps.connect}</h1>
    ${problemList(view)}
    <p><strong><bdi>${clientName}</bdi></strong> ${apps.wants} <strong><bdi>${me.login.email}</bdi></strong></p>
    <dl class="facts">
      <dt>${apps.account}</dt><dd><bdi>${accountName(me, view)}</bdi></dd>
      <dt>${apps.answerGoesTo}</dt><dd><bdi class="mono">${redirectPlace}</bdi></dd>
    </dl>
    <p class="muted">${isRegisteredHere ? apps.registeredHere : verifiedHost === null ? apps.notVerified : html`${apps.knownBy} <bdi class="mono">${verifiedHost}</bdi>`}</p>
    ${isLoopback ? html`<p class="warning">${icon('warning')}${apps.onThisComputer}</p>` : NOTHING}
    ${suspended ? html`<p role="alert" data-variant="danger"><span>${apps.suspended}</span></p>` : NOTHING}
    <form method="post" action="/oauth/consent/${uid}" class="stack">
      ${hidden({ proof })}
      ${suspended ? NOTHING : choices(consent, me, view)}
      <div class="row">
        ${suspended ? NOTHING : html`<button name="decision" value="allow">${apps.allow}</button>`}
        <button name="decision" value="decline" class="outline" formnovalidate>${apps.decline}</button>
      </div>
    </form>
    <p class="muted">${apps.howToEnd}</p>
  </section>`
}

const accountName = ({ account }: SignedIn, { words }: View): string =>
  account.name ?? words.accounts.accountNumber(account.id)

function choices({ asked }: Consent, me: SignedIn, view: View): Html {
  const { apps } = view.words
  const givable = givableScopes(me.principal.scopes)
  const isAgain = view.problems.all.length > 0
  const typed = fieldTexts(view.typed, 'scopes')
  // Sending mail is never approved by default.
  const isTicked = (scope: AppScope): boolean =>
    isAgain ? typed.includes(scope) : scope === 'write' && asked.includes(scope)
  const box = (scope: AppScope): Html =>
    html`<label class="tick"
      ><input type="checkbox" name="scopes" value="${scope}"${isTicked(scope) ? html` checked` : NOTHING} />
      <span>${apps.scopes[scope]}${asked.includes(scope) ? NOTHING : html` <span class="muted">(${apps.notAsked})</span>`}</span></label
    >`
  return html`<fieldset>
      <legend>${apps.mayDo}</legend>
      <label class="tick"><input type="checkbox" checked disabled /> <span>${apps.scopes.read} <span class="muted">(${apps.always})</span></span></label>
      ${givable.filter((scope) => scope !== 'read').map(box)}
      ${givable.length === 1 ? html`<p class="muted">${apps.readerGives}</p>` : NOTHING}
    </fieldset>
    ${inputField(view, { name: 'daily_credits', label: apps.dailyCredits, hint: apps.dailyCreditsHint, type: 'number', min: 1, max: 1_000_000 })}`
}

/** Shown first if the user is a member of several accounts. */
export const accountChoicePage = (
  consent: Pick<Consent, 'uid' | 'clientName'>,
  memberships: readonly { accountId: number; name: string | null }[],
  view: View,
): Html => {
  const { apps, accounts } = view.words
  return html`<section class="narrow">
    <h1>${apps.whichAccount}</h1>
    <p><strong><bdi>${consent.clientName}</bdi></strong> ${apps.wants} <strong><bdi>${view.me?.login.email}</bdi></strong></p>
    <form method="post" action="/oauth/consent/${consent.uid}" class="stack">
      ${hidden({ decision: 'account' })}
      ${memberships.map(
        ({ accountId, name }) =>
          html`<button name="account_id" value="${accountId}" class="outline"><bdi>${name ?? accounts.accountNumber(accountId)}</bdi></button>`,
      )}
    </form>
  </section>`
}

/** Where a connection ends if the app cannot be told. */
export function problemPage({ code }: OauthProblem, view: View, requestId: string): { title: string; body: Html } {
  const { apps, general } = view.words
  const sentence = ownValue(apps.problems as Record<string, string>, code) ?? apps.otherProblem
  return {
    title: apps.notConnected,
    body: html`<section class="narrow">
      <h1>${apps.notConnected}</h1>
      <p>${sentence}</p>
      <p>${apps.tryAgain}</p>
      <p><a class="button" href="${to('/')}">${general.home}</a></p>
      <p class="muted">${apps.code} <code>${code}</code> · ${general.requestId} <code>${requestId}</code></p>
    </section>`,
  }
}
