import { ref, shallowRef, watch } from 'vue'
import type { DocumentSignature, Point, SignatureLine, SignedDocument } from '#shared/model/changes/signature'
import { command } from '../bridge'
import { useCommand } from '../use-command'

/** The signatures of one document. */
export const useSignatures = (options: {
  /** Null until it is known. */
  readonly of: () => SignedDocument | null
  /** Whether lines can be signed on screen. */
  readonly isOn: () => boolean
  /** Whether signatures are hidden on screen, like names. */
  readonly areHidden: () => boolean
}) => {
  const signatures = shallowRef<readonly DocumentSignature[]>([])
  const { run, failure, clear } = useCommand('signatures/save')
  const removing = useCommand('signatures/remove', { mayDecline: true })
  /** The line that is being signed. */
  const signing = ref<SignatureLine | null>(null)

  const load = async (document: SignedDocument | null): Promise<void> => {
    if (document === null) return
    const outcome = await command('signatures/list', { document })
    if (outcome.ok) signatures.value = outcome.value
  }
  // The same document may be computed again, with other rows.
  watch(
    () => JSON.stringify(options.of()),
    () => void load(options.of()),
    { immediate: true },
  )

  const open = (line: SignatureLine | null): void => {
    clear()
    signing.value = line
  }
  const save = async (strokes: readonly (readonly Point[])[]): Promise<void> => {
    const document = options.of()
    const line = signing.value
    if (document === null || line === null) return
    const outcome = await run({ document, line, strokes: strokes.map((stroke) => [...stroke]) })
    if (!outcome.ok) return
    signatures.value = outcome.value
    signing.value = null
  }

  /** The line whose signature could not be removed last. */
  const notRemoved = ref<SignatureLine | null>(null)
  const remove = async (line: SignatureLine): Promise<void> => {
    const document = options.of()
    if (document === null) return
    const outcome = await removing.run({ document, line })
    if (outcome.ok) signatures.value = outcome.value
    notRemoved.value = removing.failure.value === null ? null : line
  }

  return {
    on: (line: SignatureLine): DocumentSignature | null =>
      signatures.value.find((signature) => signature.line === line) ?? null,
    isOn: options.isOn,
    areHidden: options.areHidden,
    failure,
    signing,
    open,
    save,
    remove,
    notRemoved,
  }
}

export type UsedSignatures = ReturnType<typeof useSignatures>
