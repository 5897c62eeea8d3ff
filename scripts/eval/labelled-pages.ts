import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodePage } from '../../src/engine/extract/page/charset.ts'
import { registrableDomain } from '../../src/lib/addresses/domain-name.ts'

interface LabelledAddress {
  address: string
  /** `personal`, `generic`, or null if it cannot be told. */
  kind: 'personal' | 'generic' | null
  channels: string[]
}

interface LabelledPair {
  name: string
  address: string
  how: string
}

/** A page of a labelled set: its content, and what has to be found in it. */
export interface LabelledPage {
  id: string
  /** As labelled, or `http://host/` if the address of the page is unknown. */
  url: string
  host: string
  /** The registrable domain of the host. */
  domain: string
  html: string
  /** The size of the page as saved, before decoding. */
  bytes: number
  /** Must be found. */
  addresses: LabelledAddress[]
  /** Counted neither as missed nor as wrong. */
  optional: LabelledAddress[]
  /** Must not be returned. */
  reject: string[]
  /** Whether the lists below are labelled; `pairs` may be filled on other pages too. */
  annotated: boolean
  persons: string[]
  positions: string[]
  phones: string[]
  faxes: string[]
  pairs: LabelledPair[]
}

type Listed = 'optional' | 'reject' | 'annotated' | 'persons' | 'positions' | 'phones' | 'faxes' | 'pairs'
type Label = Pick<LabelledPage, 'id' | 'host' | 'addresses'> &
  Partial<Pick<LabelledPage, Listed>> & { file: string; url?: string | null }

/** Reads `labels.jsonl` and the gzip pages that it names; throws if the folder is not such a set. */
export function loadPages(path: string): LabelledPage[] {
  const lines = readFileSync(join(path, 'labels.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => loadPage(path, JSON.parse(line) as Label))
}

function loadPage(path: string, label: Label): LabelledPage {
  const bytes = gunzipSync(readFileSync(join(path, label.file)))
  return {
    ...NOTHING_LABELLED,
    ...label,
    url: label.url ?? `http://${label.host}/`,
    domain: registrableDomain(label.host),
    html: decodePage(bytes, null),
    bytes: bytes.length,
  }
}

const NOTHING_LABELLED: Pick<LabelledPage, Listed> = {
  optional: [],
  reject: [],
  annotated: false,
  persons: [],
  positions: [],
  phones: [],
  faxes: [],
  pairs: [],
}
