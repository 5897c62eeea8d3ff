/** The file at a URL could not be downloaded; the message is a sentence for people. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed'
  /** Whether another attempt fails as well. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message, options)
    this.isFinal = isFinal
  }
}
