import type { MenuItemConstructorOptions } from 'electron'

type Language = 'en' | 'zh'
type Roles = NonNullable<MenuItemConstructorOptions['role']>

/** The words of what the menu has; Electron's own are English whatever the person speaks. */
const words = {
  edit: { en: 'Edit', zh: '编辑' },
  view: { en: 'View', zh: '显示' },
  window: { en: 'Window', zh: '窗口' },
  undo: { en: 'Undo', zh: '撤销' },
  redo: { en: 'Redo', zh: '重做' },
  cut: { en: 'Cut', zh: '剪切' },
  copy: { en: 'Copy', zh: '复制' },
  paste: { en: 'Paste', zh: '粘贴' },
  selectAll: { en: 'Select all', zh: '全选' },
  resetZoom: { en: 'Usual size', zh: '原始大小' },
  zoomIn: { en: 'Larger', zh: '放大' },
  zoomOut: { en: 'Smaller', zh: '缩小' },
  togglefullscreen: { en: 'Full screen', zh: '全屏' },
  minimize: { en: 'Minimise', zh: '最小化' },
  close: { en: 'Close', zh: '关闭' },
  quit: { en: 'Quit', zh: '退出' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>

type Word = keyof typeof words

/**
 * The menu, in the place of Electron's own: that one reloads the page, over what was typed and over the question before
 * closing, opens the developer tools, and leads to the web. Who builds the app has the first two.
 */
export const menuTemplate = (deps: {
  readonly language: Language
  readonly platform: NodeJS.Platform
  readonly isPackaged: boolean
}): MenuItemConstructorOptions[] => {
  const { language, platform, isPackaged } = deps
  const item = (role: Word & Roles, more: MenuItemConstructorOptions = {}): MenuItemConstructorOptions => ({
    role,
    label: words[role][language],
    ...more,
  })
  const line = { type: 'separator' as const }
  const menu = (word: Word, submenu: MenuItemConstructorOptions[]): MenuItemConstructorOptions => ({
    label: words[word][language],
    submenu,
  })
  return [
    ...(platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    menu('edit', [
      item('undo'),
      item('redo'),
      line,
      item('cut'),
      item('copy'),
      item('paste'),
      item('selectAll'),
    ]),
    menu('view', [
      item('resetZoom'),
      item('zoomIn'),
      // The plus without Shift, where the key has one.
      item('zoomIn', { accelerator: 'CommandOrControl+=', visible: false }),
      item('zoomOut'),
      line,
      item('togglefullscreen'),
      ...(isPackaged ? [] : [line, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
    ]),
    menu('window', [item('minimize'), item('close'), ...(platform === 'darwin' ? [] : [item('quit')])]),
  ]
}
