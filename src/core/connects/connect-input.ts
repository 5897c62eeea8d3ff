import { z } from 'zod'
import { booleanField, choiceField, idField, asText, textField } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import { CreateMailboxInput } from '../mailboxes/mailbox-input.ts'

/** Loopback only (RFC 8252 7.3): codes go only to the machine that asked. */
const redirectUri = field<string>(
  { type: 'string', maxLength: 200, description: 'With flow loopback: where this machine listens, on 127.0.0.1.' },
  (raw) => {
    const text = asText(raw) ?? ''
    return /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/[\w/-]{0,100}$/.test(text)
      ? read(text)
      : refuse('wrong_params', 'redirect_uri must be an http URL on 127.0.0.1 with a port.')
  },
)

const ways = {
  provider: textField('provider', 32, 'The mail provider, by the name the operator gave it.'),
  flow: choiceField(
    ['browser', 'device', 'loopback'] as const,
    'wrong_params',
    'flow must be browser, device or loopback.',
    'How the owner consents: in a browser (default), with a code on any device (many Microsoft tenants block that), or in a browser on this machine.',
  ),
  shared: booleanField(
    'shared',
    'wrong_params',
    'Whether it is a shared mailbox, for which somebody signs in with another address.',
  ),
  redirect_uri: redirectUri,
}

const { provider: _, ...mailbox } = Object.fromEntries(
  Object.entries(CreateMailboxInput.shape).filter(([name]) => !/^(?:smtp|imap)_/.test(name)),
) as Omit<typeof CreateMailboxInput.shape, `smtp_${string}` | `imap_${string}`>

export const ConnectMailboxInput = z.object({ ...ways, ...mailbox })
export const ReconnectMailboxInput = z.object({ id: idField('The id of the mailbox.'), ...ways })
