const pollMs = 100

/**
 * npm sends a signal to the shell that runs a script. Some shells, such as dash, exit without forwarding it. If
 * npm started this process, the exit of the shell (a changed parent) counts as SIGTERM.
 */
export function exitWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, pollMs)
  // The timer alone must not keep the process running.
  timer.unref()
}
