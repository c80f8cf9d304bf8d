import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { checklistChecks } from '../hardening/support/checklist-checks'
import type { LookedInto } from '../hardening/support/looked-into'
import { securityChecklist } from '../hardening/support/security-checklist'
import { makeProbed, startProbed } from './probed-app'
import type { ProbedApp } from './probed-app'

/** The packed folder on Linux; given by `npm run test:more`, stage “package”. */
const packed = process.env['LOCK_DESK_TEST_PACKED'] ?? ''
const minute = 60_000
// Against hanging: how fast this goes is no concern here.
vi.setConfig({ testTimeout: 2 * minute })

/** Named before it runs. */
let desk: ProbedApp
const later: LookedInto = {
  inMain: (work, given) => desk.inMain(work, given),
  inPage: (work, given) => desk.inPage(work, given),
  url: () => desk.url(),
  get preload() {
    return desk.preload
  },
  command: (name, ...input) => desk.command(name, ...input),
}

describe.skipIf(packed === '')('Electron’s security checklist, on the packed app as it runs', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lock-desk-probed-'))
    desk = await startProbed(await makeProbed(packed, join(folder, 'app')))
  }, 5 * minute)
  afterAll(async () => {
    await desk.stop()
    await rm(folder, { recursive: true, force: true })
  }, minute)

  it('is asked of a package', async () => {
    expect(await desk.inMain(({ app }) => [app.isPackaged, app.getAppPath()])).toEqual([
      true,
      join(folder, 'app/resources/app.asar'),
    ])
  })

  const checks = checklistChecks(later)
  it('is asked whole: here, of the package’s files or of the sources', () => {
    const here = securityChecklist.flatMap(({ title, asserted }) => (asserted === 'run' ? [title] : []))
    expect(Object.keys(checks).sort()).toEqual([...here].sort())
  })

  it.each(Object.entries(checks))('%s', async (_title, check) => check(), minute)

  it('has no developer tools to open', async () => {
    const opened = await desk.inMain(async ({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.openDevTools({ mode: 'detach' })
      await new Promise((done) => setTimeout(done, 500))
      return contents?.isDevToolsOpened()
    })
    expect(opened).toBe(false)
  })
})
