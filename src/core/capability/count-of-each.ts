import { z } from 'zod'

/** A number for each name. */
export const countOfEach = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>)
