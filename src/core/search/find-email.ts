import type { Call } from '../../context.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { whyUnasked } from './domain-kind.ts'
import { documentedAcceptAll } from '../capability/documented-form.ts'
import type { Documented } from '../capability/documented-form.ts'
import { asksForAffiliation } from './affiliation/shown-affiliation.ts'
import { capability } from '../capability/capability.ts'
import type { Answer, Received } from '../capability/capability.ts'
import { charging } from '../billing/credits.ts'
import { companyAndPerson, DEFAULT_DURATION_S, FindEmailInput } from './find-email-input.ts'
import { FindEmailOutput, missAt, namesakesIn } from './find-email-output.ts'
import { riskOfFound } from './found-risk.ts'
import { answerTo, FINDING_PRICE, purchaseOf, questionOf } from './search-person.ts'
import { FIND_EMAIL_FIXTURE } from './find-email-fixture.ts'

const finding = (published: boolean) =>
  async function run(call: Call, input: FindEmailInput, received: Received): Promise<FindEmailOutput & Answer> {
    const untilMs = performance.now() + (input.max_duration ?? DEFAULT_DURATION_S) * SECOND_MS
    const params = paramsOf(input, received)
    const { domain, question } = await questionOf(call, input, untilMs)
    if (question === null)
      return {
        data: missAt(domain),
        meta: { params, reason: domain === null ? 'no_candidate' : whyUnasked(call, domain) },
      }
    const { result, credits } = await charging(call, purchaseOf(published, question), async () => {
      const answer = await answerTo(call, question, { published, untilMs, includeFormer: input.include_former })
      return { result: answer, price: answer.found === null ? 0 : FINDING_PRICE }
    })
    const { data, alternatives } = result.found ?? { data: missAt(domain) }
    const { reason } = result
    const { namesakes } = question.possible
    const both = reason === 'ambiguous_person' && namesakes.length > 0 && { ambiguous_person: namesakesIn(namesakes) }
    const gone = reason === 'left_company' && question.left !== null && { affiliation: question.left }
    const told = { ...(reason && { reason }), ...both, ...gone, ...(alternatives && { alternatives }) }
    const risk = await riskOfFound(call, data, question.possible.colleagues > 0)
    return { data, meta: { params, ...told, ...(data.email !== null && { risk }) }, credits }
  }

const PLAIN = documentedAcceptAll(FindEmailOutput)
const DOCUMENTED: Documented<FindEmailOutput> = {
  output: PLAIN.output,
  of: ({ data: { affiliation, ...data }, ...answer }, sent) =>
    PLAIN.of({ ...answer, data: { ...data, ...(affiliation && asksForAffiliation(sent) && { affiliation }) } }, sent),
}

/** The most likely address of one person at one company, verified. */
export const FindEmail = capability({
  name: 'find_email',
  group: 'email_finder',
  scope: 'read',
  input: FindEmailInput,
  output: FindEmailOutput,
  documented: DOCUMENTED,
  check: companyAndPerson,
  fixture: FIND_EMAIL_FIXTURE,
  run: finding(false),
})

/** The same, but only an address that a page shows for the person. */
export const FindEmailFound = capability({ ...FindEmail, name: 'find_email_found', run: finding(true) })

const paramsOf = (input: FindEmailInput, received: Received): FindEmailOutput['meta']['params'] => ({
  first_name: received('first_name'),
  last_name: received('last_name'),
  full_name: received('full_name'),
  domain: received('domain'),
  company: received('company'),
  max_duration: input.max_duration ?? null,
})
