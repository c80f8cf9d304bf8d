import type { App } from 'electron'

/** How long the app has run and what all its processes hold of the memory. */
export const loadOf = (app: Pick<App, 'getAppMetrics'>) => {
  const metrics = app.getAppMetrics()
  return {
    uptimeMs: Math.round(process.uptime() * 1000),
    // Electron counts in kilobytes.
    memoryBytes: metrics.reduce((sum, { memory }) => sum + memory.workingSetSize * 1024, 0),
    processes: metrics.length,
  }
}
