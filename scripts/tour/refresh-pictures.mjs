import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../util/paths.mjs'

/** Pictures in the README: `resources/pictures/NAME.png`. */
const shown = /resources\/pictures\/([a-z0-9-]+\.png)/g

/**
 * Copies the tour's pictures that the README shows into its folder. With ImageMagick it reduces them to 256
 * colors, a third of the size.
 * @returns {readonly string[]} their names
 */
export function refreshPictures() {
  const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8')
  const names = [...new Set([...readme.matchAll(shown)].map(([, name]) => /** @type {string} */ (name)))]
  for (const name of names) {
    const from = join(projectRoot, 'out/tour', name)
    const to = join(projectRoot, 'resources/pictures', name)
    const { status } = spawnSync('convert', [from, '+dither', '-colors', '256', '-strip', `PNG8:${to}`])
    if (status !== 0) copyFileSync(from, to)
  }
  return names
}
