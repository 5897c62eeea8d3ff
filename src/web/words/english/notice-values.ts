/** What a notice speaks of: counts and names. */
export type NoticeValues = Readonly<Record<string, string | number>>
