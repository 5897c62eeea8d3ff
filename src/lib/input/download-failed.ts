/** A URL that did not give its file; the message is a sentence for people. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed'
}
