/** Environment variables for the USB process; secrets in main's environment are not passed on. */
const passedOn = ['PATH', 'HOME', 'LANG', 'SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'TMPDIR']

/** Every native call occupies a thread while a device is slow; ten locks must not block each other. */
const threads = '16'

/** Builds the environment of the USB process. */
export const usbEnvironment = (
  own: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): NodeJS.ProcessEnv => ({
  UV_THREADPOOL_SIZE: threads,
  ...Object.fromEntries(
    passedOn.flatMap((name) => {
      const value = own[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  // hidapi decodes device texts by locale (linux/hid.c, utf8_to_wchar_t): in the C locale, or a locale that is
  // not installed, a name with a Chinese character becomes empty and matches no profile.
  ...(platform === 'linux' ? { LC_ALL: 'C.UTF-8' } : {}),
})
