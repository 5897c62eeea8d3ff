import type { ReadFigures } from './archive-bytes.ts'

/** One record of a web archive, in the terms of WARC (ISO 28500), ARC v1 alike. */
export interface ArchiveRecord {
  /** `response`, `resource`, `conversion`, `metadata`, `revisit`, `request`, `warcinfo`; of ARC `response`, `dns`, `filedesc`. */
  type: string
  /** WARC-Target-URI, without angle brackets. */
  uri: string | null
  /** When it was captured. */
  date: Date | null
  /** Of the record, not of what is in it. */
  contentType: string
  /** `sha1:…`, as it stands. */
  payloadDigest: string | null
  /** Null for a record too large to look at. */
  body: Buffer | null
  /** The file ends inside it. */
  truncated: boolean
  /** Whoever archived it says that it was cut short. */
  cut: boolean
}

export interface ArchiveFigures extends ReadFigures {
  records: number
  /** Too large to look at, passed over by their length. */
  oversized: number
  /** Stretches between records that are no record. */
  garbage: number
}

export const newFigures = (): ArchiveFigures => ({ records: 0, oversized: 0, garbage: 0, damaged: 0, truncated: false })

/** A record over this is passed over without being held. */
export const MAX_RECORD_BYTES = 64 * 1_024 * 1_024
