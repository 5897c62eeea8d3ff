/** The `code` of anything thrown: a system error's (`ENOENT`), Node's (`ERR_…`) or PostgreSQL's (`57P03`); empty if there is none. */
export const errorCode = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : ''
