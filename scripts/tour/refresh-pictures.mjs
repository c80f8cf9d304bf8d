import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../setup/places.mjs'

/** In the README: `resources/pictures/NAME.png`. */
const shown = /resources\/pictures\/([a-z0-9-]+\.png)/g

/**
 * Takes the tour's pictures over into the README's folder, those that the README shows; with 256 colours, a third
 * of the size, where ImageMagick is there to make them so.
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
