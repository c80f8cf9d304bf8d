import { confirm } from './ask'
import type { AskDeps, Language } from './ask'

interface DialogTexts {
  readonly message: (hosts: number) => string
  readonly detail: (origins: string) => string
  readonly yes: string
  readonly no: string
}

const platformTexts: Readonly<Record<Language, DialogTexts>> = {
  en: {
    message: (hosts) => (hosts === 1 ? 'Connect to a new address?' : `Connect to ${hosts} new addresses?`),
    detail: (origins) => `The credentials entered for this platform are sent to:\n\n${origins}`,
    yes: 'Connect',
    no: 'Cancel',
  },
  zh: {
    message: (hosts) => (hosts === 1 ? '是否连接新地址？' : `是否连接 ${hosts} 个新地址？`),
    detail: (origins) => `为此平台填写的凭证将发送到：\n\n${origins}`,
    yes: '连接',
    no: '取消',
  },
}

const updateTexts: Readonly<Record<Language, DialogTexts>> = {
  en: {
    message: () => 'Change the update server?',
    detail: (origins) =>
      `Lock Desk checks this address for updates:\n\n${origins}\n\nOnly updates signed by the publisher are installed.`,
    yes: 'Change server',
    no: 'Cancel',
  },
  zh: {
    message: () => '是否更换更新服务器？',
    detail: (origins) => `将从以下地址检查更新：\n\n${origins}\n\n只安装发布方签名的更新。`,
    yes: '更换',
    no: '取消',
  },
}

const confirmWith =
  (texts: Readonly<Record<Language, DialogTexts>>) =>
  (deps: AskDeps) =>
  (origins: readonly string[]): Promise<boolean> => {
    const { message, detail, yes, no } = texts[deps.language()]
    return confirm(deps, {
      type: 'question',
      message: message(origins.length),
      detail: detail(origins.join('\n')),
      yes,
      no,
    })
  }

export const confirmAddress = confirmWith(platformTexts)

export const confirmUpdateServer = confirmWith(updateTexts)
