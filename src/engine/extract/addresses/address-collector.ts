import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import type { Channel, FoundAddress, Quality } from '../page/page-facts.ts'
import type { TokenTape } from '../page/token-tape.ts'

/**
 * The most distinct addresses on one page that are still believed. The largest staff directories on one page have a few
 * thousand; in the 2 MB that the crawler reads, more leave no room for people around them: a list for sale or a trap.
 */
export const MAX_ADDRESSES = 5_000

/** How far each way of finding an address can be trusted. */
const QUALITY: Readonly<Record<Channel, Quality>> = {
  text: 'high',
  mailto: 'high',
  joined_text: 'high',
  cloudflare: 'high',
  structured: 'high',
  bracketed: 'medium',
  attribute: 'medium',
  alt: 'medium',
  decoder: 'medium',
  script: 'low',
  comment: 'low',
}
const RANK: Readonly<Record<Quality, number>> = { low: 0, medium: 1, high: 2 }

/** Channels whose position says nothing about where readers see the address. */
const PLACELESS: ReadonlySet<Channel> = new Set(['comment', 'script'])

const EDGES = /^[\s<>()[\],;:|–—-]+|[\s<>()[\],;:|–—-]+$/g

/** The addresses of one page, each once, in order of appearance. */
export class AddressCollector {
  private readonly found = new Map<string, FoundAddress>()
  private readonly order = new Map<string, number>()
  private readonly tape: TokenTape | null
  /** More addresses than an honest page shows. */
  dump = false

  /** @param tape records where each address was found */
  constructor(tape: TokenTape | null = null) {
    this.tape = tape
  }

  /** @param isPlaced whether readers see the address at the current position of the pass */
  add(address: EmailAddress, channel: Channel, hidden: boolean, label: string | null = null, isPlaced = true): void {
    if (this.dump) return
    const quality = hidden ? 'low' : QUALITY[channel]
    const known = this.found.get(address.full)
    if (known === undefined) this.insert(address, { channels: [channel], quality, hidden, label })
    else merge(known, channel, quality, hidden, label)
    if (isPlaced && !this.dump && this.tape !== null && !PLACELESS.has(channel))
      this.tape.address(this.order.get(address.full) ?? 0)
  }

  private insert(address: EmailAddress, rest: Pick<FoundAddress, 'channels' | 'quality' | 'hidden' | 'label'>): void {
    if (this.found.size >= MAX_ADDRESSES) {
      this.dump = true
      this.found.clear()
      return
    }
    const { full, local, domain } = address
    this.order.set(full, this.found.size)
    this.found.set(full, { value: full, local, domain, ...rest })
  }

  /** Adds the text of a link to its addresses: a candidate for their owner's name, unless it only repeats the address. */
  label(addresses: readonly string[], linkText: string): void {
    const words = linkText
      .replace(/\S{0,64}@\S{0,255}/g, ' ')
      .replace(/\s+/g, ' ')
      .replace(EDGES, '')
    if (!/\p{L}/u.test(words)) return
    for (const address of addresses) {
      const known = this.found.get(address)
      if (known !== undefined) known.label ??= words
    }
  }

  list(): FoundAddress[] {
    return [...this.found.values()]
  }
}

function merge(known: FoundAddress, channel: Channel, quality: Quality, hidden: boolean, label: string | null): void {
  if (!known.channels.includes(channel)) known.channels.push(channel)
  if (RANK[quality] > RANK[known.quality]) known.quality = quality
  known.hidden &&= hidden
  known.label ??= label
}
