import { toAppError } from '../../../errors.ts'

/** Whether what a form deletes was still there: another tab may have deleted it, and what its sender wanted is so. */
export const wasThere = (deletion: Promise<unknown>): Promise<boolean> =>
  deletion.then(
    () => true,
    (thrown: unknown) => {
      if (toAppError(thrown).status !== 404) throw thrown
      return false
    },
  )
