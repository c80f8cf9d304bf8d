import { dialog } from 'electron'
import type { BrowserWindow } from 'electron'
import type { ChangeRequest } from '#shared/model/change'
import { groupShellNumber } from '#shared/model/shell-number'

const words = {
  en: {
    disable: 'Disable',
    enable: 'Enable',
    cancel: 'Cancel',
    message: (rows: number) => `${rows} locks were changed here in the last ten minutes.`,
    detail: (action: string, number: string, operator: string) =>
      `${action} ${number} as well, and up to 49 more? As ${operator}.`,
  },
  zh: {
    disable: '禁用',
    enable: '启用',
    cancel: '取消',
    message: (rows: number) => `最近十分钟内，本机已更改 ${rows} 把加密锁。`,
    detail: (action: string, number: string, operator: string) =>
      `继续${action} ${number}，以及随后最多 49 把？操作人：${operator}。`,
  },
}

/** Asks in a dialog of the system's own, which no page can answer. Refusing is the default. */
export const confirmHighImpact =
  (window: () => BrowserWindow | null, language: () => 'en' | 'zh') =>
  async (request: ChangeRequest, rowsLately: number): Promise<boolean> => {
    const say = words[language()]
    const action = say[request.action]
    const options = {
      type: 'warning' as const,
      message: say.message(rowsLately),
      detail: say.detail(
        action,
        groupShellNumber(request.shellNumber ?? request.assetNum),
        request.operatorIdentity,
      ),
      buttons: [action, say.cancel],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    }
    const parent = window()
    const { response } =
      parent === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(parent, options)
    return response === 0
  }
