import type { Browser } from 'playwright-core'
import { openConsent, newBrowser, REDIRECT, authorizeUrl } from '../../test/support/oauth/oauth-client.ts'
import { hostileNames, wrongOfConsent } from '../../test/support/oauth/hostile-names.ts'
import { sha256 } from '../../src/lib/secrets/sha256.ts'
import { openContext } from '../../test/support/web/browser.ts'
import { cookiesOf } from '../../test/support/web/web-visitor.ts'
import type { OauthHouse } from './oauth-house.ts'

/** Consent pages for apps with hostile names. */

/** Stored without registration, which accepts only so many from one address. */
async function addClient({ context }: Pick<OauthHouse, 'context'>, name: string, index: number): Promise<string> {
  const id = `dcr_hostile${index}`
  const payload = {
    client_id: id,
    client_name: name,
    redirect_uris: [REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    application_type: 'native',
    token_endpoint_auth_method: 'none',
  }
  const nobody = { grantHash: null, accountId: null, userId: null, scopes: null, clientId: id }
  const client = { model: 'Client', idHash: sha256(id), ...nobody, payload, expiresAt: null }
  await context.store.oauthObjects.upsert(client, context.clock.now())
  return id
}

/**
 * Counts the pages that show more of a name than its text.
 * @param inBrowser how many of them a real browser opens too
 */
export async function wrongConsents(
  house: OauthHouse,
  browser: Browser,
  { names, inBrowser }: { names: number; inBrowser: number },
): Promise<number> {
  const { origin, cookie } = house
  let wrong = 0
  await using context = await openContext(browser, { origin, cookies: cookiesOf(cookie) })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('dialog', (dialog) => {
    complaints.push('a dialog')
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  for (const [index, name] of hostileNames(names).entries()) {
    // A database accepts neither NUL nor half a character.
    const clientId = await addClient(house, name.replaceAll('\0', '').toWellFormed(), index)
    const { html } = await openConsent(newBrowser(cookie), origin, { clientId })
    const problem = wrongOfConsent(html)
    if (problem !== null) console.log(`${JSON.stringify(name)}: ${problem}`)
    if (index < inBrowser) await page.goto(authorizeUrl(origin, { clientId }))
    if (problem !== null || complaints.length > 0) wrong += 1
    for (const complaint of complaints.splice(0)) console.log(`${JSON.stringify(name)}: ${complaint}`)
  }
  return wrong
}
