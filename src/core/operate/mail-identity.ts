import type { Context } from '../../context.ts'
import { ownAddresses } from '../../engine/verify/own-addresses.ts'
import { spfOf } from '../../engine/verify/spf.ts'
import type { SpfAnswer } from '../../engine/verify/spf.ts'
import type { DoctorFinding } from './doctor.ts'

type Needs = Pick<Context, 'dns' | 'config'>

/** From where mail servers see us: this machine's public addresses, or those of the name that they are told. */
async function outgoingAddresses({ dns, config }: Needs, own: readonly string[]): Promise<readonly string[]> {
  if (own.length > 0) return own
  const answer = await dns.resolveAddresses(config.verification.heloName)
  return answer.outcome === 'found' ? answer.addresses.map(({ address }) => address) : []
}

/**
 * Whether each outgoing address has a name that leads back to it, the one that mail servers are told: many refuse others
 * (`rdns_helo`).
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
  const ask = `ask the provider of the address for a PTR record for ${heloName}.`
  const reverse = await dns.resolvePtr(address)
  if (reverse.outcome === 'unknown') return 'Not checked, because names do not resolve.'
  if (reverse.outcome !== 'found' || reverse.names.length === 0)
    return `${address} has no reverse DNS name, so many mail servers reject it: ${ask}`
  const forward = await dns.resolveAddresses(heloName)
  if (forward.outcome !== 'found' || !forward.addresses.some((found) => found.address === address))
    return `The HELO name ${heloName} does not resolve to ${address}: add an address record, or set QUARRY_SMTP_HELO to the name of the address.`
  if (!reverse.names.some((name) => name.toLowerCase() === heloName.toLowerCase()))
    return `The reverse DNS name of ${address} is not ${heloName}: ${ask}`
  return null
}

/** Whether the sender's domain (our own name for the null sender) lets the outgoing addresses send in its name. */
export async function checkSpf(needs: Needs, own = ownAddresses()): Promise<DoctorFinding> {
  const { heloName, sender, socksUrl } = needs.config.verification
  const domain = sender === '' ? heloName : sender.slice(sender.lastIndexOf('@') + 1)
  const finding = (state: DoctorFinding['state'], sentence: string): DoctorFinding => ({ name: 'spf', state, sentence })
  const addresses = socksUrl === null ? await outgoingAddresses(needs, own) : []
  if (addresses.length === 0)
    return finding(socksUrl === null ? 'warning' : 'ok', 'Not checked, because the outgoing address is not known.')
  for (const address of addresses) {
    const problem = spfProblem(await spfOf(needs.dns, domain, address), domain, address)
    if (problem !== null) return finding('warning', problem)
  }
  return finding('ok', `The SPF record of ${domain} allows ${addresses.join(' and ')}.`)
}

function spfProblem(answer: SpfAnswer, domain: string, address: string): string | null {
  const term = `${address.includes(':') ? 'ip6' : 'ip4'}:${address}`
  if (answer === 'pass') return null
  if (answer === 'none') return `${domain} has no SPF record: publish the TXT record "v=spf1 ${term} -all".`
  if (answer === 'several') return `${domain} has more than one SPF record, which counts as none: keep only one.`
  if (answer === 'fail') return `The SPF record of ${domain} does not allow ${address}: add ${term} to it.`
  return `The SPF record of ${domain} could not be fully resolved: check that it allows ${address}.`
}
