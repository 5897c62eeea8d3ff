/** Stops a connection when only the person in front of the browser can be told: the app, or its address, is not right. */
export class OauthProblem extends Error {
  override name = 'OauthProblem'
  /** An error code of OAuth (RFC 6749 4.1.2.1, RFC 8707), or `expired`. */
  readonly code: string
  readonly status: number

  constructor(code: string, status = 400) {
    super(code)
    this.code = code
    this.status = status
  }
}
