import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { demoStamp } from '../../src-service/seed/fill'
import { makeTemplate } from '../../src-service/seed/template'

const longestMakingMs = 60_000

const isAbandoned = (lock: string): boolean => {
  const made = statSync(lock, { throwIfNoEntry: false })
  return made !== undefined && Date.now() - made.mtimeMs > longestMakingMs
}

/**
 * A packed demo store, created by the first test file and kept for later runs while schema and training data are
 * unchanged.
 */
export const demoTemplate = async (): Promise<string> => {
  const folder = resolve('out/test-templates', demoStamp.slice(0, 16))
  const file = join(folder, 'demo-template.tar')
  const lock = join(folder, 'making')
  mkdirSync(folder, { recursive: true })
  while (!existsSync(file)) {
    if (isAbandoned(lock)) rmSync(lock, { recursive: true, force: true })
    try {
      mkdirSync(lock)
    } catch {
      await wait(100)
      continue
    }
    try {
      if (!existsSync(file)) await makeTemplate(file)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return file
}
