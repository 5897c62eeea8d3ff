import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup of ours, with everything from elsewhere escaped. */
export type Html = HtmlEscapedString

/** What may be in a template. Lists are joined; null, undefined and false leave nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * Markup as a tagged template: what is filled in is text, for elements and for quoted attributes, unless it is markup
 * itself. Synchronous: a promise in a template would make a promise of the whole page.
 */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html => template(strings, ...values) as Html

/** Nothing to see. */
export const NOTHING: Html = html``
