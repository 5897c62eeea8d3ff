import { citiesTakenFor, isLargestOfName } from '../../lib/vocabulary/places/us-cities.ts'

/**
 * A condition that a row of table `alias` is in a state of the United States. Many sources name American cities without their
 * state: the largest city of that name is meant then.
 */
export function stateCondition(
  alias: string,
  { state, city }: { state: string; city: string | undefined },
  parameter: (value: unknown) => string,
): string {
  const isState = `${alias}.state = ${parameter(state)}`
  if (city !== undefined) return isLargestOfName(state, city) ? `(${isState} or ${alias}.state is null)` : isState
  return `(${isState} or ${alias}.state is null and lower(${alias}.city) = any(${parameter(citiesTakenFor(state))}::text[]))`
}
