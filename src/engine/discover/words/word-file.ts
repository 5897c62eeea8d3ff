/** The address of one of the word lists in this folder. */
export const wordFile = (name: string): URL => new URL(`../lists/${name}.txt`, import.meta.url)
