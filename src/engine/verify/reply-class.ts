/** What a reply says, and about whom. */
export type ReplyClass =
  | 'accepted'
  | 'cannot_verify'
  | 'user_unknown'
  /** The same with a 4xx: said again at the last try it counts. */
  | 'user_unknown_soft'
  | 'disabled'
  | 'mailbox_full'
  /** Refused because the mailbox gets too much: so it is there. */
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
