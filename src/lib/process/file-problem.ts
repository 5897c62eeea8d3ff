import { errorCode } from '../text/error-code.ts'
/**
 * Why a file or folder could not be used, worded to follow its path or "The file".
 * @returns null unless it is a file-system error that people can do something about
 */
export function fileProblem(error: unknown): string | null {
  return PROBLEMS.get(errorCode(error)) ?? null
}

/** One sentence for what the database lacks to work at all, by SQLSTATE (PostgreSQL, appendix A, class 53); null for anything else. */
export function databaseProblem(error: unknown): string | null {
  return SHORTAGES.get(errorCode(error)) ?? null
}

/** One sentence for anything thrown: of a file error, what is wrong with which path; of the database's, what it lacks. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const shortage = databaseProblem(error)
  if (shortage !== null) return shortage
  const { path } = error as NodeJS.ErrnoException
  const problem = fileProblem(error)
  if (problem === null) return error.message
  return `${path === undefined ? 'The path that was given' : `"${path}"`} ${problem}`
}

const PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'does not exist. Check the path.'],
  ['EACCES', 'cannot be opened by this user.'],
  ['EPERM', 'cannot be opened by this user.'],
  ['EISDIR', 'is a folder, but a file is needed.'],
  ['ENOTDIR', 'treats a file as a folder. Check the path.'],
  ['ENAMETOOLONG', 'is too long for a path.'],
  ['EEXIST', 'exists already.'],
  ['EROFS', 'is on a read-only file system.'],
  ['ENOSPC', 'does not fit: the disk is full.'],
])

const SHORTAGES: ReadonlyMap<string, string> = new Map([
  ['53100', 'The disk of the database is full: free some space and try again.'],
  ['53200', 'The database has run out of memory: free some and try again.'],
  ['53300', 'All connections of the database are in use: end what uses them, or raise its max_connections.'],
])
