import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from './gadget/until'

export const udevadm = (...args: readonly string[]): string =>
  execFileSync('udevadm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const answers = () => {
  try {
    udevadm('control', '--ping')
    return true
  } catch {
    return false
  }
}

/** The system's device manager, which the guest does not start by default. */
export const startUdevd = async (): Promise<{ stop(): Promise<void> }> => {
  const daemon = spawn('/lib/systemd/systemd-udevd', ['--resolve-names=never'], { stdio: 'ignore' })
  await until('udevd answers', answers)
  return {
    stop: async () => {
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
    },
  }
}
