import { describe, expect, it } from 'vitest'
import { withoutUserName } from '../../src-main/locks/device-report'

describe('withoutPerson', () => {
  it('removes the home folder and the user name from paths', () => {
    expect(withoutUserName('EACCES /home/li.wei/.config/lock-profiles', '/home/li.wei', 'li.wei')).toBe(
      'EACCES ~/.config/lock-profiles',
    )
    expect(withoutUserName('open D:\\Users\\li.wei\\x.json', 'C:\\Users\\li.wei', 'li.wei')).toBe(
      'open D:\\Users\\…\\x.json',
    )
    expect(withoutUserName('at /media/li.wei', '/home/li.wei', 'li.wei')).toBe('at /media/…')
  })

  it('leaves other words alone, whatever the user name is', () => {
    expect(withoutUserName('lock a: a lock was read', '/home/lock', 'lock')).toBe('lock a: a lock was read')
    expect(withoutUserName('/dev/hidraw0', '/', 'root')).toBe('/dev/hidraw0')
  })
})
