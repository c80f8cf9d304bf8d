import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runChild } from '../util/child.mjs'
import { parseJson } from '../util/json.mjs'
import { FailedError } from '../util/outcome.mjs'
import { makeLinuxTree } from './linux-tree.mjs'

/** RPM's names of CPU architectures. */
const rpmArchs = /** @type {Readonly<Record<string, string>>} */ ({ x64: 'x86_64', arm64: 'aarch64' })

/** Libraries that Electron and the USB reader need. By library, because distributions name packages differently. */
const libraries = [
  'libX11-xcb.so.1',
  'libXss.so.1',
  'libasound.so.2',
  'libatk-bridge-2.0.so.0',
  'libatspi.so.0',
  'libdrm.so.2',
  'libgbm.so.1',
  'libgtk-3.so.0',
  'libnss3.so',
  'libudev.so.1',
  'libusb-1.0.so.0',
]

/**
 * @param {object} of
 * @param {string} of.version
 * @param {string} of.description
 * @param {string} of.tree folder with the files at their places
 */
export const specFile = ({ version, description, tree }) => `Name: lock-desk
Version: ${version.replace('-', '~')}
Release: 1
Summary: Lock Desk
License: MIT
AutoReqProv: no
${libraries.map((name) => `Requires: ${name}()(64bit)`).join('\n')}
Requires: xdg-utils

%global debug_package %{nil}
%global _build_id_links none
%global __os_install_post %{nil}
%global _binary_payload w3.zstdio

%description
${description}

%install
cp -a "${tree}/." "%{buildroot}"

%files
%defattr(-,root,root,-)
/opt/lock-desk
/usr/bin/lock-desk
/usr/lib/udev/rules.d/60-lock-desk.rules
/usr/share/applications/lock-desk.desktop
/usr/share/icons/hicolor/512x512/apps/lock-desk.png
/usr/share/doc/lock-desk

%post
if [ -S /run/udev/control ] && command -v udevadm >/dev/null; then
  udevadm control --reload-rules || true
  udevadm trigger --subsystem-match=hidraw --action=change || true
fi

%postun
if [ -S /run/udev/control ] && command -v udevadm >/dev/null; then
  udevadm control --reload-rules || true
fi
`

/** Whether this computer can build RPM packages. */
export const canMakeRpm = async () =>
  (await runChild('rpmbuild', ['--version'], { output: 'capture' }).catch(() => null))?.status === 0

/**
 * Builds the RPM package of a packed app, with the same files as the Debian package.
 * @param {object} what
 * @param {string} what.root of the project
 * @param {string} what.packed the app's folder from electron-builder
 * @param {string} what.work a working folder
 * @param {string} what.made target folder
 */
export async function makeRpm({ root, packed, work, made }) {
  const { version, description } = /** @type {{ version: string, description: string }} */ (
    parseJson(await readFile(join(root, 'package.json'), 'utf8'))
  )
  const arch = rpmArchs[process.arch] ?? process.arch
  const tree = join(work, 'rpm')
  await makeLinuxTree({ root, packed, tree })
  const spec = join(work, 'lock-desk.spec')
  await writeFile(spec, specFile({ version, description, tree }))
  const top = join(work, 'rpmbuild')
  const definitions = [
    `_topdir ${top}`,
    `_rpmdir ${made}`,
    `_rpmfilename lock-desk-${version}.${arch}.rpm`,
  ].flatMap((definition) => ['--define', definition])
  const { status, stderr } = await runChild(
    'rpmbuild',
    ['-bb', '--quiet', '--target', arch, ...definitions, spec],
    { output: 'capture' },
  )
  if (status !== 0) throw new FailedError(`rpmbuild failed:\n${stderr}`)
  for (const path of [tree, top, spec]) await rm(path, { recursive: true, force: true })
}
