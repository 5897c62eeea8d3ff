import { openSmtp, type OpenResult } from './smtp-connection.ts'
import type { AskResult, ProbeRequest, ProbeResult, SmtpFailure } from './smtp-exchange.ts'

/**
 * Asks about recipients in one session with the first target that answers anything well-formed: every address of a host before
 * the next host, as sorted by the caller.
 * @throws RangeError when a name or an address cannot be used in a command
 */
export async function probeRecipients(request: ProbeRequest): Promise<ProbeResult> {
  let result: ProbeResult | null = null
  for (const target of request.targets) {
    const opened = await openSmtp(target, request)
    if (opened.outcome === 'ready') return askOnce(opened, request)
    const failure = opened.outcome === 'failed' ? opened.failure : null
    const refusal = opened.outcome === 'refused' ? opened.reply : null
    result = { ...nothing(request, failure), target, refusal, transcript: opened.transcript }
    if (failure?.outcome !== 'unreachable') return result
  }
  return result ?? nothing(request, { outcome: 'unreachable', reason: 'failed' })
}

async function askOnce({ connection }: OpenResult & { outcome: 'ready' }, request: ProbeRequest): Promise<ProbeResult> {
  await using session = connection
  const asked = await session.ask(request)
  const { target, capabilities, transcript } = session
  return { ...asked, target, capabilities, transcript, refusal: refusalOf(asked) }
}

const refusalOf = ({ mail }: AskResult): ProbeResult['refusal'] => (mail !== null && mail.code >= 300 ? mail : null)

const nothing = ({ recipients }: ProbeRequest, failure: SmtpFailure | null): ProbeResult => ({
  mail: null,
  answers: recipients.map((recipient) => ({ recipient, reply: null })),
  parting: null,
  failure,
  target: null,
  capabilities: null,
  transcript: [],
  refusal: null,
})
