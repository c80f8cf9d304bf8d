import type { diagnoseCommands } from '#shared/bridge/diagnose-commands'
import { notFound, succeed } from '#shared/outcome'
import type { AppContext } from '../platform-session/app-context'
import type { PreparedBundle } from '../diagnose/bundle/bundle'
import type { PlatformSession } from '../platform-session/open-session'
import type { HandlersOf } from './ipc-router'

export type DiagnoseHandlers = HandlersOf<typeof diagnoseCommands>

/**
 * Handlers of the Diagnostics page. A bundle is created once and kept, so that the saved file is what was
 * shown.
 */
export const createDiagnoseHandlers = (
  { desktop }: { readonly desktop: Pick<AppContext['desktop'], 'saveFile'> },
  { diagnosis: { diagnosis, prepareBundle } }: Pick<PlatformSession, 'diagnosis'>,
): DiagnoseHandlers => {
  let prepared: PreparedBundle | null = null

  return {
    'diagnose/read': () => succeed(diagnosis.read()),
    'diagnose/start': ({ only }) => succeed(diagnosis.start(only)),
    'diagnose/cancel': () => succeed(diagnosis.cancel()),
    'diagnose/prepare-bundle': async () => {
      prepared = await prepareBundle()
      return succeed({ manifest: prepared.manifest, report: prepared.report })
    },
    'diagnose/save-bundle': async ({ bundleId, text }) => {
      const bundle = prepared
      if (bundle?.manifest.bundleId !== bundleId) return notFound('the bundle')
      const bytes = await bundle.finish(text)
      const saved = await desktop.saveFile({ name: bundle.manifest.name, kind: 'zip', bytes })
      if (!saved.ok || saved.value === null) return saved.ok ? succeed(null) : saved
      return succeed({ savedAs: saved.value.savedAs, bytes: bytes.length })
    },
    'diagnose/discard-bundle': () => {
      prepared = null
      return succeed(null)
    },
  }
}
