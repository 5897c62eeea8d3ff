import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Returns the most memory a process has used at once since the last reset, in MB (proc(5): VmHWM); 0 where the system
 * does not provide it.
 */
export function peakMemoryMb(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1_024
  } catch {
    return 0
  }
}

/** Resets the peak, where the system allows it (proc(5): clear_refs, 5). */
export function resetPeakMemory(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // the peak is then that of the process's whole life
  }
}
