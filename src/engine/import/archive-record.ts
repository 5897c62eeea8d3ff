import type { ReadFigures } from './archive-bytes.ts'

/** A record of a web archive, in the terms of WARC (ISO 28500), also for ARC v1. */
export interface ArchiveRecord {
  /** `response`, `resource`, `conversion`, `metadata`, `revisit`, `request`, `warcinfo`; in ARC `response`, `dns`, `filedesc`. */
  type: string
  /** WARC-Target-URI, without angle brackets. */
  uri: string | null
  /** When it was captured. */
  date: Date | null
  /** Of the record, not of its content. */
  contentType: string
  /** Null for a record too large to examine. */
  body: Buffer | null
  /** The file ends inside it. */
  truncated: boolean
  /** Whether its archiver marked it as cut short. */
  cut: boolean
}

export interface ArchiveFigures extends ReadFigures {
  records: number
  /** Too large to examine, and therefore skipped. */
  oversized: number
  /** Sections between records that are not records. */
  garbage: number
}

export const newFigures = (): ArchiveFigures => ({ records: 0, oversized: 0, garbage: 0, damaged: 0, truncated: false })

/** Larger records are skipped without being buffered. */
export const MAX_RECORD_BYTES = 64 * 1_024 * 1_024
