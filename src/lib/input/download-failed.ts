/** The file at a URL could not be downloaded; the message is a sentence for people. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed'
}
