import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../setup/paths.mjs'

/** Tests with a DOM or with mocked modules must not affect the files after them. */
const needsIsolation = /@vitest-environment|\bvi\.(?:mock|doMock)\(/

/**
 * The unit tests that need isolated modules. All others share their modules, which halves the time.
 * @returns {string[]} paths relative to the project folder
 */
export const isolatedTests = () =>
  readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name).replaceAll('\\', '/'))
    .filter((path) => !/^test\/(?:contract|service|e2e|scripts|crash)\//.test(path))
    .filter((path) => needsIsolation.test(readFileSync(join(projectRoot, path), 'utf8')))
