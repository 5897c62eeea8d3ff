import type { DomainSearchOutput, EmailEntry } from '../../src/core/search/domain-search-output.ts'
import type { FindEmailOutput } from '../../src/core/search/find-email-output.ts'
import type { VerifyEmailOutput } from '../../src/core/verify/verify-email-output.ts'
import { DOMAIN, UNLISTED } from './demo-world.ts'
import type { DemoWorld } from './demo-world.ts'
import { renderTable } from '../support/report.ts'

/** The scenes that look things up; each shows its request. */

const show = (method: string, path: string): void => console.log(`${method} ${path}\n`)

export async function searchScene({ ask }: DemoWorld): Promise<void> {
  const path = `/v2/domain-search?domain=${DOMAIN}&limit=50`
  show('GET', path)
  const { data, meta } = await ask<DomainSearchOutput>('GET', path)
  const people = data.emails.filter(({ type }) => type === 'personal')
  console.log(
    `${data.organization}: ${meta.results} addresses, ${people.length} personal and ${data.emails.length - people.length} generic, on ${meta.crawl?.pages} pages.\n`,
  )
  console.log(renderTable([['ADDRESS', 'CONFIDENCE', 'NAME', 'POSITION'], ...data.emails.map(row)]))
  const [first] = data.emails
  console.log(`\nEvery fact has a source: ${first?.value} was seen on ${first?.sources[0]?.uri}.`)
}

const row = ({ value, confidence, first_name, last_name, position }: EmailEntry): (string | number)[] => [
  value,
  confidence,
  [first_name, last_name].filter(Boolean).join(' '),
  position ?? '',
]

/** @returns the address that was found */
export async function findScene({ ask }: DemoWorld): Promise<string> {
  const path = `/v2/email-finder?domain=${DOMAIN}&first_name=${UNLISTED.first}&last_name=${UNLISTED.last}`
  show('GET', path)
  const { data } = await ask<FindEmailOutput>('GET', path)
  const { data: known } = await ask<DomainSearchOutput>('GET', `/v2/domain-search?domain=${DOMAIN}&limit=1`)
  console.log(`${UNLISTED.first} ${UNLISTED.last}: ${data.email}, score ${data.score}, ${data.verification.status}.`)
  console.log(
    `No page shows it (${data.sources.length} sources): addresses there look like ${known.pattern}@${DOMAIN}, and the`,
  )
  console.log("company's mail server accepts this one.")
  return data.email ?? ''
}

export async function verifyScene({ ask }: DemoWorld, email: string): Promise<void> {
  const rows: string[][] = []
  for (const address of [email, `nobody.here@${DOMAIN}`]) {
    const path = `/v2/email-verifier?email=${encodeURIComponent(address)}&explain=true`
    show('GET', path)
    const { data } = await ask<VerifyEmailOutput>('GET', path)
    const { evidence } = data
    const said = evidence?.transcript.find(({ stage }) => stage === 'rcpt') ?? evidence?.transcript.at(-1)
    rows.push([address, data.status ?? '', evidence?.reason ?? '', `${said?.code ?? ''} ${said?.text ?? ''}`.trim()])
  }
  console.log(renderTable([['ADDRESS', 'VERDICT', 'REASON', 'THE MAIL SERVER SAID'], ...rows]))
}
