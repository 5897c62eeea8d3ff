import { estimateOf } from '../../src/core/billing/estimates.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { VERIFICATION_PRICE, VerifyEmail } from '../../src/core/verify/verify-email.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const verifyEmail = defineTool({
  name: 'verify_email',
  title: 'Verify an email address',
  description:
    'Check whether one email address can receive mail, by asking DNS and its mail server; no mail is sent. ' +
    'Use it before writing to an address of unknown quality. ' +
    'Not for addresses that domain_search shows with a verification, and not for finding addresses. ' +
    'Costs 0.5 credit for a verdict (valid, invalid, or a server that accepts every address), nothing otherwise; asking again is free. ' +
    'meta.running true means the check continues and the same call returns its result later; a null flag is unknown.',
  input: VerifyEmail.input,
  required: ['email'],
  output: VerifyEmail.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(VerifyEmail, call, raw),
  spends: {
    estimate: (call) => estimateOf(call, { kind: 'verify_email', price: VERIFICATION_PRICE, most: 1, unit: 'verdict' }),
  },
  toolAliases: ['email_verifier', 'verify-email', 'Email-Verifier'],
  firstLine: ({ data, meta }) => verdictLine(data as { status: string | null }, meta),
  untrusted: ['text'],
  notInText: ['text'],
  answersTestKey: true,
})

const verdictLine = ({ status }: { status: string | null }, { running }: Record<string, unknown>): string | null =>
  running === true || status === null ? null : `Status: ${status}.`
