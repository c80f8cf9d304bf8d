// Electron's entry when it is started with a folder. It contains the part of Electron's default app that opens
// the folder as an app (electron/electron, default_app/main.ts). The top-level await delays `ready` until the
// app is loaded.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { app as publicApp } from 'electron'

/**
 * @typedef {object} ForDefaultApp methods for Electron's default app that are not in the public API
 * @property {(version: string) => void} setVersion
 * @property {(path: string) => void} setAppPath
 */
const app = /** @type {import('electron').App & ForDefaultApp} */ (publicApp)

const folder = process.argv.slice(1).find((argument) => !argument.startsWith('-'))
if (folder === undefined) {
  console.error('Usage: electron [switches] FOLDER')
  process.exit(2)
}
const appFolder = resolve(folder)
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })

const packageFile = join(appFolder, 'package.json')
if (existsSync(packageFile)) {
  /** @type {unknown} */
  const text = JSON.parse(readFileSync(packageFile, 'utf8'))
  const { name, productName, version } =
    /** @type {{ name?: string, productName?: string, version?: string }} */ (text)
  if (version) app.setVersion(version)
  app.name = productName ?? name ?? app.name
}

const main = createRequire(import.meta.url).resolve(appFolder)
app.setAppPath(appFolder)
await import(pathToFileURL(main).href)
