import type { SendingDomain } from '../../../core/mailboxes/sending-domains.ts'
import { choice, hidden } from '../../components/field.ts'
import { icon } from '../../components/icon.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

interface Proof {
  id: number
  proof: SendingDomain['proof']
  /** Mailboxes of the account at other domains that are read. */
  others: readonly string[]
}

/** The result of the last proof mail, and a form to send another. */
export const proofForm = ({ id, proof, others }: Proof, view: View): Html => {
  const { guard } = view.words
  if (proof === null && others.length === 0) return NOTHING
  return html`<h3>${guard.proof.title}</h3>
    <p class="muted">${proof === null ? guard.proof.what : shown(proof, view)}</p>
    ${
      others.length === 0 || !view.can('send')
        ? NOTHING
        : html`<form method="post" action="${to(`/mailboxes/${id}/proof`)}" class="row">
            ${hidden({ once: view.once })}
            ${choice(view, { name: 'to', label: guard.proof.to, choices: others.map((email) => [email, email] as const) })}
            <button class="outline small">${icon('mailbox')}${guard.proof.send}</button>
          </form>`
    }`
}

function shown(
  { to: receiver, arrived_at: arrived, addresses, signers }: NonNullable<Proof['proof']>,
  view: View,
): string {
  const { proof } = view.words.guard
  if (arrived === null) return proof.waits(receiver)
  return proof.came(receiver, addresses.join(', ') || proof.inside, signers.join(', ') || proof.nobody)
}
