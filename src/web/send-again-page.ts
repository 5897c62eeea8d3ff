import { hidden } from './components/field.ts'
import { html } from './page/html.ts'
import type { Html } from './page/html.ts'
import type { Fields } from './page/fields.ts'
import { keptInputs } from './page/kept-typed.ts'
import { to } from './page/page-query.ts'
import type { View } from './page/view.ts'

/** Keeps what was typed until its sender has confirmed their identity in another window. */
export function sendAgain(
  view: View,
  { place, typed }: { place: '/login' | '/confirm'; typed: Fields },
): { title: string; body: Html } {
  const { accounts } = view.words
  const isOut = place === '/login'
  return {
    title: accounts.sendAgain.title,
    body: html`<section class="narrow stack">
      <h1>${accounts.sendAgain.title}</h1>
      <p>${isOut ? accounts.sendAgain.signedOut : accounts.sendAgain.unproved}</p>
      <p><a class="button" href="${to(place, { next: to('/') })}" target="_blank">${isOut ? accounts.sendAgain.signIn : accounts.sendAgain.confirm}</a></p>
      <form method="post" action="${to(view.path)}">${hidden(keptInputs(typed))}<button class="outline">${accounts.sendAgain.send}</button></form>
    </section>`,
  }
}

/**
 * Replaces a part when a page saves automatically: the page stays, with everything that was typed, and the next keystroke saves
 * again once its sender has confirmed their identity.
 */
export const waiting = ({ words: { accounts } }: View, part: string, place: '/login' | '/confirm'): Html =>
  html`<div id="${part}" role="alert" class="card stack">
    <p>${place === '/login' ? accounts.sendAgain.notSaved : accounts.sendAgain.notSavedUnproved}</p>
    <p><a class="button" href="${to(place, { next: to('/') })}" target="_blank">${place === '/login' ? accounts.sendAgain.signIn : accounts.sendAgain.confirm}</a></p>
  </div>`
