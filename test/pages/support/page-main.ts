import { resolve } from 'node:path'
import { app, BrowserWindow, session } from 'electron'
import { declareAppScheme, serveApp } from '../../../src-main/window/app-protocol'
import { lockDownContents, lockDownSession, turnOffDnsPrefetch } from '../../../src-main/window/lock-down'

// What is left of main for the tests of the page: its window, its protocol and its protections. Nothing answers the page
// here; the test does (on-page.ts).

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
