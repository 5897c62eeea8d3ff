/** The names of a mailbox. */
interface NamedSender {
  sender_name: string | null
  first_name: string | null
  last_name: string | null
}

/** The name in From. */
export function senderName({ sender_name, first_name, last_name }: NamedSender): string | null {
  const full = [first_name, last_name].filter((part) => part !== null).join(' ')
  return sender_name ?? (full === '' ? null : full)
}
