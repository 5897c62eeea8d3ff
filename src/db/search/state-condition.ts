import { citiesTakenFor, isLargestOfName } from '../../lib/vocabulary/places/us-cities.ts'

/**
 * That a row, of the table `alias`, lies in a state of the United States. Many a source names American cities without their
 * state: the largest of the name is meant then.
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
