import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

/** The packages; set by `npm run test:more`, suite “package”, where they could be built. */
const rpm = process.env['LOCK_DESK_TEST_RPM'] ?? ''
const deb = process.env['LOCK_DESK_TEST_DEB'] ?? ''

const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout
}
const query = (format: string) => run('rpm', '-qp', '--queryformat', format, rpm)

describe.skipIf(rpm === '')('the RPM package', () => {
  it('is intact and names what it needs by library', () => {
    expect(run('rpm', '-K', '--nosignature', rpm)).toMatch(/digests OK/)
    expect(query('%{NAME} %{VERSION} %{LICENSE}')).toMatch(/^lock-desk \d+\.\d+\.\d+\S* MIT$/)
    const needed = run('rpm', '-qp', '--requires', rpm)
    expect(needed).toContain('libgtk-3.so.0()(64bit)')
    expect(needed).toContain('libusb-1.0.so.0()(64bit)')
  })

  it('contains the sandbox helper as setuid, and everything else as plain files of root', () => {
    const files = query('[%{FILEMODES:octal} %{FILEUSERNAME} %{FILENAMES}\n]').trimEnd().split('\n')
    expect(files.filter((line) => !/^\d+ root /.test(line))).toEqual([])
    const special = files.filter((line) => /^10[1-7]\d{3} /.test(line))
    expect(special).toEqual(['104755 root /opt/lock-desk/chrome-sandbox'])
    expect(files.filter((line) => /^10\d{2}[2367]|^10\d{3}[2367]/.test(line))).toEqual([])
  })

  it.skipIf(deb === '')('contains the same files as the Debian package', () => {
    const ofRpm = query('[%{FILEMODES:octal} %{FILENAMES}\n]')
      .split('\n')
      .filter((line) => /^1[02]/.test(line))
      .map((line) => line.slice(line.indexOf(' ') + 1))
    const ofDeb = run('dpkg-deb', '-c', deb)
      .split('\n')
      .filter((line) => /^[-l]/.test(line))
      .map((line) => / \.(\/.*?)(?: -> .*)?$/.exec(line)?.[1])
    expect(ofRpm.sort()).toEqual(ofDeb.sort())
  })
})
