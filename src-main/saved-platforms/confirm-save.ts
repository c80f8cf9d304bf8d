import { isDeepStrictEqual } from 'node:util'
import type { PlatformFields } from '#shared/model/app/saved-platform'
import { fail, notConfirmed, succeed } from '#shared/outcome'
import type { Failure, Outcome } from '#shared/outcome'
import { originOf } from '../util/origins'
import type { Vault } from '../vault/vault'
import type { ConfirmMove, PlatformData } from './platform-data'
import { secretName } from './platform-secrets'
import type { SavedPlatforms } from './saved-platforms'
import type { SavedPlatform } from './saved-platforms-file'
import { isSameServer, keyOf, losesItsKey } from './secret-fields'
import type { ModuleSecret } from './secret-fields'

/** Limits what a compromised page can add. */
export const maxPlatforms = 100

/** Decides whether an edited or a new platform may be saved. Nothing is stored. */
export const createSaveConfirmation = (deps: {
  readonly savedPlatforms: Pick<SavedPlatforms, 'all' | 'find' | 'platformIdAt'>
  readonly vault: Pick<Vault, 'has' | 'read'>
  /** The data stored for a platform. */
  readonly dataOf: (platformId: string) => PlatformData
  /** Asks in a system dialog whether the data move to another server. */
  readonly confirmMove: ConfirmMove
  /** Asks in a system dialog before stored app secrets of the platform are lost. */
  readonly confirmKeyLoss: (platform: { readonly name: string; readonly address: string }) => Promise<boolean>
}) => {
  const { savedPlatforms, vault, dataOf, confirmMove, confirmKeyLoss } = deps

  /**
   * Another path of the same server is the same platform. If the server changes, the user decides; data that
   * another saved platform shares stay with that one. Null if canceled.
   */
  const platformIdFor = async (
    saved: SavedPlatform | null,
    fields: PlatformFields,
  ): Promise<string | null> => {
    if (saved === null) return savedPlatforms.platformIdAt(fields.baseUrl)
    const { id, platformId, baseUrl } = saved
    if (originOf(baseUrl) === originOf(fields.baseUrl)) return platformId
    const others = savedPlatforms.all().filter((one) => one.id !== id)
    const data = dataOf(platformId)
    const isEmpty = Object.values(data).every((value) => !value)
    const isShared = others.some((one) => one.platformId === platformId)
    const choice =
      isEmpty || isShared ? 'separate' : await confirmMove({ from: baseUrl, to: fields.baseUrl, data })
    if (choice === null) return null
    return choice === 'move' ? platformId : savedPlatforms.platformIdAt(fields.baseUrl)
  }

  /**
   * Whether a stored secret would be deleted, or replaced by another one. A copy that cannot be decrypted now is kept by
   * the vault.
   */
  const losesSecret = async (
    saved: SavedPlatform,
    fields: PlatformFields,
    { module, secret }: ModuleSecret,
  ): Promise<boolean> => {
    const name = secretName(saved.id, module)
    if (!vault.has(name)) return false
    if (losesItsKey(saved, fields, { module, secret })) return true
    if (secret === null) return false
    const stored = await vault.read(name)
    return stored !== null && stored !== secret
  }

  /** Whether no stored secret would be lost, or the user accepts it. */
  const mayLoseSecrets = async (
    saved: SavedPlatform | null,
    fields: PlatformFields,
    {
      secretsOfModules,
      areProven,
    }: {
      readonly secretsOfModules: readonly ModuleSecret[]
      readonly areProven: boolean
    },
  ): Promise<boolean> => {
    if (saved === null) return true
    const losses = await Promise.all(
      secretsOfModules
        .filter(({ module }) => !areProven || keyOf(fields, module) === null)
        .map((one) => losesSecret(saved, fields, one)),
    )
    return !losses.includes(true) || confirmKeyLoss({ name: saved.name, address: saved.baseUrl })
  }

  return {
    /** Why the input is not saved, before the user is asked anything. */
    refuse: (
      saved: SavedPlatform | null,
      isAccepted: boolean,
    ): { readonly ok: false; readonly error: Failure<'not-verified' | 'limit-reached'> } | null => {
      if (!isAccepted)
        return fail({ code: 'not-verified', message: 'this input was not tested successfully' })
      if (saved === null && savedPlatforms.all().length >= maxPlatforms)
        return fail({ code: 'limit-reached', message: `at most ${maxPlatforms} platforms` })
      return null
    },
    /** The platform to save as, once the user has accepted what is lost or moved. */
    confirm: async (
      saved: SavedPlatform | null,
      fields: PlatformFields,
      {
        secretsOfModules,
        hasPassed,
      }: { readonly secretsOfModules: readonly ModuleSecret[]; readonly hasPassed: boolean },
    ): Promise<Outcome<string, Failure<'not-confirmed' | 'not-found'>>> => {
      // The platform has accepted the new ones; a page cannot have that without them.
      const areProven = hasPassed && saved !== null && isSameServer(saved, fields)
      if (!(await mayLoseSecrets(saved, fields, { secretsOfModules, areProven }))) return notConfirmed()
      const platformId = await platformIdFor(saved, fields)
      if (platformId === null) return notConfirmed()
      // The platform may have changed while the dialog was open.
      if (saved !== null && !isDeepStrictEqual(savedPlatforms.find(saved.id), saved)) {
        return fail({ code: 'not-found', message: 'the platform was edited or removed meanwhile' })
      }
      return succeed(platformId)
    },
  }
}
