import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const MAILS = 200
const FOOTERS = [
  '',
  '\n_______________________________________________\nquay-devel mailing list\nTo unsubscribe send an email to quay-devel-leave@lists.harbour.example\n',
  '\n---------------------------------------------------------------------\nTo unsubscribe, e-mail: dev-unsubscribe@quay.example\nFor additional commands, e-mail: dev-help@quay.example\n',
  '\n-- \nYou received this message because you are subscribed to the group. To unsubscribe and stop receiving emails from it, send an email to quay+unsubscribe@groups.example.\n',
]

/**
 * Mails of discussion lists, with the words of those who want to be removed or are away, meant otherwise. Each is three written paragraphs
 * and the footer of a list program: which ones follows from its number.
 */
export function listMails(): string[] {
  const paragraphs = readFileSync(new URL('texts/list-mails.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return Array.from({ length: MAILS }, (_, number) => {
    const hash = createHash('sha256').update(`list mail ${number}`).digest()
    const [first = 0, second = 0, footer = 0] = hash
    const chosen = [number, first, second].map((at) => paragraphs[at % paragraphs.length])
    return `${[...new Set(chosen)].join('\n\n')}\n${FOOTERS[footer % FOOTERS.length]}`
  })
}
