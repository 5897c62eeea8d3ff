/** What companies can have in common, the most telling trait first. */
export const TRAITS = ['industry', 'words', 'technology', 'size', 'place'] as const
export type Trait = (typeof TRAITS)[number]
