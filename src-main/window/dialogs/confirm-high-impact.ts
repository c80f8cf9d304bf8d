import type { ConfirmHighImpact } from '../../changes/high-impact-gate'
import { confirm } from './ask'
import type { AskDeps } from './ask'
import { text } from './dialog-text'
import { confirmationText } from './high-impact-text'
import type { ConfirmationText } from './high-impact-text'
import { sendingConfirmation } from './sending-confirmation'
import type { ConfirmSending } from './sending-confirmation'

const cancelButton = { en: text`Cancel`, zh: text`取消` }

const showConfirmation = (deps: AskDeps, texts: ConfirmationText): Promise<boolean> =>
  confirm(deps, { type: 'warning', ...texts, no: cancelButton[deps.language()] })

export const confirmHighImpact =
  (deps: AskDeps): ConfirmHighImpact =>
  (request) =>
    showConfirmation(deps, confirmationText(request, deps.language()))

export const confirmSending =
  (deps: AskDeps): ConfirmSending =>
  (request) =>
    showConfirmation(deps, sendingConfirmation(request, deps.language()))
