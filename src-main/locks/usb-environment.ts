/** What the USB process needs of the environment; keys and passwords that were put there for main are none of it. */
const passedOn = ['PATH', 'HOME', 'LANG', 'SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'TMPDIR']

/** Every native call holds one of these while a device takes its time; ten locks must not wait for each other. */
const threads = '16'

/** The environment of the USB process. */
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
  // hidapi turns a device's texts into wide characters by the locale (linux/hid.c, utf8_to_wchar_t): in the plain C
  // locale, or one that is not installed, a name with one Chinese character comes out empty and fits no profile.
  ...(platform === 'linux' ? { LC_ALL: 'C.UTF-8' } : {}),
})
