import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const watch = pathToFileURL(resolve(import.meta.dirname, '../../scripts/util/shell-watch.mjs')).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-signals-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that runs until SIGTERM, and the shell in which npm starts it. */
const startUnderShell = async (env: NodeJS.ProcessEnv) => {
  const program = join(folder, 'program.mjs')
  await writeFile(
    program,
    `import { exitWithShell } from '${watch}'
     exitWithShell()
     const limit = setTimeout(() => console.log('still here'), 2000)
     process.once('SIGTERM', () => { clearTimeout(limit); console.log('stopped') })
     console.log('ready')`,
  )
  // A further command keeps the shell from replacing itself by the program.
  const shell = spawn('sh', ['-c', `'${process.execPath}' '${program}'; true`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('ready')) await once(shell.stdout, 'data')
  return { shell, ended: once(shell.stdout, 'close'), said: () => output.trim().split('\n').at(-1) }
}

describe.skipIf(process.platform === 'win32')('exitWithShell', () => {
  it('ends a program cleanly when its npm shell is gone', async () => {
    const { shell, ended, said: lastLine } = await startUnderShell({ npm_lifecycle_event: 'service' })
    shell.kill('SIGTERM')
    await ended
    expect(lastLine()).toBe('stopped')
  })

  it('leaves a program without npm running', async () => {
    const { shell, ended, said: lastLine } = await startUnderShell({ npm_lifecycle_event: undefined })
    shell.kill('SIGTERM')
    await ended
    expect(lastLine()).toBe('still here')
  })
})
