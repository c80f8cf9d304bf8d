import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { UpdateDelivery } from '#shared/model/app/update'

/** File facts about an installation; all returned paths are real paths. */
export interface InstallationFiles {
  /** Resolves links; null if nothing exists there. */
  realPath(path: string): string | null
  /** Whether this user owns it and can write to it. */
  isOwn(path: string): boolean
}

const attempt = <Value>(work: () => Value, otherwise: Value): Value => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

export const installationFiles: InstallationFiles = {
  realPath: (path) => attempt<string | null>(() => realpathSync.native(path), null),
  isOwn: (path) =>
    attempt(() => {
      accessSync(path, constants.W_OK)
      return statSync(path).uid === process.getuid?.()
    }, false),
}

interface Installation {
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  /** The running executable. */
  readonly program: string
  /** The user's home folder as the system reports it. */
  readonly home: string
  readonly files: InstallationFiles
}

const isInside = (folder: string | null, path: string | null, paths: typeof posix): boolean => {
  if (folder === null || path === null) return false
  const relativePath = paths.relative(folder, path)
  return (
    relativePath !== '' &&
    relativePath !== '..' &&
    !relativePath.startsWith(`..${paths.sep}`) &&
    !paths.isAbsolute(relativePath)
  )
}

/**
 * `APPIMAGE` is inherited by programs that an AppImage starts, so it only counts if the executable lies at the
 * top of that AppImage's mount, where the package puts it. A folder further up, such as `/opt`, is no mount.
 */
const isOwnAppImage = ({ env, program, files }: Installation): boolean => {
  const { APPIMAGE: image = '', APPDIR: mounted = '' } = env
  if (!posix.isAbsolute(image) || !posix.isAbsolute(mounted)) return false
  const folder = files.realPath(mounted)
  const real = files.realPath(program)
  return (
    folder !== null &&
    real !== null &&
    posix.dirname(real) === folder &&
    files.realPath(image) !== null &&
    !isInside(folder, files.realPath(image), posix)
  )
}

/** Only the per-user installer puts its uninstaller next to the program inside the user's home. */
const isOwnNsis = ({ program, home, files }: Installation): boolean => {
  const real = files.realPath(program)
  if (real === null || !isInside(files.realPath(home), real, win32)) return false
  return files.realPath(win32.join(win32.dirname(real), 'Uninstall Lock Desk.exe')) !== null
}

/** A bundle owned by this user, not by an administrator, the App Store or a disk image. */
const isOwnBundle = ({ program, files }: Installation): boolean => {
  const bundle = /^(.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(files.realPath(program) ?? '')?.[1]
  if (bundle === undefined || /^\/Volumes\/|\/AppTranslocation\//.test(bundle)) return false
  return files.isOwn(bundle) && files.realPath(`${bundle}/Contents/_MASReceipt`) === null
}

const mayReplaceItself = (installation: Installation): boolean => {
  if (installation.platform === 'win32') return isOwnNsis(installation)
  return installation.platform === 'darwin' ? isOwnBundle(installation) : isOwnAppImage(installation)
}

/**
 * Who installs updates. The app only replaces an installation that certainly belongs to one user; an MSI, an
 * installation for all users, and one by a package manager are updated by their administrators.
 */
export const deliveryOf = (
  of: Installation & { readonly isPackaged: boolean; readonly publicKey: string | null },
): UpdateDelivery => {
  if (!of.isPackaged || of.publicKey === null) return 'none'
  return mayReplaceItself(of) ? 'itself' : 'administrator'
}
