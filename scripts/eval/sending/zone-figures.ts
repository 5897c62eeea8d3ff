import { Resolver } from 'node:dns/promises'
import { createRequire } from 'node:module'
import { spf } from 'mailauth/lib/spf/index.js'
import { checkHost } from '../../../src/engine/deliverability/check-host.ts'
import { dmarcFindings } from '../../../src/engine/deliverability/dmarc-findings.ts'
import { checkSendingDomain } from '../../../src/engine/deliverability/sending-domain.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { startDnsServer } from '../../../test/internet/dns-server.ts'
import { DELIVERABILITY_SCENARIOS, settingOf } from '../../../test/support/mails/deliverability-scenarios.ts'
import type { DeliverabilityScenario } from '../../../test/support/mails/deliverability-scenarios.ts'

/** Domains as they are set up in practice, with one mistake each, in zones of a DNS server on loopback. */

const LEFT_OUT = new Set(['sts.none', 'tlsrpt.none'])
const ADDRESSES = ['192.0.2.10', '198.51.100.7', '203.0.113.200', '2001:db8::25']
const MAX_QUESTIONS = 25

type Resolve = (name: string, type: string) => Promise<never>
const getDmarcRecord = createRequire(import.meta.url)('mailauth/lib/dmarc/get-dmarc-record.js') as (
  domain: string,
  resolve: Resolve,
) => Promise<false | { recordDomain: string }>

interface Outcome {
  name: string
  expected: string
  found: string
  questions: number
  /** Questions to the second parser, and how often it disagreed. */
  compared: number
  differs: number
}

async function outcomeOf(scenario: DeliverabilityScenario): Promise<Outcome> {
  const { zone, subject } = settingOf(scenario)
  const server = await startDnsServer(zone)
  try {
    const dns = createDnsClient({ servers: [server.address] })
    const { findings, questions } = await checkSendingDomain(
      {
        dns,
        fetchPolicy: async () =>
          scenario.policy === undefined ? { outcome: 'missing' } : { outcome: 'found', text: scenario.policy },
        isWebmail: (domain) => domain === 'gmail.com',
      },
      subject,
    )
    const codes = findings.map(({ code }) => code).filter((code) => !LEFT_OUT.has(code))
    const second = subject.domain === 'gmail.com' ? [] : await secondOpinion(server.address, subject)
    return {
      name: scenario.name,
      expected: scenario.found.toSorted().join(' '),
      found: codes.toSorted().join(' '),
      questions,
      compared: second.length,
      differs: second.filter((agrees) => !agrees).length,
    }
  } finally {
    await server.stop()
  }
}

async function secondOpinion(
  address: string,
  { envelopeDomain, domain }: ReturnType<typeof settingOf>['subject'],
): Promise<boolean[]> {
  const dns = createDnsClient({ servers: [address] })
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  resolver.setServers([address])
  const resolve: Resolve = (name, type) => resolver.resolve(name, type) as Promise<never>
  const agreements: boolean[] = []
  for (const ip of ADDRESSES) {
    const sender = { address: ip, email: `postmaster@${envelopeDomain}`, helo: 'mail.s.example' }
    const own = await checkHost(dns, envelopeDomain, sender)
    const other = await spf({ sender: sender.email, ip, helo: sender.helo, resolver: resolve, strict: true })
    const lookups = Number(Reflect.get(Object(Reflect.get(other, 'lookups')), 'count') ?? 0)
    agreements.push(own.result === other.status.result && own.lookups === lookups)
  }
  const { policy, isAnswered } = await dmarcFindings(dns, domain, null)
  if (!isAnswered) return agreements
  const record = await getDmarcRecord(domain, resolve)
  return [...agreements, (policy?.domain ?? null) === (record === false ? null : record.recordDomain)]
}

/** All findings must be the mistakes made, and no others; a second parser of the same records has to agree. */
export async function zoneFigures() {
  const outcomes: Outcome[] = []
  for (const scenario of DELIVERABILITY_SCENARIOS) outcomes.push(await outcomeOf(scenario))
  const sum = (of: (outcome: Outcome) => number): number => outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return {
    rows: [
      ['zone', 'to be found', 'found', 'questions', 'second reader differs'],
      ...outcomes.map(({ name, expected, found, questions, differs, compared }) => [
        name,
        expected === '' ? 'nothing' : expected,
        expected === found ? 'the same' : found,
        questions,
        `${differs} of ${compared}`,
      ]),
    ],
    figures: {
      zones: outcomes.length,
      missed: outcomes.filter(({ expected, found }) => expected !== found).length,
      most_questions: Math.max(...outcomes.map(({ questions }) => questions)),
      compared: sum(({ compared }) => compared),
      differs: sum(({ differs }) => differs),
    },
    bars: [
      { figure: 'missed', max: 0 },
      { figure: 'differs', max: 0 },
      { figure: 'most_questions', max: MAX_QUESTIONS },
    ],
  }
}
