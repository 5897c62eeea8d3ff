import { html } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import type { Words } from '../../words/words.ts'

interface Named {
  id: number
  email: string | null
  first_name: string | null
  last_name: string | null
}

/** A member's name in plain text, otherwise the address, otherwise the number. */
export const plainName = ({ id, email, first_name, last_name }: Named, { team }: Words): string =>
  [first_name, last_name].filter(Boolean).join(' ') || (email ?? team.nameless(id))

/** Name and address of a member, as far as known. */
export function memberName(member: Named, words: Words): Html {
  const name = plainName(member, words)
  return name === member.email || member.email === null
    ? html`<bdi>${name}</bdi>`
    : html`<bdi>${name}</bdi><br /><small class="muted"><bdi>${member.email}</bdi></small>`
}
