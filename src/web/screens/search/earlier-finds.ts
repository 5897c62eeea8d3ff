import { parseEmailAddress } from '../../../lib/addresses/email-address.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { to } from '../../page/page-query.ts'
import type { View } from '../../page/view.ts'

/** What the finder answered during this visit; null if it found nothing. */
export interface EarlierFind {
  fullName: string
  company: string
  email: string | null
}

const MOST = 8
/** Characters of a name, a company or an address: the list is part of page addresses. */
const LONGEST = 100

/** The text of one find never contains a literal comma or equals sign: the comma separates finds. */
const written = ({ fullName, company, email }: EarlierFind): string =>
  new URLSearchParams({ n: fullName, c: company, ...(email === null ? {} : { e: email }) }).toString()

function read(text: string): EarlierFind | null {
  const parts = new URLSearchParams(text)
  const [fullName, company] = [parts.get('n') ?? '', parts.get('c') ?? '']
  if (fullName === '' || company === '' || fullName.length > LONGEST || company.length > LONGEST) return null
  const email = parseEmailAddress((parts.get('e') ?? '').slice(0, LONGEST))?.full ?? null
  return { fullName, company, email }
}

const keyOf = ({ fullName, company }: EarlierFind): string =>
  JSON.stringify([fullName, company].map((text) => text.toLowerCase()))

/**
 * The finder's requests during this visit, newest first, starting with `latest`. They are only in the address of the page, so
 * nothing is stored, and another site cannot link here with its own list.
 */
export function earlierFinds({ query, maySpend }: View, latest: EarlierFind | null): EarlierFind[] {
  const before = maySpend ? (query['earlier'] ?? '').split(',', MOST).map(read) : []
  const finds = [latest, ...before].filter((find) => find !== null)
  return [...new Map(finds.toReversed().map((find) => [keyOf(find), find])).values()].toReversed().slice(0, MOST)
}

/** The form used in fields and links of the page. */
export const earlierField = (finds: readonly EarlierFind[]): { earlier?: string } =>
  finds.length === 0 ? {} : { earlier: finds.map(written).join(',') }

/** The finds of this visit, except the one shown in full. */
export function earlierList(finds: readonly EarlierFind[], latest: EarlierFind | null, { words }: View): Html {
  const { search } = words
  const others = finds.filter((find) => latest === null || keyOf(find) !== keyOf(latest))
  if (others.length === 0) return NOTHING
  return html`<section class="card narrow">
    <h2>${search.earlierFinds}</h2>
    <ul class="plain">
      ${others.map(
        ({ fullName, company, email }) =>
          html`<li class="row">
            <a href="${to('/find', { full_name: fullName, company, ...earlierField(finds) })}"><bdi>${fullName}</bdi></a>
            <bdi class="muted">${company}</bdi>
            ${email === null ? html`<span>${search.nothingFound}</span>` : html`<a class="mono" href="${to(`/people/${encodeURIComponent(email)}`)}"><bdi>${email}</bdi></a>`}
          </li>`,
      )}
    </ul>
  </section>`
}
