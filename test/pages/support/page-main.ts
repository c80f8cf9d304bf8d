import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import { declareAppScheme, serveApp } from '../../../src-main/window/app-protocol'
import { lockDownContents, lockDownSession, turnOffDnsPrefetch } from '../../../src-main/window/lock-down'

// What is left of main for the tests of the page: its window, its protocol and its protections. Nothing answers the page
// here; the test does (on-page.ts).

// Chromium keeps the zoom of a page in its profile, where another run would find it.
const profile = mkdtempSync(join(tmpdir(), 'lock-desk-pages-'))
app.setPath('userData', profile)
app.on('quit', () => rmSync(profile, { recursive: true, force: true }))
turnOffDnsPrefetch(app)
declareAppScheme()
lockDownContents(app)
app.on('window-all-closed', () => app.quit())
void app.whenReady().then(async () => {
  await lockDownSession(session.defaultSession)
  serveApp(resolve('out/renderer'))
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    autoHideMenuBar: true,
    webPreferences: { sandbox: true, contextIsolation: true, spellcheck: false },
  })
  await window.loadURL('about:blank')
})
