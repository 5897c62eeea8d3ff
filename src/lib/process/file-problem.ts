/**
 * Why a file or folder could not be used, worded to follow its path or "The file".
 * @returns null unless it is a file-system error that people can do something about
 */
export function fileProblem(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return PROBLEMS.get(code) ?? null
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
