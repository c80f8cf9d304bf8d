import { describe, expect, it } from 'vitest'
import { librariesNotFound, missingPackages, namesToInstall } from '../../scripts/setup/system-libraries.mjs'

const wanted = [['xvfb'], ['libgtk-3-0t64', 'libgtk-3-0'], ['libasound2t64', 'libasound2']]

describe('missingPackages', () => {
  it('accepts either name of a renamed package', () => {
    const output = 'xvfb installed\nlibgtk-3-0 installed\nlibasound2t64 installed\n'
    expect(missingPackages(output, wanted)).toEqual([])
  })

  it('reports unknown and removed packages', () => {
    expect(missingPackages('xvfb config-files\nlibgtk-3-0 installed\n', wanted)).toEqual([
      wanted[0],
      wanted[2],
    ])
  })

  it('reports all packages without output', () => {
    expect(missingPackages('', wanted)).toEqual(wanted)
  })
})

describe('namesToInstall', () => {
  it('uses the names of the release', () => {
    const older = 'Package: xvfb\nVersion: 1\n\nPackage: libgtk-3-0\n\nPackage: libasound2\n'
    expect(namesToInstall(wanted, older)).toEqual(['xvfb', 'libgtk-3-0', 'libasound2'])
    const newer = 'Package: libasound2t64\n\nPackage: libgtk-3-0t64\n\nPackage: xvfb\n'
    expect(namesToInstall(wanted, newer)).toEqual(['xvfb', 'libgtk-3-0t64', 'libasound2t64'])
  })

  it('names the packages even where apt has no lists', () => {
    expect(namesToInstall(wanted, '')).toEqual(['xvfb', 'libgtk-3-0', 'libasound2'])
  })
})

describe('librariesNotFound', () => {
  it('names each missing library once', () => {
    const output = [
      'electron:',
      '\tlibc.so.6 => /lib/libc.so.6 (0x0)',
      '\tlibnss3.so => not found',
      'addon.node:',
      '\tlibnss3.so => not found',
      '\tlibudev.so.1 => not found',
    ]
    expect(librariesNotFound(output.join('\n'))).toEqual(['libnss3.so', 'libudev.so.1'])
  })
})
