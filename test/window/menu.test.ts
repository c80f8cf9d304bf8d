import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { menuTemplate } from '../../src-main/window/menu'

const all = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])])

const rolesOf = (isPackaged: boolean, platform: NodeJS.Platform = 'linux') =>
  all(menuTemplate({ language: 'en', platform, isPackaged })).map(({ role }) => role)

describe('the menu', () => {
  it('has no reload and developer tools in a package on any system', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const roles = rolesOf(true, platform)
      for (const role of ['reload', 'forceReload', 'toggleDevTools', 'viewMenu', 'help'] as const) {
        expect(roles).not.toContain(role)
      }
      expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'zoomIn', 'zoomOut', 'resetZoom']))
    }
  })

  it('has them in a build', () => {
    expect(rolesOf(false)).toEqual(expect.arrayContaining(['reload', 'toggleDevTools']))
  })

  it('uses roles only, and is translated', () => {
    const items = all(menuTemplate({ language: 'zh', platform: 'win32', isPackaged: true }))
    expect(items.filter(({ click }) => click !== undefined)).toEqual([])
    for (const { label, type } of items) if (type !== 'separator') expect(label).toMatch(/\p{sc=Han}/u)
  })
})
