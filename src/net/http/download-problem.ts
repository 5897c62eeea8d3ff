import { DownloadFailed } from '../../lib/input/download-failed.ts'
import { fetchRefusalOf } from './http-refusal.ts'
import type { RefusedReason } from './http-exchange.ts'

const SENTENCES: Partial<Record<RefusedReason, string>> = {
  private_address: 'The URL leads to a private address; QUARRY_ALLOWED_NETWORKS allows these.',
  timeout: 'The server stopped responding during the download. Try again.',
  unknown_host: "The URL's host does not resolve. Check its name.",
  no_network: "No host names resolve here. Check this machine's network.",
  tls: "The server's certificate is not valid.",
  protocol: "The server's HTTP response was incomplete.",
  unreachable: 'The server cannot be reached or closed the connection.',
}

const FINAL: ReadonlySet<RefusedReason> = new Set(['private_address', 'tls'])

/** Says why an exchange returned no file; an error that is already a sentence is kept. */
export function downloadFailed(cause: unknown): DownloadFailed {
  if (cause instanceof DownloadFailed) return cause
  const reason = fetchRefusalOf(cause, { deadlinePassed: false, aborted: false })
  return new DownloadFailed(SENTENCES[reason] ?? 'The file cannot be downloaded.', {
    cause,
    isFinal: FINAL.has(reason),
  })
}
