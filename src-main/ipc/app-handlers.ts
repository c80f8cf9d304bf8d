import type { appCommands } from '#shared/bridge/app-commands'
import { notConfirmed, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PlatformSession } from '../platform-session/open-session'
import type { EarlyHandlers, HandlersOf } from './ipc-router'
import { saving } from './outcomes'

/** Handlers available at any time: during startup, while platforms are switched, and when none could be opened. */
export const createEarlyHandlers = (
  app: Pick<AppContext, 'describe' | 'desktop' | 'savedPlatforms' | 'notices' | 'pageErrors' | 'settings'>,
  isTraining: () => boolean,
): EarlyHandlers => ({
  'app/describe': () => succeed(app.describe(isTraining())),
  'app/dismiss-notice': ({ id }) => {
    app.notices.dismiss(id)
    return succeed(null)
  },
  'app/page-error': (error) => {
    app.pageErrors.report(error)
    return succeed(null)
  },
  'app/restart': () => {
    app.desktop.restart()
    return succeed(null)
  },
  'settings/read': () => succeed(app.settings.read()),
  'environments/list': async () => succeed(await app.savedPlatforms.list()),
})

/** Handlers of the app, its settings and the window. */
export const createAppHandlers = (
  {
    desktop,
    links,
    settings,
  }: {
    readonly desktop: Pick<
      AppContext['desktop'],
      'closeGuard' | 'confirmCommandLine' | 'copyText' | 'print' | 'saveFile'
    >
    readonly links: Pick<AppContext['links'], 'take'>
    readonly settings: AppContext['settings']
  },
  { platform: { monitor, directory } }: Pick<PlatformSession, 'platform'>,
): Omit<HandlersOf<typeof appCommands>, keyof EarlyHandlers> => ({
  'app/copy': async ({ text, forgetAfterMs }) => {
    await desktop.copyText(text, forgetAfterMs)
    return succeed(null)
  },
  'app/take-link': () => succeed(links.take()),
  'settings/change': async (changes) => {
    // A page could otherwise open the way for changes that no dialog confirms.
    const isSwitchedOn = changes.commandLineChanges === true && !settings.read().commandLineChanges
    if (isSwitchedOn && !(await desktop.confirmCommandLine())) return notConfirmed()
    const saved = await saving(() => settings.change(changes))
    return saved.ok ? succeed(settings.read()) : saved
  },
  'platform/status': () => succeed(monitor.status()),
  'platform/check': async () => {
    await directory.refreshAll()
    return succeed(monitor.status())
  },
  'files/save': (file) => desktop.saveFile(file),
  'window/print': (where) => desktop.print(where),
  'window/unsaved-passwords': ({ generatedPasswords }) => {
    desktop.closeGuard.setUnsavedPasswords(generatedPasswords)
    return succeed(null)
  },
  'window/import-rows': (rows) => {
    desktop.closeGuard.setImportRows(rows)
    return succeed(null)
  },
})
