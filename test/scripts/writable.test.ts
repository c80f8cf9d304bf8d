import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writable-'))
  // Nothing can be created below a file, not even by root.
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (script: string, env: NodeJS.ProcessEnv) => {
  const { LOCK_DESK_RUN_FOLDER: _folder, DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...rest } = process.env
  const options = { env: { ...rest, npm_lifecycle_event: script, ...env }, encoding: 'utf8' } as const
  return spawnSync(process.execPath, [resolve('scripts', `${script}.mjs`)], options)
}

describe.skipIf(process.platform === 'win32')('a folder that cannot be written', () => {
  it.each(['start', 'test'])('is named by npm %s, with the command to type', (script) => {
    const home = run(script, { HOME: join(folder, 'file/home') })
    expect(home.stderr).toContain(`The home folder ${join(folder, 'file/home')} cannot be written.`)
    expect(home.stderr).toMatch(new RegExp(`Type:\nHOME="\\$\\(mktemp -d\\)" npm ${script}\n$`))
    expect(home.stderr).not.toContain('    at ')
    expect(home.status).toBe(3)
  })

  it.each(['start', 'test'])('is named by npm %s where it is the temporary one', (script) => {
    const temporary = run(script, { TMPDIR: join(folder, 'file/files') })
    expect(temporary.stderr).toContain(
      `The temporary folder ${join(folder, 'file/files')} cannot be written.`,
    )
    expect(temporary.stderr).toMatch(new RegExp(`Type:\nTMPDIR=/tmp npm ${script}\n$`))
    expect(temporary.status).toBe(3)
  })
})
