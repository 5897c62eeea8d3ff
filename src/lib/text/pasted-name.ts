/** Fullwidth letters, ligatures, and the letters of fonts that are characters of their own (`𝐀𝐧𝐧𝐚`). */
const STYLED = /[\ufb00-\ufb06\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu
/** Without width, or only turning the direction. The joiners are kept in scripts whose spelling needs them. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<=\p{Script=Latin})[\u200c\u200d]/gu
/** Emoji and what modifies them; `®` and `™` mark a designation. */
const PICTURES = /(?![®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\ufe0f\u20e3]/gu

/** A name without what comes along when it is copied from a profile or a spreadsheet: pictures, styled letters, marks nobody sees. */
export const pastedName = (text: string): string =>
  text
    .replace(STYLED, (letter) => letter.normalize('NFKC'))
    .replace(PICTURES, ' ')
    .replace(UNSEEN, '')
    .replace(/\s+/g, ' ')
    .trim()
