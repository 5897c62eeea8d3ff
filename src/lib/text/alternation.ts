/**
 * The alternatives of a regular expression, on as many lines as are easy to read: each line break stands for `|`, also within
 * parentheses. Backslashes are written once, as in `String.raw`.
 */
export const alternation = (text: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw(text, ...values)
    .trim()
    .split(/\s*\n\s*/)
    .join('|')

/** Matches any of them as whole words, in any script that has spaces. */
export const wholeWords = (...text: Parameters<typeof alternation>): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\d])(?:${alternation(...text)})(?![\p{L}])`, 'u')
