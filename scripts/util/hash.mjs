import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A hash of the names and contents of files and folders. A missing path counts as absent.
 * @param {string} root
 * @param {readonly string[]} paths relative to root
 * @returns {Promise<string>} hexadecimal SHA-256
 */
export async function hashOf(root, paths) {
  const files = (await Promise.all(paths.map((path) => filesAt(root, path)))).flat().sort()
  const hash = createHash('sha256')
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  contents.forEach((content, index) => {
    hash.update(`${files[index] ?? ''}\0${content.length}\0`).update(content)
  })
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {Promise<string[]>} with forward slashes, so that the hash is the same on every system
 */
async function filesAt(root, path) {
  const kind = await stat(join(root, path)).catch(() => undefined)
  if (kind === undefined) return []
  if (!kind.isDirectory()) return [path]
  const names = await readdir(join(root, path))
  return (await Promise.all(names.map((name) => filesAt(root, `${path}/${name}`)))).flat()
}
