// A minimal Electron app with one empty window. Lock Desk is measured as a ratio to it.
import { join } from 'node:path'
import { app, BrowserWindow } from 'electron'

const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))'

async function open() {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false })
  window.once('ready-to-show', () => window.show())
  await window.loadFile(join(import.meta.dirname, 'index.html'))
  await window.webContents.executeJavaScript(twoFrames)
  console.log('bare window usable')
}

void app.whenReady().then(open)
app.on('window-all-closed', () => app.quit())
