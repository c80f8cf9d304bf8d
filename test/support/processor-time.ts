/** Processor time of this process in milliseconds, independent of the speed and load of the computer. */
export const processorMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
