import { toAppError } from '../../../errors.ts'

/** Whether what a form deletes still existed: another tab may have deleted it, in which case the goal is already reached. */
export const wasThere = (deletion: Promise<unknown>): Promise<boolean> =>
  deletion.then(
    () => true,
    (thrown: unknown) => {
      if (toAppError(thrown).status !== 404) throw thrown
      return false
    },
  )
