import { perform } from '../../src/core/capability/perform.ts'
import { VerifyEmails } from '../../src/core/verify/verify-emails.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const verifyEmails = defineTool({
  name: 'verify_emails',
  title: 'Verify many email addresses',
  description:
    'Check whether 2 to 100 email addresses can receive mail, in one job; no mail is sent. ' +
    'Use it to clean a list before it is saved or written to. ' +
    'Not for a single address (verify_email). ' +
    'Costs 0.5 credit per verdict (valid, invalid, or a server that accepts every address), nothing otherwise. ' +
    'Results keep the order of the list; status null means still open. ' +
    'If meta.running is true, call again with the job id from meta instead of emails.',
  input: VerifyEmails.input,
  required: [],
  output: VerifyEmails.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(VerifyEmails, call, raw),
  toolAliases: ['verify-emails', 'bulk_verify'],
  rows: { at: 'results', noun: 'addresses', short: ['email', 'status', 'score', 'error'], capped: { sources: 3 } },
})
