import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { classifyHidError } from '../../../src-main/locks/hid/hid-errors'
import type { HidStage } from '../../../src-main/locks/hid/hid-errors'

const kindOn =
  (platform: NodeJS.Platform) =>
  async (message: unknown, stage: HidStage = 'open', path = '/nowhere'): Promise<string> =>
    (await classifyHidError(message, { path, stage, platform })).kind

describe('classifyHidError on Windows', () => {
  const kind = kindOn('win32')

  it('uses the code, whatever the language of the message', async () => {
    const open = 'cannot open device with path X: open_device: '
    expect(await kind(new Error(`${open}(0x00000020) Der Prozess kann nicht auf die Datei zugreifen`))).toBe(
      'busy',
    )
    expect(await kind(new Error(`${open}(0x00000005) ????`))).toBe('no-permission')
    expect(await kind(new Error(`${open}(0x00000002) The system cannot find the file specified.`))).toBe(
      'gone',
    )
    expect(await kind(new Error('ReadFile: (0x0000048F) ????'), 'talk')).toBe('gone')
    expect(await kind(new Error('Zero buffer/length'), 'talk')).toBe('failed')
  })

  it('reads a denied write as busy: the device was opened without access', async () => {
    expect(
      await kind(new Error('Cannot write to hid device: WriteFile: (0x00000005) Access is denied.'), 'talk'),
    ).toBe('busy')
  })
})

describe('classifyHidError on macOS', () => {
  const kind = kindOn('darwin')

  it.each([
    ['(0xE00002C5) (iokit/common) exclusive access and device already open', 'busy'],
    ['(0xE00002E2) (iokit/common) not permitted', 'no-permission'],
    ['(0xE00002C0) (iokit/common) no such device', 'gone'],
    ['hid_open_path: device mach entry not found with the given path', 'gone'],
    ['hid_read_timeout: device disconnected', 'gone'],
    ['(0xE00002BC) (iokit/common) general error', 'failed'],
  ])('reads %s as %s', async (message, expected) => {
    expect(await kind(message)).toBe(expected)
  })
})

describe('classifyHidError on Linux', () => {
  const kind = kindOn('linux')

  it('checks the device node, not the message', async () => {
    expect(await kind(new Error('cannot open device: Datei oder Verzeichnis nicht gefunden'))).toBe('gone')
  })

  it('reads the plain strings of error events', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hid-errors-'))
    const node = join(folder, 'hidraw0')
    await writeFile(node, '')
    const disconnected =
      'could not read from HID device: hid_read_timeout: unexpected poll error (device disconnected)'
    expect(await kind(disconnected, 'talk', node)).toBe('gone')
    expect(await kind(new Error('Cannot write: Device or resource busy'), 'talk', node)).toBe('busy')
    expect(await kind(new Error('Cannot write: Broken pipe'), 'talk', node)).toBe('failed')
    await rm(folder, { recursive: true })
  })

  it('recognizes a node without permission', async ({ skip }) => {
    skip(process.getuid?.() === 0, 'root may open everything')
    const folder = await mkdtemp(join(tmpdir(), 'hid-errors-'))
    const node = join(folder, 'hidraw0')
    await writeFile(node, '')
    await chmod(node, 0)
    expect(await kind(new Error('????'), 'open', node)).toBe('no-permission')
    await rm(folder, { recursive: true })
  })
})
