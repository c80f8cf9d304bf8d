import type { DiagnoseCommands } from '#shared/diagnose-commands'
import { fail, succeed } from '#shared/outcome'
import type { PreparedBundle } from '../diagnose/bundle/bundle'
import type { DiagnosisRunner } from '../diagnose/diagnosis'
import type { SaveFile } from '../window/save-file'
import type { CommandHandlers } from './registrar'

export interface DiagnoseHandlerParts {
  readonly diagnosis: DiagnosisRunner
  readonly prepareBundle: () => Promise<PreparedBundle>
  readonly saveFile: SaveFile
}

export type DiagnoseHandlers = Pick<CommandHandlers, keyof DiagnoseCommands>

/** The commands of the page Diagnose. What is saved is what was shown: a bundle is made once and kept until then. */
export const createDiagnoseHandlers = (parts: DiagnoseHandlerParts): DiagnoseHandlers => {
  const { diagnosis, saveFile } = parts
  let prepared: PreparedBundle | null = null

  return {
    'diagnose/read': () => succeed(diagnosis.read()),
    'diagnose/start': ({ only }) => succeed(diagnosis.start(only)),
    'diagnose/cancel': () => succeed(diagnosis.cancel()),
    'diagnose/prepare-bundle': async () => {
      prepared = await parts.prepareBundle()
      return succeed({ manifest: prepared.manifest, report: prepared.report })
    },
    'diagnose/save-bundle': async ({ bundleId, text }) => {
      const bundle = prepared
      if (bundle?.manifest.bundleId !== bundleId) {
        return fail({ code: 'not-found', message: 'this bundle is not kept any more' })
      }
      const bytes = await bundle.finish(text)
      const saved = await saveFile({ name: bundle.manifest.name, kind: 'zip', bytes })
      if (!saved.ok || saved.value === null) return saved.ok ? succeed(null) : saved
      return succeed({ savedAs: saved.value.savedAs, bytes: bytes.length })
    },
    'diagnose/drop-bundle': () => {
      prepared = null
      return succeed(null)
    },
  }
}
