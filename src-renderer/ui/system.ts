export type SystemKind = 'linux' | 'mac' | 'windows'

/** Which system the window is on, for the words that differ. */
export const systemKind = (platform: string = navigator.platform): SystemKind => {
  if (platform.startsWith('Mac')) return 'mac'
  return platform.startsWith('Win') ? 'windows' : 'linux'
}
