import { access, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DeviceAccessStatus, UsbStackStatus, SystemUsb } from './system-usb'

/** Rule folders in order of precedence for files of the same name (udev(7)). */
const ruleFolders = ['etc/udev/rules.d', 'run/udev/rules.d', 'usr/lib/udev/rules.d', 'lib/udev/rules.d']

/** The packaged rule, and the rules for one model that the app generates (src-shared/udev-rule.ts). */
const ownRule = /^\d\d-lock-desk[\w-]*\.rules$/

const controller = /^usb\d+$/
const device = /^\d+-[\d.]+$/

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const findRule = async (root: string): Promise<string | null> => {
  for (const folder of ruleFolders) {
    const names = await readdir(join(root, folder)).catch((): string[] => [])
    for (const name of names.filter((one) => ownRule.test(one))) {
      const text = await readFile(join(root, folder, name), 'utf8').catch(() => '')
      // An empty file, or a link to /dev/null, disables a packaged rule of the same name.
      if (/^KERNEL=="hidraw\*".*uaccess/m.test(text)) return name
    }
  }
  return null
}

/** Linux, from sysfs and udev's folders. `root` replaces `/` in tests. */
export const linuxUsb = ({
  root = '/',
  isRoot = process.getuid?.() === 0,
}: { root?: string; isRoot?: boolean } = {}): SystemUsb => ({
  stack: async (): Promise<UsbStackStatus> => {
    const bus = join(root, 'sys/bus/usb')
    if (!(await exists(bus))) return { state: 'missing' }
    const names = await readdir(join(bus, 'devices')).catch((): string[] => [])
    return {
      state: 'there',
      controllers: names.filter((name) => controller.test(name)).length,
      devices: names.filter((name) => device.test(name)).length,
      hasHid: await exists(join(root, 'sys/class/hidraw')),
    }
  },
  access: async (): Promise<DeviceAccessStatus> => {
    const file = await findRule(root)
    if (file !== null) return { state: 'rule', file }
    return { state: isRoot ? 'not-needed' : 'no-rule' }
  },
})
