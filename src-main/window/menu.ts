import type { MenuItemConstructorOptions } from 'electron'
import type { Language } from './dialogs/ask'

type Roles = NonNullable<MenuItemConstructorOptions['role']>

/** The menu labels; Electron's own are always English. */
const labels = {
  edit: { en: 'Edit', zh: '编辑' },
  view: { en: 'View', zh: '视图' },
  window: { en: 'Window', zh: '窗口' },
  undo: { en: 'Undo', zh: '撤销' },
  redo: { en: 'Redo', zh: '重做' },
  cut: { en: 'Cut', zh: '剪切' },
  copy: { en: 'Copy', zh: '复制' },
  paste: { en: 'Paste', zh: '粘贴' },
  selectAll: { en: 'Select all', zh: '全选' },
  resetZoom: { en: 'Actual size', zh: '实际大小' },
  zoomIn: { en: 'Zoom in', zh: '放大' },
  zoomOut: { en: 'Zoom out', zh: '缩小' },
  togglefullscreen: { en: 'Full screen', zh: '全屏' },
  minimize: { en: 'Minimize', zh: '最小化' },
  close: { en: 'Close', zh: '关闭' },
  quit: { en: 'Quit', zh: '退出' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

type LabelName = keyof typeof labels

/**
 * Replaces Electron's default menu, which would allow reloading the page without the close guard, opening the
 * developer tools and leaving for the web. Development builds keep the first two.
 */
export const menuTemplate = (deps: {
  readonly language: Language
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
}): MenuItemConstructorOptions[] => {
  const { language, platform, isPackaged } = deps
  const item = (
    role: LabelName & Roles,
    more: MenuItemConstructorOptions = {},
  ): MenuItemConstructorOptions => ({
    role,
    label: labels[role][language],
    ...more,
  })
  const separator = { type: 'separator' as const }
  const menu = (name: LabelName, submenu: MenuItemConstructorOptions[]): MenuItemConstructorOptions => ({
    label: labels[name][language],
    submenu,
  })
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    menu('edit', [
      item('undo'),
      item('redo'),
      separator,
      item('cut'),
      item('copy'),
      item('paste'),
      item('selectAll'),
    ]),
    menu('view', [
      item('resetZoom'),
      item('zoomIn'),
      // The plus key without Shift, on keyboards that need it.
      item('zoomIn', { accelerator: 'CommandOrControl+=', visible: false }),
      item('zoomOut'),
      separator,
      item('togglefullscreen'),
      ...(isPackaged ? [] : [separator, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
    ]),
    menu('window', [item('minimize'), item('close'), ...(platform === 'darwin' ? [] : [item('quit')])]),
  ]
}
