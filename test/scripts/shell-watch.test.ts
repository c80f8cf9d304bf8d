import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const watch = pathToFileURL(resolve(import.meta.dirname, '../../scripts/setup/shell-watch.mjs')).href

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-desk-signals-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A program that stays until SIGTERM, and the shell that npm would have started it with. */
const startUnderShell = async (env: NodeJS.ProcessEnv) => {
  const program = join(folder, 'program.mjs')
  await writeFile(
    program,
    `import { endWithShell } from '${watch}'
     endWithShell()
     const limit = setTimeout(() => console.log('still here'), 2000)
     process.once('SIGTERM', () => { clearTimeout(limit); console.log('stopped') })
     console.log('ready')`,
  )
  // Something after the program keeps the shell from becoming it.
  const shell = spawn('sh', ['-c', `'${process.execPath}' '${program}'; true`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  while (!output.includes('ready')) await once(shell.stdout, 'data')
  return { shell, ended: once(shell.stdout, 'close'), said: () => output.trim().split('\n').at(-1) }
}

describe.skipIf(process.platform === 'win32')('endWithShell', () => {
  it('lets a program end in order when the shell npm started it with is gone', async () => {
    const { shell, ended, said } = await startUnderShell({ npm_lifecycle_event: 'service' })
    shell.kill('SIGTERM')
    await ended
    expect(said()).toBe('stopped')
  })

  it('leaves a program alone that was started without npm', async () => {
    const { shell, ended, said } = await startUnderShell({ npm_lifecycle_event: undefined })
    shell.kill('SIGTERM')
    await ended
    expect(said()).toBe('still here')
  })
})
