/** Milliseconds of processor time that this process took so far: on a busy machine the clock on the wall measures the others. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
