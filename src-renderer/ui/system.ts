export type SystemKind = 'linux' | 'mac' | 'windows'

/** The operating system, for texts that differ. */
export const systemKind = (platform: string = navigator.platform): SystemKind => {
  if (platform.startsWith('Mac')) return 'mac'
  return platform.startsWith('Win') ? 'windows' : 'linux'
}
