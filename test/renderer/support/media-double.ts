import { vi } from 'vitest'

/** Makes every media query follow the returned function; `vi.unstubAllGlobals` ends it. */
export const stubMedia = (matches: boolean): ((matches: boolean) => void) => {
  const media = Object.assign(new EventTarget(), { matches })
  vi.stubGlobal('matchMedia', () => media)
  return (now) => {
    media.matches = now
    media.dispatchEvent(new Event('change'))
  }
}
