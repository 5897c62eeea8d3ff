import { parseBracketForm } from './bracket-form.ts'

/** The local part of an address in a query, in which no plus sign stands at the edge or beside another. */
const LOCAL_PARTS = /(?<=[?&]email=)[^&@+]+(?:\+[^&@+]+)+(?=@|%40)/g

/**
 * The query of a URL, in which a plus sign inside an address stands for itself (RFC 3986 3.4). Forms write spaces so (WHATWG
 * URL 5.1), and no address contains one: a program that pastes `jo+news@birch.example` into a URL means what it says.
 * @param parsed the same query, with spaces there
 */
export const queryWithAddress = (url: string, parsed: Record<string, unknown>): Record<string, unknown> => {
  const meant = url.replace(LOCAL_PARTS, (local) => local.replaceAll('+', '%2B'))
  return meant === url ? parsed : parseBracketForm(meant.slice(meant.indexOf('?') + 1))
}
