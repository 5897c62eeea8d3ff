import { Parser } from 'htmlparser2'
import { UnreadableFile } from './unreadable-file.ts'

export interface XmlEvents {
  /** @param name without its prefix, which each program chooses. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(name: string): void
}

export interface XmlReader {
  write(bytes: Uint8Array): void
  end(): void
}

/** Parts of workbooks are flat. */
const MAX_DEPTH = 100
/** Bytes that may hold neither an element nor a text: no attribute is as long. */
const MAX_SILENT_BYTES = 1_048_576

/** Reads XML (UTF-8) in pieces. @throws UnreadableFile for what only a forged file contains. */
export function createXmlReader(events: XmlEvents): XmlReader {
  let depth = 0
  let silent = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        silent = 0
        if (++depth > MAX_DEPTH)
          throw new UnreadableFile('The workbook is refused: its elements are nested too deeply.')
        events.open(bare(name), attributes)
      },
      ontext(text) {
        silent = 0
        events.text(text)
      },
      onclosetag(name) {
        silent = 0
        depth--
        events.close(bare(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const decoder = new TextDecoder()
  return {
    write(bytes) {
      silent += bytes.length
      parser.write(decoder.decode(bytes, { stream: true }))
      if (silent > MAX_SILENT_BYTES) throw new UnreadableFile('The workbook is refused: a value in it is too long.')
    },
    end() {
      parser.end(decoder.decode())
    },
  }
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
