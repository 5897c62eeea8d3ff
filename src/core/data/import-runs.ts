import type {
  FileImport,
  FileImportKind,
  ImportFigures,
  ImportProgress,
  RejectedRow,
} from '../../db/index/file-imports-store.ts'
import { UnreadableFile } from '../../engine/import/packed/unreadable-file.ts'
import { UnreadableText } from '../../engine/import/row-reader.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import type { ImportNeeds } from './import-needs.ts'

/** A slice takes seconds; a process that is silent for this long is dead, if its presence has not told that before. */
const LEASE_MS = 5 * MINUTE_MS
const SHOWN_REJECTIONS = 20

/** An import in progress: how far it has got, and its results. */
export interface Run {
  /** Rows stored by an earlier run. */
  skip: number
  figures: ImportFigures
  progress: (rowsDone: number, figures: ImportFigures, rejected: readonly RejectedRow[]) => ImportProgress
  /** Called when the progress has been stored. */
  settle: (stored: ImportProgress) => void
  rejectedRows: () => Promise<RejectedRow[]>
  ended: (work: () => Promise<'done' | 'interrupted'>) => Promise<'done' | 'interrupted'>
}

const NOTHING: ImportFigures = { rows: 0, created: 0, changed: 0, unchanged: 0, waiting: 0, repeated: 0, rejected: 0 }

/** Reads everything and stores nothing. */
export function dryRun(): Run {
  const rejectedRows: RejectedRow[] = []
  const run: Run = {
    skip: 0,
    figures: NOTHING,
    progress: (rowsDone, figures, rejected) => {
      const now = new Date(0)
      return { id: 0, holder: '', rowsDone, figures: sum(run.figures, figures), rejected, now, heldUntil: now }
    },
    settle: ({ figures, rejected }) => {
      run.figures = figures
      rejectedRows.push(...rejected.slice(0, SHOWN_REJECTIONS - rejectedRows.length))
    },
    rejectedRows: () => Promise.resolve(rejectedRows),
    ended: (work) => work(),
  }
  return run
}

/**
 * Continues after the rows stored by an earlier run.
 * @throws UnreadableFile while another process imports the same file
 */
export async function storedRun(
  { store, clock, log, presence }: Pick<ImportNeeds, 'store' | 'clock' | 'log' | 'presence'>,
  wanted: { kind: FileImportKind; name: string; fingerprint: string; mapping: string },
): Promise<Run> {
  const holder = await presence.enter()
  const until = (): Date => new Date(clock.now().getTime() + LEASE_MS)
  const opened = await store.fileImports.open(wanted, clock.now())
  if (opened === null || !(await store.fileImports.hold(opened.id, holder, until(), clock.now())))
    throw new UnreadableFile('Another process is importing this file.')
  const { id, rowsDone: skip }: FileImport = opened
  const run: Run = {
    skip,
    figures: { ...NOTHING, ...opened.figures },
    progress: (rowsDone, figures, rejected) => {
      return {
        id,
        holder,
        rowsDone,
        figures: sum(run.figures, figures),
        rejected,
        now: clock.now(),
        heldUntil: until(),
      }
    },
    settle: ({ figures }) => {
      run.figures = figures
    },
    rejectedRows: () => store.fileImports.rejectedRows(id, SHOWN_REJECTIONS),
    ended: async (work) => {
      try {
        const end = await work()
        await store.fileImports.end({ id, holder }, end === 'done' ? 'done' : 'open', null, clock.now())
        return end
      } catch (error) {
        const isTheirs = error instanceof UnreadableFile || error instanceof UnreadableText
        if (!isTheirs) log.warn({ err: error }, 'An import failed.')
        await store.fileImports.end({ id, holder }, 'open', isTheirs ? error.message : null, clock.now())
        throw error
      }
    },
  }
  return run
}

const sum = (figures: ImportFigures, more: ImportFigures): ImportFigures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value + more[name as keyof ImportFigures]]),
  ) as unknown as ImportFigures
