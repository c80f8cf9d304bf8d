const pollMs = 100

/**
 * npm passes a signal to the shell it runs a script with, and a shell such as dash dies of it without telling the
 * program it started. So when npm started us, the shell's end (our parent changes) counts as SIGTERM.
 */
export function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, pollMs)
  // The watch alone is no reason to stay alive.
  timer.unref()
}
