import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checklistChecks } from '../hardening/support/checklist-checks'
import type { AppProbe } from '../hardening/support/app-probe'
import { securityChecklist } from '../hardening/support/security-checklist'
import { makeProbed, startProbed } from './probed-app'
import type { ProbedApp } from './probed-app'

/** The packaged app folder on Linux; set by `npm run test:more`, suite “package”. */
const packed = process.env['LOCK_DESK_TEST_PACKED'] ?? ''
const minute = 60_000
// A limit against hanging; speed is not tested here.
vi.setConfig({ testTimeout: 2 * minute })

/** Declared early, since test names need it. */
let desk: ProbedApp
const later: AppProbe = {
  inMain: (work, workInput) => desk.inMain(work, workInput),
  inPage: (work, workInput) => desk.inPage(work, workInput),
  url: () => desk.url(),
  get preload() {
    return desk.preload
  },
  command: (name, ...input) => desk.command(name, ...input),
}

describe.skipIf(packed === '')('Electron’s security checklist in the running packaged app', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-desk-probed-'))
    desk = await startProbed(await makeProbed(packed, join(folder, 'app')))
  }, 5 * minute)
  afterAll(async () => {
    await desk.stop()
    await rm(folder, { recursive: true, force: true })
  }, minute)

  it('runs on a package', async () => {
    expect(await desk.inMain(({ app }) => [app.isPackaged, app.getAppPath()])).toEqual([
      true,
      join(folder, 'app/resources/app.asar'),
    ])
  })

  const checks = checklistChecks(later)
  it('is complete: here, in the package’s files or in the sources', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'run' ? [title] : []))
    expect(Object.keys(checks).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checks))('%s', async (_title, check) => check(), minute)

  it('cannot open developer tools', async () => {
    const opened = await desk.inMain(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.openDevTools({ mode: 'detach' })
      await new Promise((done) => setTimeout(done, 500))
      return contents?.isDevToolsOpened()
    })
    expect(opened).toBe(false)
  })
})
