import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setUpElectron } from '../setup/electron/electron-runtime.mjs'
import { declaredVersion } from '../setup/electron/declared-electron.mjs'
import { projectRoot } from '../util/paths.mjs'
import { builderConfig } from './builder-config.mjs'
import { stageApp } from './stage.mjs'
import { updateChannel } from './update-channel.mjs'

/**
 * @typedef {object} Packing
 * @property {string} made target folder
 * @property {import('electron-builder').Configuration} config
 * @property {string} electron its version
 * @property {string | undefined} electronFolder plain Electron for the size comparison; undefined if it was
 * downloaded as a zip
 */

/** Both architectures in one run on macOS and Windows, because the update files list them together. */
const archs = process.platform === 'linux' ? [process.arch] : ['arm64', 'x64']

/**
 * Stages the app for this system and returns the configuration of electron-builder. The programs must be built.
 * @param {{ root?: string, work?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<Packing>}
 */
export async function preparePacking({
  root = projectRoot,
  work = join(root, 'out/package'),
  env = process.env,
} = {}) {
  const runtime = await setUpElectron()
  const isFallback = runtime.kind === 'fallback'
  const folder = dirname(runtime.executable)
  const electron = isFallback
    ? (await readFile(join(folder, 'version'), 'utf8')).trim()
    : declaredVersion(root)
  const channel = updateChannel(env)
  await rm(work, { recursive: true, force: true })
  stageApp({ root, to: work, system: { platform: process.platform, archs }, electron, channel })
  const config = builderConfig({
    root,
    work,
    electron,
    electronFolder: isFallback ? folder : undefined,
    channel,
    env,
  })
  const bare = process.platform === 'darwin' ? undefined : folder
  return { made: join(work, 'made'), config, electron, electronFolder: existsSync(folder) ? bare : undefined }
}

/**
 * Runs electron-builder for this system.
 * @param {Packing} packing
 * @param {readonly string[]} targets names of electron-builder
 * @param {{ prepackaged?: string, isUniversal?: boolean }} [options] a folder that is already packed; one package for both
 * architectures of a Mac
 */
export async function runBuilder({ config }, targets, { prepackaged, isUniversal = false } = {}) {
  const { Arch, build, Platform } = await import('electron-builder')
  const each = archs.map((arch) => (arch === 'arm64' ? Arch.arm64 : Arch.x64))
  const wanted = isUniversal ? [Arch.universal] : each
  await build({
    projectDir: projectRoot,
    config,
    targets: Platform.current().createTarget([...targets], ...wanted),
    publish: 'never',
    ...(prepackaged === undefined ? {} : { prepackaged }),
  })
}

/**
 * The folder of the packed app on Linux.
 * @param {Packing} packing
 */
export function unpackedFolder({ made }) {
  return join(made, process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`)
}
