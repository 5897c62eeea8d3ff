import type { Context } from '../../../src/context.ts'
import { htmlPage, sendPage } from '../../../test/internet/test-site.ts'
import type { TestSite } from '../../../test/internet/test-site.ts'
import { seedCompany } from '../../../test/support/records/seed-company.ts'
import { seedPeople } from '../../../test/support/records/seed.ts'

const GUARDED = 'guarded.test'
const SECURITY_TXT = `Contact: mailto:security@${GUARDED}\nExpires: 2099-01-01T00:00:00Z\n`

/** A company whose pages name a seller, and whose `security.txt` (RFC 9116) says whom to contact about security. */
export const GUARDED_SITE: TestSite = {
  hosts: [GUARDED],
  handle: ({ path }, response) => {
    const mail = `<a href="mailto:ina.moor@${GUARDED}">ina.moor@${GUARDED}</a>`
    if (path === '/') sendPage(response, htmlPage('Guarded', `<h3>Ina Moor</h3><p>Sales Manager</p>${mail}`))
    if (path === '/.well-known/security.txt')
      response.writeHead(200, { 'content-type': 'text/plain' }).end(SECURITY_TXT)
    return path === '/' || path === '/.well-known/security.txt'
  },
}

/** Heads of engineering under the titles that companies give them. */
const HEADS = [
  ['Serra', 'Head of Engineering'],
  ['Vaz', 'Leiterin Softwareentwicklung'],
  ['Pinto', 'Head of Engineering'],
  ['Lobo', 'Head of Software Engineering'],
  ['Reis', 'Head of Engineering'],
  ['Neves', 'Head of Engineering'],
] as const

export const FINTECHS = HEADS.map((_, index) => `fintech${index}.example`)

/** Six fintechs in Spain, each with a head of engineering and a seller. */
export async function searchedCompanies(context: Context): Promise<void> {
  for (const [index, [surname, title]] of HEADS.entries()) {
    const domain = FINTECHS[index] ?? ''
    const known = { headcount: '51-200', country: 'ES', city: 'Madrid' }
    await seedCompany(context, { domain, name: `Fintech ${index}`, industry: 'Financial Services', ...known })
    await seedPeople(context, domain, [
      ['Eva', surname, title],
      ['Eva', 'Gil', 'Sales Manager'],
    ])
  }
}
