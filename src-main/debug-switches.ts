/**
 * Chromium's and Node's switches that open the app to a debugger, and so everything in it to whoever starts it or may
 * connect to a local port. In a package Node's are off by a fuse as well; Chromium's have none
 * (electronjs.org/docs/latest/tutorial/fuses).
 */
const switches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-publish-uid',
  'inspect-wait',
  'debug',
  'debug-brk',
  'debug-port',
]

/**
 * The debugging switch that a packaged app was started with, or null. Asked of Chromium's own reading of the command
 * line, which knows every spelling (`/inspect` on Windows, too).
 */
export const debugSwitch = (hasSwitch: (name: string) => boolean, isPackaged: boolean): string | null =>
  isPackaged ? (switches.find(hasSwitch) ?? null) : null
