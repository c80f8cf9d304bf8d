import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** A mocked module must not reach the files after it. */
const mocksModules = /\bvi\.(?:mock|doMock)\(/
const windowComment = '@vitest-environment happy-dom'

/**
 * The unit tests that need runs of their own: with mocked modules, each file in new modules; with a window, the
 * files share it and its modules, which `test/support/clean-window.ts` keeps apart. All others share modules
 * too; new ones for each file take three times as long.
 * @returns {{ isolated: string[], withWindow: string[], shared: string[] }} paths relative to the project folder
 */
export function unitGroups() {
  const files = readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name).replaceAll('\\', '/'))
    .filter((path) => !/^test\/(?:contract|service|e2e|scripts|crash)\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
  const isolated = files.filter(({ text }) => mocksModules.test(text))
  const withWindow = files.filter(({ text }) => text.includes(windowComment) && !mocksModules.test(text))
  const shared = files.filter((file) => !isolated.includes(file) && !withWindow.includes(file))
  const pathsOf = (/** @type {typeof files} */ group) => group.map(({ path }) => path)
  return { isolated: pathsOf(isolated), withWindow: pathsOf(withWindow), shared: pathsOf(shared) }
}
