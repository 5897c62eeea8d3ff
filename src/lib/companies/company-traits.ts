/** What companies can have in common, what says most first. */
export const TRAITS = ['industry', 'words', 'technology', 'size', 'place'] as const
export type Trait = (typeof TRAITS)[number]
