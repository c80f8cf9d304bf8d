import { describe, expect, it } from 'vitest'
import { usbEnvironment } from '../../../src-main/locks/usb-process/usb-environment'

describe('usbEnvironment', () => {
  it('passes on the variables that programs need, and no secret', () => {
    const own = { PATH: '/bin', HOME: '/home/li', LOCK_DESK_APP_SECRET: 'secret', LC_ALL: 'de_DE' }
    expect(usbEnvironment(own, 'darwin')).toEqual({
      PATH: '/bin',
      HOME: '/home/li',
      UV_THREADPOOL_SIZE: '16',
    })
  })

  it('reads device texts as UTF-8 on Linux, whatever the locale is', () => {
    expect(usbEnvironment({ LANG: 'C', LC_ALL: 'POSIX' }, 'linux')).toMatchObject({ LC_ALL: 'C.UTF-8' })
  })
})
