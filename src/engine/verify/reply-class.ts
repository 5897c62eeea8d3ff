/** What a reply says, and about whom. */
export type ReplyClass =
  | 'accepted'
  | 'cannot_verify'
  | 'user_unknown'
  /** The same with a 4xx; it counts if the last try gets it again. */
  | 'user_unknown_soft'
  | 'disabled'
  | 'mailbox_full'
  /** Refused because the mailbox receives too much, so the mailbox exists. */
  | 'exists_busy'
  | 'greylisted'
  | 'rate_limited'
  | 'blocked'
  | 'rdns_helo'
  | 'sender_refused'
  | 'domain_refuses_mail'
  | 'relay_denied'
  | 'temporary'
  | 'unknown'
  | 'protocol_error'
