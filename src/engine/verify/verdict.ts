import type { Outcome, Reason, VerificationStatus } from './verification.ts'
import type { CatchAllAnswer } from './catch-all.ts'
import type { ReplyClass } from './reply-class.ts'

/** The last finding of a run, which decided it: pure facts, no judgement. */
export type Finding =
  | Exclude<ReplyClass, 'protocol_error'>
  | 'mailbox_full_for_good'
  | 'bad_syntax'
  | 'no_such_domain'
  | 'no_mail_server'
  | 'null_mx'
  | 'mx_is_loopback'
  | 'mx_not_public'
  | 'dns_failure'
  | 'no_network'
  | 'disposable_domain'
  | 'not_probed'
  | 'unreachable'
  | 'port_25_closed'
  | 'no_smtputf8'
  | 'not_smtp'
  | 'broken_dialogue'
  | 'server_silent'
  | 'out_of_time'

export interface Evidence {
  finding: Finding
  catchAll: CatchAllAnswer
  /** Null if DNS was not asked or gave no answer; false for an implicit MX. */
  mxRecords: boolean | null
  implicitMx: boolean
  webmail: boolean
  role: boolean
  gibberish: boolean
  /** A well-formed SMTP reply was seen; for findings possible before or after one. */
  sawReply: boolean
}

export type Verdict = Pick<
  Outcome,
  'status' | 'score' | 'mxRecords' | 'smtpServer' | 'smtpCheck' | 'acceptAll' | 'block' | 'reason' | 'unexpected'
> &
  Pick<Outcome, 'retry' | 'disabled' | 'mailboxFull'>

type Server = '+' | '-' | '0' | '?'
type Check = '+' | '-' | '0'

interface Row {
  status: VerificationStatus
  score: number
  /** + true, - false, 0 null, ? depends on what was seen. */
  server: Server
  check: Check
  reason: Reason
  block?: true
  retry?: Outcome['retry']
  unexpected?: true
}

const row = (
  status: VerificationStatus,
  score: number,
  flags: `${Server}${Check}`,
  reason: Reason,
  more: Pick<Row, 'block' | 'retry' | 'unexpected'> = {},
): Row => ({ status, score, server: flags[0] as Server, check: flags[1] as Check, reason, ...more })

/** Every finding with its answer: the entire judgement. `accepted` is refined by the catch-all answer below. */
const ROWS: Readonly<Record<Finding, Row>> = {
  bad_syntax: row('invalid', 0, '0-', 'bad_syntax'),
  no_such_domain: row('invalid', 0, '--', 'no_such_domain'),
  no_mail_server: row('invalid', 0, '--', 'no_mail_server'),
  null_mx: row('invalid', 0, '--', 'null_mx'),
  mx_is_loopback: row('invalid', 0, '--', 'mx_is_loopback'),
  mx_not_public: row('unknown', 10, '-0', 'mx_not_public'),
  dns_failure: row('unknown', 20, '00', 'dns_failure'),
  no_network: row('unknown', 20, '00', 'no_network'),
  disposable_domain: row('disposable', 50, '00', 'disposable_domain'),
  not_probed: row('unknown', 25, '00', 'not_probed'),
  accepted: row('valid', 90, '++', 'accepted'),
  exists_busy: row('valid', 90, '++', 'busy_mailbox'),
  user_unknown: row('invalid', 0, '+-', 'no_such_user'),
  disabled: row('invalid', 0, '+-', 'mailbox_disabled'),
  domain_refuses_mail: row('invalid', 0, '+-', 'domain_refuses_mail'),
  user_unknown_soft: row('unknown', 30, '+-', 'no_such_user', { retry: 'soft_refusal' }),
  mailbox_full: row('unknown', 55, '+-', 'mailbox_full'),
  mailbox_full_for_good: row('unknown', 30, '+-', 'mailbox_full'),
  cannot_verify: row('unknown', 50, '+0', 'cannot_verify'),
  greylisted: row('unknown', 45, '+0', 'greylisted', { retry: 'greylisted' }),
  rate_limited: row('unknown', 40, '+0', 'rate_limited', { block: true }),
  blocked: row('unknown', 35, '+0', 'blocked_by_server', { block: true }),
  rdns_helo: row('unknown', 35, '+0', 'our_host_refused', { block: true }),
  sender_refused: row('unknown', 35, '+0', 'sender_refused', { block: true }),
  temporary: row('unknown', 40, '+0', 'temporary_failure', { retry: 'temporary' }),
  relay_denied: row('unknown', 15, '+-', 'relay_denied'),
  unknown: row('unknown', 25, '+-', 'unexplained_refusal'),
  no_smtputf8: row('unknown', 20, '+0', 'no_smtputf8'),
  unreachable: row('unknown', 25, '-0', 'unreachable'),
  port_25_closed: row('unknown', 25, '-0', 'port_25_closed'),
  not_smtp: row('unknown', 25, '-0', 'not_smtp', { unexpected: true }),
  broken_dialogue: row('unknown', 30, '+0', 'connection_lost', { unexpected: true }),
  server_silent: row('unknown', 30, '+0', 'server_silent'),
  out_of_time: row('unknown', 30, '?0', 'out_of_time'),
}

const REFUSED_SCORE = 100
const ACCEPT_ALL_SCORE = 70
const FIXED_SCORE = 50
/** For a soft refusal that the last retry repeats. */
const SURE_ENOUGH_SCORE = 5

const ROLE_COST = 5
const GIBBERISH_COST = 15
const IMPLICIT_MX_COST = 5
const SCORE_BOUNDS = { valid: [70, 100], accept_all: [40, 90], unknown: [0, 60] } as const

const PER_SOURCE = 4
const MAX_FOR_SOURCES = 20

/** Evidence → answer, without the contribution of the address's sources. Pure. */
export function judgeEvidence(evidence: Evidence, lastTry: boolean): Verdict {
  const settled = settle(evidence, lastTry)
  const { finding, mxRecords, implicitMx, catchAll } = evidence
  return {
    status: settled.status,
    score: adjust(settled, evidence),
    mxRecords: implicitMx ? false : mxRecords,
    smtpServer: settled.server === '?' ? evidence.sawReply || null : FLAG[settled.server],
    smtpCheck: FLAG[settled.check],
    acceptAll: finding === 'accepted' ? ACCEPT_ALL[catchAll] : null,
    block: settled.block === true,
    reason: settled.reason,
    unexpected: settled.unexpected === true,
    retry: settled.retry ?? null,
    disabled: finding === 'disabled',
    mailboxFull: finding === 'mailbox_full' || finding === 'mailbox_full_for_good',
  }
}

const FLAG = { '+': true, '-': false, '0': null } as const
const ACCEPT_ALL = { accepted: true, refused: false, inconclusive: null, not_run: null } as const

function settle(evidence: Evidence, lastTry: boolean): Row {
  const { finding, catchAll, webmail } = evidence
  const found = ROWS[finding]
  if (finding === 'user_unknown_soft' && lastTry) return { ...found, status: 'invalid', score: SURE_ENOUGH_SCORE }
  const known = finding === 'accepted' ? accepted(found, catchAll) : found
  // A catch-all webmail server has not decided either.
  const undecided = known.status === 'unknown' || known.status === 'accept_all'
  return webmail && undecided ? { ...known, status: 'webmail' } : known
}

function accepted(found: Row, catchAll: CatchAllAnswer): Row {
  if (catchAll === 'refused') return { ...found, score: REFUSED_SCORE }
  if (catchAll !== 'accepted') return found
  return { ...found, status: 'accept_all', score: ACCEPT_ALL_SCORE, reason: 'accepts_everything' }
}

function adjust({ status, score }: Row, { webmail, role, gibberish, implicitMx }: Evidence): number {
  if (status === 'invalid') return score
  if (status === 'disposable' || status === 'webmail' || webmail) return FIXED_SCORE
  const [least, most] = SCORE_BOUNDS[status]
  const cost = (role ? ROLE_COST : 0) + (gibberish ? GIBBERISH_COST : 0) + (implicitMx ? IMPLICIT_MX_COST : 0)
  return Math.min(most, Math.max(least, score - cost))
}

/** For a catch-all, pages that show an address raise its score. */
export function scoreWithSources({ status, score }: Pick<Outcome, 'status' | 'score'>, sources: number): number {
  if (status !== 'accept_all') return score
  return Math.min(SCORE_BOUNDS.accept_all[1], score + Math.min(MAX_FOR_SOURCES, PER_SOURCE * sources))
}
