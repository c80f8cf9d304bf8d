import type { App } from 'electron'

/** What a parent process added: it, and what it wrote to standard input, are gone at the next start. */
const ofParent = ['--lifeline', '--keys-from-stdin']

/** Starts the app again once this process has quit. */
export const relaunchLater = (app: Pick<App, 'relaunch'>, argv: readonly string[] = process.argv): void =>
  app.relaunch({ args: argv.slice(1).filter((arg) => !ofParent.includes(arg)) })
