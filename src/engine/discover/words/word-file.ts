/** Where a list of words of this room is. */
export const wordFile = (name: string): URL => new URL(`../lists/${name}.txt`, import.meta.url)
