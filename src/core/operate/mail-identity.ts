import type { Context } from '../../context.ts'
import { ownAddresses } from '../../engine/verify/own-addresses.ts'
import { spfFindings } from '../../engine/deliverability/spf-findings.ts'
import type { DoctorFinding } from './doctor.ts'

type Needs = Pick<Context, 'dns' | 'config'>

/** The addresses mail servers see: this machine's public ones, or those of the HELO name. */
async function outgoingAddresses({ dns, config }: Needs, own: readonly string[]): Promise<readonly string[]> {
  if (own.length > 0) return own
  const answer = await dns.resolveAddresses(config.verification.heloName)
  return answer.outcome === 'found' ? answer.addresses.map(({ address }) => address) : []
}

/**
 * Whether each outgoing address has a reverse name that resolves back to it and equals the name given to mail servers: many
 * refuse others (`rdns_helo`).
 */
export async function checkReverseName(needs: Needs, own = ownAddresses()): Promise<DoctorFinding> {
  const { heloName, socksUrl } = needs.config.verification
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({ name: 'ptr', state, sentence })
  if (socksUrl !== null) return finding('ok', `Not checked: the proxy's address needs a PTR record for ${heloName}.`)
  const addresses = await outgoingAddresses(needs, own)
  if (addresses.length === 0) return finding('warning', 'Not checked, because the outgoing address is not known.')
  for (const address of addresses) {
    const problem = await reverseProblem(needs, address)
    if (problem !== null) return finding('warning', problem)
  }
  return finding('ok', `${addresses.join(' and ')} and ${heloName} resolve to each other.`)
}

async function reverseProblem({ dns, config }: Needs, address: string): Promise<string | null> {
  const { heloName } = config.verification
  const ask = `ask the address's provider for a PTR record for ${heloName}.`
  const reverse = await dns.resolvePtr(address)
  if (reverse.outcome === 'unknown') return `Not checked: DNS did not answer for ${address}.`
  if (reverse.outcome !== 'found' || reverse.names.length === 0)
    return `${address} has no reverse DNS name, so many mail servers reject it: ${ask}`
  const forward = await dns.resolveAddresses(heloName)
  if (forward.outcome !== 'found' || !forward.addresses.some((found) => found.address === address))
    return `The HELO name ${heloName} does not resolve to ${address}: add an address record, or set QUARRY_SMTP_HELO to the name of the address.`
  if (!reverse.names.some((name) => name.toLowerCase() === heloName.toLowerCase()))
    return `The reverse DNS name of ${address} is not ${heloName}: ${ask}`
  return null
}

/** Whether the sender's domain (our own name for the null sender) allows the outgoing addresses to send for it. */
export async function checkSpf(needs: Needs, own = ownAddresses()): Promise<DoctorFinding> {
  const { heloName, sender, socksUrl } = needs.config.verification
  const domain = sender === '' ? heloName : sender.slice(sender.lastIndexOf('@') + 1)
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({ name: 'spf', state, sentence })
  const addresses = socksUrl === null ? await outgoingAddresses(needs, own) : []
  if (addresses.length === 0)
    return finding(socksUrl === null ? 'warning' : 'ok', 'Not checked, because the outgoing address is not known.')
  const { findings, passes } = await spfFindings(needs.dns, {
    domain,
    envelopeDomain: domain,
    provider: null,
    smtpHost: heloName,
    addresses,
    ownKey: null,
    seenSigners: [],
    tls: null,
    reportsTo: null,
  })
  if (passes === true) return finding('ok', `The SPF record of ${domain} allows ${addresses.join(' and ')}.`)
  const problem = findings.find(({ state }) => state === 'problem') ?? findings[0]
  const record = problem?.record ?? null
  const publish = record === null ? '' : ` Record: "${record.value}".`
  return finding('warning', `${problem?.sentence ?? `The SPF record of ${domain} cannot be evaluated.`}${publish}`)
}
