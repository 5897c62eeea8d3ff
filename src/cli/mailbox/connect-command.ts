import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Call } from '../../context.ts'
import { perform } from '../../core/capability/perform.ts'
import { arriveConnect, confirmedConnect, finishConfirmed } from '../../core/connects/arrive-connect.ts'
import { CreateMailboxConnect, GetMailboxConnect, RepeatMailboxConnect } from '../../core/connects/mailbox-connects.ts'
import { GetMailProvider } from '../../core/grants/mail-providers.ts'
import { ListMailboxes } from '../../core/mailboxes/mailboxes.ts'
import { AppError } from '../../errors.ts'
import { asOperator } from '../shared/as-operator.ts'
import { print } from '../shared/output.ts'
import { readSecret } from '../shared/read-secret.ts'
import { listenForCallback, saysDecision } from './callback-listener.ts'
import { ownValue } from '../../lib/text/own-value.ts'

interface ConnectFlags {
  provider: string
  browser?: true
  paste?: true
  shared?: true
}

const WAIT_MS = 600_000
const PAGE = 100
/** Nothing listens there: the person pastes the address of the page that did not load. */
const PASTED_URI = 'http://127.0.0.1:8642/callback'

/**
 * `quarry mailbox connect`: connects a mailbox by consent, with a device code if the provider offers one, otherwise in a
 * browser.
 */
export function addConnect(mailbox: Command): void {
  mailbox
    .command('connect')
    .description('connect or reconnect a mailbox through OAuth and wait for its owner to consent')
    .argument('<email>', 'the address to send from')
    .requiredOption('--provider <name>', 'name from mailbox provider list')
    .option('--browser', 'use a browser on this machine, even if the provider supports device codes')
    .option('--paste', 'use a browser on another machine and paste the address of the page that fails to load')
    .option('--shared', 'a shared mailbox: somebody signs in with another address')
    .action(async (email: string, flags: ConnectFlags, command: Command) => {
      await asOperator(async (call) => {
        const { data: provider } = await perform(GetMailProvider, call, { name: flags.provider })
        const byDevice = provider.device_url !== null && flags.browser !== true && flags.paste !== true
        const wanted = { ...(await placeOf(call, email)), provider: provider.name, shared: flags.shared ?? false }
        const ended = byDevice ? await withDevice(call, wanted) : await withBrowser(call, wanted, flags.paste === true)
        if (ended.status !== 'connected')
          throw new AppError('validation_failed', ended.problem ?? ownValue(SAID, ended.status) ?? '')
        print(command, { email, status: ended.status }, [`Mailbox ${email} connected.`])
      })
    })
}

const SAID: Readonly<Record<string, string>> = {
  denied: 'The owner did not consent, so nothing was connected.',
  expired: 'Nobody responded in time. Run the command again.',
}

interface Ended {
  status: string
  problem: string | null
}

type Wanted = { provider: string; shared: boolean } & ({ id: number } | { email: string })

/** The mailbox with this address, or the address for a new one. */
async function placeOf(call: Call, email: string): Promise<{ id: number } | { email: string }> {
  for (let offset = 0; ; offset += PAGE) {
    const { data, meta } = await perform(ListMailboxes, call, { limit: PAGE, offset })
    const known = data.find((one) => one.email === email.toLowerCase())
    if (known !== undefined) return { id: known.id }
    if (offset + PAGE >= meta.total) return { email }
  }
}

async function begin(call: Call, wanted: Wanted, way: { flow: string; redirect_uri?: string }) {
  const input = { ...wanted, ...way }
  const { data } =
    'id' in wanted ? await perform(RepeatMailboxConnect, call, input) : await perform(CreateMailboxConnect, call, input)
  return data
}

async function withDevice(call: Call, wanted: Wanted): Promise<Ended> {
  const { id, user_code: code, verification_uri: uri, interval } = await begin(call, wanted, { flow: 'device' })
  say(`Open ${uri} and enter the code ${code}`)
  say('If the organisation blocks device codes, run the command again with --browser or --paste.')
  for (;;) {
    await sleep((interval ?? 5) * 1_000, undefined, { signal: call.signal })
    const { data } = await perform(GetMailboxConnect, call, { id })
    if (data.status !== 'waiting') return { status: data.status, problem: data.problem }
  }
}

async function withBrowser(call: Call, wanted: Wanted, isPasted: boolean): Promise<Ended> {
  const listener = isPasted ? null : await listenForCallback()
  try {
    const redirect = listener?.redirectUri ?? PASTED_URI
    const { authorize_url: url } = await begin(call, wanted, { flow: 'loopback', redirect_uri: redirect })
    say(`Open this page and allow Quarry to send and read mail:\n${url}`)
    return await arrived(call, listener === null ? await pasted() : await listener.answered(WAIT_MS))
  } finally {
    await listener?.close()
  }
}

/** @throws AppError for a line that is not such an address */
async function pasted(): Promise<URL> {
  const line = (await readSecret('Address of the page that failed to load')).trim()
  const url = URL.canParse(line) ? new URL(line) : null
  if (url === null || !saysDecision(url))
    throw new AppError('wrong_params', 'Paste the complete address of the page, including code and state.')
  return url
}

/** Typing the address here counts as agreement: there is no page to confirm on. */
async function arrived(call: Call, url: URL | null): Promise<Ended> {
  if (url === null) return { status: 'expired', problem: null }
  const read = (name: string): string | null => url.searchParams.get(name)
  const arrival = { state: read('state') ?? '', code: read('code'), error: read('error'), iss: read('iss') }
  const question = await arriveConnect(call, arrival)
  if (question.outcome === 'ended') return { status: 'failed', problem: question.problem }
  const confirmed = question.outcome === 'ask' ? await confirmedConnect(call, question.nonce) : null
  if (confirmed === null)
    return {
      status: 'failed',
      problem: 'This address does not belong to a connection in progress. Run the command again.',
    }
  const ended = await finishConfirmed(call, confirmed.connect)
  return ended ?? { status: 'failed', problem: null }
}

const say = (line: string): void => void process.stderr.write(`${line}\n`)
