import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { deliveryOf, installationFiles } from '../../src-main/updates/delivery'
import { temporaryFolder } from '../support/temporary-folder'

const packed = { isPackaged: true, publicKey: 'key', home: '/home/li', env: {} }

describe.runIf(process.platform !== 'win32')('an AppImage', () => {
  let remove: (() => Promise<void>) | null = null
  afterEach(async () => remove?.())

  /** A mounted AppImage and a program elsewhere, on the real disk. */
  const folders = async () => {
    const made = await temporaryFolder()
    remove = made.remove
    const root = await realpath(made.path)
    const at = async (path: string) => {
      const file = join(root, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, '')
      return file
    }
    return {
      root,
      image: await at('home/lock-desk.AppImage'),
      mount: dirname(await at('mount/lock-desk')),
      inside: join(root, 'mount/lock-desk'),
      installed: await at('opt/lock-desk/lock-desk'),
      other: dirname(await at('mount-of-another/program')),
    }
  }
  const delivery = (program: string, env: Record<string, string>) =>
    deliveryOf({ ...packed, platform: 'linux', program, env, files: installationFiles })

  it('updates itself where the running program is inside it', async () => {
    const { image, mount, inside } = await folders()
    expect(delivery(inside, { APPIMAGE: image, APPDIR: mount })).toBe('itself')
  })

  it('is not detected from variables of another program', async () => {
    const { root, image, mount, installed, other, inside } = await folders()
    expect(delivery(installed, {})).toBe('administrator')
    expect(delivery(installed, { APPIMAGE: image })).toBe('administrator')
    expect(delivery(installed, { APPIMAGE: image, APPDIR: other })).toBe('administrator')
    expect(delivery(installed, { APPIMAGE: image, APPDIR: '/' })).toBe('administrator')
    expect(delivery(installed, { APPIMAGE: image, APPDIR: `${mount}/../opt` })).toBe('administrator')
    // Folders that contain the installed program, or begin like its own, without being a mount.
    for (const folder of [root, join(root, 'opt'), join(root, 'opt/lock'), installed]) {
      expect(delivery(installed, { APPIMAGE: image, APPDIR: folder })).toBe('administrator')
    }
    expect(delivery(inside, { APPIMAGE: image, APPDIR: relative(process.cwd(), mount) })).toBe(
      'administrator',
    )
    expect(delivery(inside, { APPIMAGE: inside, APPDIR: mount })).toBe('administrator')
    expect(delivery(inside, { APPIMAGE: image, APPDIR: join(root, 'gone') })).toBe('administrator')
    expect(delivery(inside, { APPIMAGE: image })).toBe('administrator')
    expect(delivery(inside, { APPIMAGE: 'lock-desk.AppImage', APPDIR: mount })).toBe('administrator')
    expect(delivery(inside, { APPIMAGE: join(root, 'gone.AppImage'), APPDIR: mount })).toBe('administrator')
  })

  it('is detected by real paths, whatever links lead there', async () => {
    const { root, image, mount, inside, installed } = await folders()
    await symlink(mount, join(root, 'link'))
    expect(delivery(inside, { APPIMAGE: image, APPDIR: join(root, 'link') })).toBe('itself')
    expect(delivery(inside, { APPIMAGE: image, APPDIR: `${mount}/` })).toBe('itself')
    // A link in the mounted folder does not make the installed program part of it.
    await symlink(installed, join(mount, 'desk'))
    expect(delivery(join(mount, 'desk'), { APPIMAGE: image, APPDIR: mount })).toBe('administrator')
  })
})

/** A disk with these files, of which the user owns `own`. */
const disk = (paths: readonly string[], own: readonly string[] = []) => ({
  realPath: (path: string) => (paths.includes(path) ? path : null),
  isOwn: (path: string) => own.includes(path),
})

describe('on Windows', () => {
  const home = 'C:\\Users\\li'
  const delivery = (program: string, ...beside: string[]) =>
    deliveryOf({ ...packed, platform: 'win32', home, program, files: disk([home, program, ...beside]) })
  const own = `${home}\\AppData\\Local\\Programs\\lock-desk`
  const forAll = 'C:\\Program Files\\Lock Desk'

  it('the app updates itself where its installer put it for one user', () => {
    expect(delivery(`${own}\\Lock Desk.exe`, `${own}\\Uninstall Lock Desk.exe`)).toBe('itself')
  })

  it('the administrator updates an MSI, an unpacked folder and an installation for all users', () => {
    expect(delivery(`${own}\\Lock Desk.exe`)).toBe('administrator')
    expect(delivery(`${forAll}\\Lock Desk.exe`)).toBe('administrator')
    expect(delivery(`${forAll}\\Lock Desk.exe`, `${forAll}\\Uninstall Lock Desk.exe`)).toBe('administrator')
  })
})

describe('on macOS', () => {
  const inside = '/Contents/MacOS/Lock Desk'
  const delivery = (bundle: string, own: readonly string[], ...more: string[]) =>
    deliveryOf({
      ...packed,
      platform: 'darwin',
      program: `${bundle}${inside}`,
      files: disk([`${bundle}${inside}`, ...more], own),
    })
  const bundle = '/Applications/Lock Desk.app'

  it('the app updates a bundle that the user installed', () => {
    expect(delivery(bundle, [bundle])).toBe('itself')
  })

  it('the administrator updates a bundle of their own, a disk image and an App Store app', () => {
    expect(delivery(bundle, [])).toBe('administrator')
    const mounted = '/Volumes/Lock Desk/Lock Desk.app'
    expect(delivery(mounted, [mounted])).toBe('administrator')
    const moved = '/private/var/folders/x/AppTranslocation/1/d/Lock Desk.app'
    expect(delivery(moved, [moved])).toBe('administrator')
    expect(delivery(bundle, [bundle], `${bundle}/Contents/_MASReceipt`)).toBe('administrator')
  })
})

it('updates are off without a key and in a build', () => {
  const desk = { ...packed, platform: 'linux' as const, program: '/opt/desk', files: disk([]) }
  expect(deliveryOf({ ...desk, publicKey: null })).toBe('none')
  expect(deliveryOf({ ...desk, isPackaged: false })).toBe('none')
})
