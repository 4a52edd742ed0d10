/** What this thread worked so far, in milliseconds: it does not grow while others have the processor. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
