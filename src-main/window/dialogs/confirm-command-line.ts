import { confirm } from './ask'
import type { AskDeps, Language } from './ask'

const texts: Readonly<
  Record<
    Language,
    { readonly message: string; readonly detail: string; readonly yes: string; readonly no: string }
  >
> = {
  en: {
    message: 'Allow changes by the command line?',
    detail:
      'Every program that you start on this computer can then disable and enable locks. Lock Desk does not ask again.',
    yes: 'Allow changes',
    no: 'Cancel',
  },
  zh: {
    message: '是否允许命令行操作？',
    detail: '允许后，本机程序可以禁用和启用锁。Lock Desk 不再确认。',
    yes: '允许',
    no: '取消',
  },
}

/** Whether the user lets commands of the command line change locks. */
export const confirmCommandLine = (deps: AskDeps) => (): Promise<boolean> =>
  confirm(deps, { type: 'warning', ...texts[deps.language()] })
