import type { PersonStatement } from './observed-history.ts'

/** Whom each look at each page shows, by `uri time`, in whatever stands for who a statement is about. */
export function whoIsShown<Who>(said: Iterable<readonly [Who, PersonStatement]>): Map<string, Set<Who>> {
  const shown = new Map<string, Set<Who>>()
  for (const [who, { uri, seen }] of said)
    for (const at of seen) {
      const look = `${uri} ${at}`
      shown.set(look, (shown.get(look) ?? new Set()).add(who))
    }
  return shown
}
