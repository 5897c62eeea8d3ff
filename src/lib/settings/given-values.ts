/** Folders, whose names may begin or end with a blank. */
const FOLDER = /_DIR$/

/**
 * What an environment sets. Blanks around a value come with it from files of variables, and are not meant; what is empty without
 * them counts as absent, and not as the number 0.
 */
export const givenValues = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, FOLDER.test(name) ? value : value.trim()] as const)
      .filter(([, value]) => value !== ''),
  )

/** Shells remove them; files of variables, such as Docker's, keep them. */
export const isInQuotes = (value: string): boolean => /^(["'])[^]*\1$/.test(value) && value.length > 1
