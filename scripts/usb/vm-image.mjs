import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { hashOf } from '../util/hash.mjs'
import { MissingError } from '../util/outcome.mjs'
import { cacheFolder } from '../util/paths.mjs'
import { fetchKernel } from './kernel.mjs'

/** Sources of the image. If one of them changes, the image is built again. */
const recipeFiles = ['kernel.mjs', 'vm-image.mjs', 'init.sh']

/** @typedef {{ kernel: string, initramfs: string }} VmImage paths */

/**
 * Creates the guest's kernel and initramfs in the cache folder. The packages must be installed.
 * @returns {Promise<VmImage>}
 */
export async function setUpVmImage(cache = cacheFolder()) {
  const recipe = await hashOf(import.meta.dirname, recipeFiles)
  const folder = join(cache, 'usb-vm')
  const image = { kernel: join(folder, 'vmlinuz'), initramfs: join(folder, 'initramfs') }
  const builtRecipe = await readFile(join(folder, 'recipe'), 'utf8').catch(() => '')
  if (builtRecipe === recipe) return image

  await mkdir(cache, { recursive: true })
  const work = await mkdtemp(join(cache, '.usb-vm-'))
  try {
    const { image: vmlinuz, modules } = await fetchKernel(work)
    const next = join(work, 'made')
    await mkdir(next)
    await copyFile(vmlinuz, join(next, 'vmlinuz'))
    await packInitramfs(join(work, 'files'), modules, join(next, 'initramfs'))
    await writeFile(join(next, 'recipe'), recipe)
    await rm(folder, { recursive: true, force: true })
    await rename(next, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return image
}

/**
 * @param {string} root a folder to create
 * @param {readonly string[]} modules
 * @param {string} to
 */
async function packInitramfs(root, modules, to) {
  for (const folder of ['bin', 'dev', 'host', 'modules', 'new', 'proc', 'sys', 'writable']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  await copyFile('/bin/busybox', join(root, 'bin/busybox'))
  await copyFile(join(import.meta.dirname, 'init.sh'), join(root, 'init'))
  await chmod(join(root, 'init'), 0o755)
  for (const module of modules) await copyFile(module, join(root, 'modules', basename(module)))
  await writeFile(join(root, 'modules/order'), modules.map((module) => `${basename(module)}\n`).join(''))
  const pack = 'find . | cpio --quiet -o -H newc -R 0:0 | gzip -1 > "$0"'
  const { status, stderr } = await runChild('sh', ['-c', pack, to], { cwd: root, output: 'capture' })
  if (status !== 0) throw new MissingError(`Could not pack the guest’s initramfs: ${stderr}`)
}
