import type { MainWindow } from './main-window'

/** For a command of the command line: nothing is shown, and no page sends anything. */
export const createNoWindow = (firstPaint: Promise<void>): MainWindow => ({
  emit: () => undefined,
  isTrusted: () => false,
  show: () => undefined,
  reloadPage: () => Promise.resolve(),
  onOpened: () => undefined,
  onLoaded: () => undefined,
  onCrash: () => undefined,
  onPlacementChange: () => undefined,
  window: () => null,
  isInFront: () => false,
  showErrorPage: () => undefined,
  setLanguage: () => undefined,
  firstPaint,
})
