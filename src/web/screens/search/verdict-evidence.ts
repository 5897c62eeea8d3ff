import type { VerifyEmailOutput } from '../../../core/verify/verify-email-output.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { View } from '../../page/view.ts'

/** "How do we know?": what the server said, in two sentences and then word for word. */
export function verdictEvidence({ words }: View, { data }: VerifyEmailOutput): Html {
  const { evidence, smtp_check: accepted } = data
  if (evidence === undefined) return NOTHING
  const { answers } = words.search
  const said = accepted === true ? answers.accepted : accepted === false ? answers.refused : answers.notAsked
  const neighbour =
    evidence.catch_all === 'refused'
      ? answers.neighbourRefused
      : evidence.catch_all === 'accepted'
        ? answers.neighbourAccepted
        : null
  return html`<details class="sources">
    <summary>${words.general.howDoWeKnow}</summary>
    <ul>
      <li>${said}</li>
      ${neighbour === null ? NOTHING : html`<li>${neighbour}</li>`}
    </ul>
    ${
      evidence.transcript.length === 0
        ? NOTHING
        : html`<p>${answers.dialogue}</p>
            <ol class="mono">
              ${evidence.transcript.map(
                ({ stage, mx, code, enhanced, text }) =>
                  html`<li><bdi>${[stage, mx, code, enhanced, text].filter((part) => part !== null).join(' ')}</bdi></li>`,
              )}
            </ol>`
    }
  </details>`
}
