/**
 * Returns the milliseconds of processor time that this process has used so far: on a busy machine, wall time would
 * include others.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
