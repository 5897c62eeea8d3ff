import type { PersonStatement } from './observed-history.ts'

/** The people each look at each page shows, by `uri time`, each represented by whatever identifies the subject of a statement. */
export function whoIsShown<Who>(said: Iterable<readonly [Who, PersonStatement]>): Map<string, Set<Who>> {
  const shown = new Map<string, Set<Who>>()
  for (const [who, { uri, seen }] of said)
    for (const at of seen) {
      const look = `${uri} ${at}`
      shown.set(look, (shown.get(look) ?? new Set()).add(who))
    }
  return shown
}
