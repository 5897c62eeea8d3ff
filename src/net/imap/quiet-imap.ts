import { ImapFlow } from 'imapflow'

/**
 * The library, deaf to what a server may say unasked and what costs without end: ranges of mails that vanished
 * (RFC 7162 3.2.10, for clients that asked for it), written out one by one, and how many mails there are now, up to
 * which ranges of search results (RFC 9051 7.3.4) are written out.
 */
export class QuietImapFlow extends ImapFlow {
  async untaggedVanished(): Promise<void> {
    return Promise.resolve()
  }

  async untaggedExists(): Promise<void> {
    return Promise.resolve()
  }
}
