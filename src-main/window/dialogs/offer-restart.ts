import { ask } from './ask'
import type { AskDeps } from './ask'
import { text } from './dialog-text'

const texts = {
  en: {
    message: text`Lock Desk must be restarted`,
    detail: text`An unexpected error occurred. Lock Desk sends no new change until it is restarted. The activity log contains the changes in progress. Review changes without a result after the restart.`,
    restart: text`Restart`,
    later: text`Later`,
  },
  zh: {
    message: text`需要重新启动 Lock Desk`,
    detail: text`发生意外错误。重新启动之前，不会发送新的操作。发送中的操作已写入操作日志，没有结果的请在重启后核实。`,
    restart: text`重新启动`,
    later: text`稍后`,
  },
} as const

/** Asks in a system dialog, because the page may not work. */
export const createRestartOffer =
  (deps: AskDeps & { readonly restart: () => void }) => async (): Promise<void> => {
    const { message, detail, restart, later } = texts[deps.language()]
    const buttons = [restart, later]
    if ((await ask(deps, { type: 'error', message, detail, buttons, defaultId: 0, cancelId: 1 })) === 0) {
      deps.restart()
    }
  }
