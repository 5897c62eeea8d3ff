/** A server's refusal, and the command it answers. */
export interface RefusingReply {
  stage: 'mail' | 'rcpt' | 'data'
  code: number
  enhanced: string | null
  lines: string[]
}

/** An error as the library throws it. */
export interface SmtpError extends Error {
  code?: string | undefined
  responseCode?: number | undefined
  response?: string | undefined
  command?: string | undefined
}

/** The part of a refusal that is read; the rest only repeats it. */
const MAX_REPLY_TEXT = 2_000
const STAGES = new Map<string | undefined, RefusingReply['stage']>([
  ['MAIL FROM', 'mail'],
  ['RCPT TO', 'rcpt'],
])
const ENHANCED = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?!\S)/

/** Parses a reply into its codes (RFC 5321 4.2, RFC 3463) and its lines without them. */
export function replyOf({
  response = '',
  responseCode = 0,
  command,
}: Pick<SmtpError, 'response' | 'responseCode' | 'command'>): RefusingReply {
  const lines = response.slice(0, MAX_REPLY_TEXT).split(/\r?\n/)
  return {
    stage: STAGES.get(command) ?? 'data',
    code: responseCode,
    enhanced: ENHANCED.exec(response)?.[1] ?? null,
    lines: lines.map((line) => line.replace(/^\d{3}[ -](?:\d\.\d{1,3}\.\d{1,3}(?=\s))?/, '').trim()),
  }
}

/** `550 5.1.1 <a@b> unknown` → `550 5.1.1`: the rest is the server's own text. */
export const codeOf = (response = ''): string =>
  /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0].replace('-', ' ') ?? ''
