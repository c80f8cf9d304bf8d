import { spawnSync } from 'node:child_process'
import { Socket } from 'node:net'
import { writeKeys } from './platform/credentials'

/**
 * On Linux, Chromium starts the process that all its others are copies of before a line of ours runs, with the
 * environment as it was: the keys would be in the memory of every page. A packaged app therefore starts itself again
 * without them. A checkout does not: `npm start` hands them over by standard input (scripts/start.mjs), and whatever
 * drives a checkout in another way debugs it and sees all anyhow.
 */
export const isToStartAgain = (
  keys: Readonly<Record<string, string>>,
  { platform, isPackaged }: { readonly platform: NodeJS.Platform; readonly isPackaged: boolean },
): boolean => isPackaged && platform === 'linux' && Object.keys(keys).length > 0

/**
 * The app once more, the keys on its standard input; answers its exit status. Nothing of this process goes on meanwhile,
 * so that it has no page and talks to nobody. The open descriptor 3 tells the app that we are still there.
 */
export const startWithoutKeys = (keys: Readonly<Record<string, string>>): number => {
  const { status } = spawnSync(
    process.execPath,
    [...process.argv.slice(1), '--keys-from-stdin', '--lifeline'],
    { input: writeKeys(keys), stdio: ['pipe', 'inherit', 'inherit', 'pipe'] },
  )
  return status ?? 1
}

/** Ends as at a signal when whoever started us is gone, however that came. */
export const endWithStarter = (): void => {
  const lifeline = new Socket({ fd: 3 })
  lifeline.on('error', () => undefined)
  lifeline.on('close', () => process.kill(process.pid, 'SIGTERM'))
  lifeline.unref().resume()
}
