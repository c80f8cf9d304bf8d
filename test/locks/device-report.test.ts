import { describe, expect, it } from 'vitest'
import { withoutPerson } from '../../src-main/locks/device-report'

describe('withoutPerson', () => {
  it('takes the home folder and the name of the person out of paths', () => {
    expect(withoutPerson('EACCES /home/li.wei/.config/lock-profiles', '/home/li.wei', 'li.wei')).toBe(
      'EACCES ~/.config/lock-profiles',
    )
    expect(withoutPerson('open D:\\Users\\li.wei\\x.json', 'C:\\Users\\li.wei', 'li.wei')).toBe(
      'open D:\\Users\\…\\x.json',
    )
    expect(withoutPerson('at /media/li.wei', '/home/li.wei', 'li.wei')).toBe('at /media/…')
  })

  it('leaves words alone that are no paths, whatever the person is called', () => {
    expect(withoutPerson('lock a: a lock was read', '/home/lock', 'lock')).toBe('lock a: a lock was read')
    expect(withoutPerson('/dev/hidraw0', '/', 'root')).toBe('/dev/hidraw0')
  })
})
