/**
 * The alternatives of a regular expression, on as many lines as are easy to read: each line break stands for `|`, also within
 * parentheses. Backslashes are written once, as in `String.raw`.
 */
export const alternation = (text: TemplateStringsArray, ...values: readonly string[]): string =>
  String.raw(text, ...values)
    .trim()
    .split(/\s*\n\s*/)
    .join('|')
