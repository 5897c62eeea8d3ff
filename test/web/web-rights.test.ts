import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '../../src/core/accounts/roles.ts'
import { scopesOfRole } from '../../src/core/accounts/roles.ts'
import { scopesOfForm } from '../../src/web/form-route.ts'
import type { Allowed } from '../../src/web/page/screen.ts'
import type { WebRoute } from '../../src/web/web-route.ts'
import { WEB_ROUTES } from '../../src/web/web-routes.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { anyVisitor, webVisitor } from '../support/web/web-visitor.ts'
import type { Visitor } from '../support/web/web-visitor.ts'

/** The callers and their rights: those of the role, and `operator` for those who run the installation. */
const CALLERS: readonly { name: string; role: Role; operator: boolean }[] = [
  { name: 'reader', role: 'reader', operator: false },
  { name: 'member', role: 'member', operator: false },
  { name: 'admin', role: 'admin', operator: false },
  { name: 'owner', role: 'owner', operator: false },
  { name: 'operator', role: 'owner', operator: true },
]

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
})
afterAll(() => app[Symbol.asyncDispose]())

/** Returns the scopes that a route requires, read from the table itself, as the router does. */
function needs(route: WebRoute): Allowed[] {
  if (route.kind === 'screen') return [route.screen.scope]
  if (route.kind === 'form') return scopesOfForm(route.form)
  if (route.kind === 'mail') return scopesOfForm({ uses: route.mail.uses })
  return route.kind === 'download' ? scopesOfForm({ uses: route.download.uses }) : ['anyone']
}

/** No record has this id. */
const pathOf = ({ path }: WebRoute): string => path.replaceAll(/:\w+/g, '4000001')

const ask = (visitor: Pick<Visitor, 'see' | 'send'>, route: WebRoute) =>
  route.kind === 'form' ? visitor.send(pathOf(route), {}) : visitor.see(pathOf(route))

const nameOf = (route: WebRoute): string => `${route.kind === 'form' ? 'POST' : 'GET'} ${route.path}`

const forSignedIn = WEB_ROUTES.filter((route) => !needs(route).every((scope) => scope === 'anyone'))

describe('rights on screens', () => {
  test('lead people who are not signed in to nothing but the sign-in', async () => {
    await webVisitor(app)
    const wrong: string[] = []
    for (const route of forSignedIn) {
      const { status, headers } = await ask(anyVisitor(app.origin), route)
      if (status !== 303 || !headers.get('location')?.startsWith('/app/login?next='))
        wrong.push(`${nameOf(route)}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test.each(CALLERS)('allow $name what the scopes say, and nothing else', async ({ role, operator }) => {
    const scopes = scopesOfRole(role, operator)
    const wrong: string[] = []
    let visitor = await webVisitor(app, { role, operator })
    for (const route of forSignedIn) {
      const { status, headers } = await ask(visitor, route)
      const allowed = needs(route).every((scope) => scope === 'anyone' || scopes.has(scope))
      const refused = status === 403 || headers.get('location')?.startsWith('/app/login?next=') === true
      if (refused === allowed) wrong.push(`${nameOf(route)}: ${status} for ${role}`)
      if (status >= 500) wrong.push(`${nameOf(route)}: ${status}`)
      // A form that was accepted may have signed the visitor out.
      if (route.kind === 'form' && !refused) visitor = await webVisitor(app, { role, operator })
    }
    expect(wrong).toEqual([])
  })

  test('give an operator of an account other than the first nothing to run', async () => {
    const { accountId } = await app.context.store.accounts.createAccount('unlimited', new Date())
    const visitor = await webVisitor(app, { operator: true, accountId })
    const wrong: string[] = []
    for (const route of forSignedIn.filter((route) => needs(route).includes('operator')))
      if ((await ask(visitor, route)).status !== 403) wrong.push(nameOf(route))
    expect(wrong).toEqual([])
  })

  test('refuse a form sent by another site, whoever is signed in', async () => {
    const visitor = await webVisitor(app, { operator: true })
    const wrong: string[] = []
    for (const route of WEB_ROUTES.filter(({ kind }) => kind === 'form')) {
      const { status } = await visitor.send(pathOf(route), {}, { 'sec-fetch-site': 'cross-site' })
      if (status !== 403) wrong.push(nameOf(route))
    }
    expect(wrong).toEqual([])
  })
})
