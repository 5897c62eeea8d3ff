import { describe, expect, test } from 'vitest'
import { checkSendingDomain } from '../../../src/engine/deliverability/sending-domain.ts'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { startDnsServer } from '../../internet/dns-server.ts'
import { DELIVERABILITY_SCENARIOS, settingOf } from '../../support/mails/deliverability-scenarios.ts'
import type { DeliverabilityScenario } from '../../support/mails/deliverability-scenarios.ts'

const LEFT_OUT = new Set(['sts.none', 'tlsrpt.none'])
const MAX_QUESTIONS = 25
/** The test server answers as soon as the machine allows. */
const PATIENCE_MS = 60_000

async function look(scenario: DeliverabilityScenario) {
  const { zone, subject } = settingOf(scenario)
  const server = await startDnsServer(zone)
  try {
    return await checkSendingDomain(
      {
        dns: createDnsClient({ servers: [server.address], timeoutMs: PATIENCE_MS }),
        fetchPolicy: async () =>
          scenario.policy === undefined ? { outcome: 'missing' } : { outcome: 'found', text: scenario.policy },
        isWebmail: (domain) => domain === 'gmail.com',
      },
      subject,
    )
  } finally {
    await server.stop()
  }
}

describe('a sending domain', () => {
  test.each(DELIVERABILITY_SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
    '%s',
    async (_, scenario) => {
      const { findings, questions } = await look(scenario)
      const codes = findings.map(({ code }) => code).filter((code) => !LEFT_OUT.has(code))
      expect(codes.toSorted()).toEqual([...scenario.found].toSorted())
      expect(questions).toBeLessThanOrEqual(MAX_QUESTIONS)
      for (const { sentence } of findings) expect(sentence).toMatch(/^\S.*[.:]$/)
    },
  )
})
