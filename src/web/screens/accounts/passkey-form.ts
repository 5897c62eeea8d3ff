import { assetPath } from '../../page/assets.ts'
import { html } from '../../page/html.ts'
import type { Content, Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

/** The scripts a page needs for passkeys. */
export const passkeyScripts = (): Html =>
  html`<script src="${assetPath('webauthn.js')}" defer></script>
    <script src="${assetPath('passkey.js')}" defer></script>`

export interface PasskeyForm {
  action: string
  /** For the browser, as JSON. */
  options: object
  kind: 'create' | 'get'
  button: string
  fields?: Content
  isMain?: boolean
}

/** A form that is completed in the browser's own dialog; hidden if the browser has none. */
export const passkeyForm = (
  { words }: Pick<View, 'words'>,
  { action, options, kind, button, fields, isMain = false }: PasskeyForm,
): Html =>
  html`<form method="post" action="${action}" class="stack" data-passkey="${kind}" data-options="${JSON.stringify(options)}" hidden>
    ${fields}<input type="hidden" name="answer" value="" />
    <p class="error" data-said role="status" hidden>${words.accounts.passkeyNotDone}</p>
    <button class="${isMain ? 'wide' : 'outline'}">${button}</button>
  </form>`
