// @ts-check
/** Passkeys: a form contains the options for the browser, and submits the browser's answer. */

/** @type {{ startAuthentication: (given: object) => Promise<object>, startRegistration: (given: object) => Promise<object>, browserSupportsWebAuthn: () => boolean }} */
const webauthn = /** @type {any} */ (window).SimpleWebAuthnBrowser

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-passkey]'))) {
  const answer = /** @type {HTMLInputElement | null} */ (form.querySelector('input[name=answer]'))
  if (answer === null || webauthn === undefined || !webauthn.browserSupportsWebAuthn()) continue
  form.hidden = false
  form.addEventListener('submit', async (event) => {
    if (answer.value !== '') return
    event.preventDefault()
    const optionsJSON = JSON.parse(form.dataset['options'] ?? '{}')
    const said = /** @type {HTMLElement | null} */ (form.querySelector('[data-said]'))
    try {
      const made =
        form.dataset['passkey'] === 'create'
          ? await webauthn.startRegistration({ optionsJSON })
          : await webauthn.startAuthentication({ optionsJSON })
      answer.value = JSON.stringify(made)
      form.submit()
    } catch {
      if (said !== null) said.hidden = false
    }
  })
}
