import { html as template } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Our own markup, with everything from elsewhere escaped. */
export type Html = HtmlEscapedString

/** What may be inserted into a template. Lists are joined; null, undefined and false produce nothing. */
export type Content = Html | string | number | null | undefined | false | readonly Content[]

/**
 * Markup as a tagged template: inserted values are escaped for elements and quoted attributes, unless they are markup
 * themselves. Synchronous: a promise in a template would turn the whole page into a promise.
 */
export const html = (strings: TemplateStringsArray, ...values: Content[]): Html => template(strings, ...values) as Html

/** Empty markup. */
export const NOTHING: Html = html``
