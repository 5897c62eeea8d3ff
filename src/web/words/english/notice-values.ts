/** What a notice mentions: counts and names. */
export type NoticeValues = Readonly<Record<string, string | number>>
