// One window over a built page, with the same kind of origin as the app. The argument `--page=` names the page's
// folder.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app, BrowserWindow, net, protocol } from 'electron'

protocol.registerSchemesAsPrivileged([{ scheme: 'bench', privileges: { standard: true, secure: true } }])

const page = process.argv.find((argument) => argument.startsWith('--page='))?.slice('--page='.length) ?? ''

async function open() {
  protocol.handle('bench', ({ url }) =>
    net.fetch(pathToFileURL(join(page, decodeURIComponent(new URL(url).pathname))).href),
  )
  const window = new BrowserWindow({ width: 1280, height: 800, webPreferences: { sandbox: true } })
  await window.loadURL('bench://page/index.html?rows=10')
}

void app.whenReady().then(open)
app.on('window-all-closed', () => app.quit())
