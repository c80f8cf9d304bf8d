import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { takeSignals } from '../setup/child.mjs'

/**
 * @typedef {object} VmRun
 * @property {import('./vm-image.mjs').VmImage} image
 * @property {string} share a folder of the host's that the guest can write to, as /run/share
 * @property {string} job what the guest's shell runs, as root, with the host's files around it
 * @property {number} [memoryMb]
 */

/**
 * Quiet, and without what an emulator on a busy computer fails at: its timer comes late for the check at boot, and the
 * processor's own clock is measured wrong (Documentation/admin-guide/kernel-parameters.txt).
 */
const kernelOptions =
  'console=ttyS0 quiet loglevel=1 panic=-1 no_timer_check clocksource=hpet nowatchdog mitigations=off'

/**
 * The emulator's command line. KVM only where it is asked for: on some nested hosts it aborts or hangs.
 * @param {VmRun} run
 * @param {NodeJS.ProcessEnv} [env]
 */
export function qemuArguments({ image, share, memoryMb = 2048 }, env = process.env) {
  const kvm = env.LOCK_DESK_VM_ACCELERATOR === 'kvm'
  const disk = (/** @type {string} */ id, /** @type {string} */ path, /** @type {string} */ more) => [
    ...['-fsdev', `local,id=${id},path=${path.replaceAll(',', ',,')},security_model=none,${more}`],
    ...['-device', `virtio-9p-pci,fsdev=${id},mount_tag=${id}`],
  ]
  return [
    ...['-M', 'q35', '-accel', kvm ? 'kvm' : 'tcg,thread=multi', '-cpu', kvm ? 'host' : 'max'],
    ...['-m', String(memoryMb), '-smp', '2', '-nographic', '-nodefaults', '-no-reboot'],
    ...['-serial', 'stdio', '-kernel', image.kernel, '-initrd', image.initramfs],
    ...['-append', kernelOptions],
    ...disk('host', '/', 'readonly=on,multidevs=remap'),
    ...disk('share', share, 'multidevs=remap'),
  ]
}

/** @param {VmRun} run */
async function putJob({ share, job }) {
  await mkdir(share, { recursive: true })
  await writeFile(join(share, 'job.sh'), job)
}

/**
 * Boots the guest, lets it do its job and gives every line of its console. When it is over the guest is off.
 * @param {VmRun & { limitMs: number, onLine: (line: string) => void }} run
 * @returns {Promise<'off' | 'too-long'>}
 */
export async function runVm(run) {
  await putJob(run)
  const child = spawn('qemu-system-x86_64', qemuArguments(run), { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const release = takeSignals()
  /** @type {'too-long'[]} */
  const trouble = []
  const timer = setTimeout(() => {
    trouble.push('too-long')
    kill()
  }, run.limitMs)
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', run.onLine)
  await new Promise((done) => {
    child.once('error', (error) => {
      run.onLine(`qemu could not be started: ${error.message}`)
      done(undefined)
    })
    child.once('close', done)
  })
  clearTimeout(timer)
  release()
  process.removeListener('exit', kill)
  return trouble[0] ?? 'off'
}

/**
 * Boots the guest with this terminal as its console.
 * @param {VmRun} run
 * @returns {Promise<void>}
 */
export async function openVm(run) {
  await putJob(run)
  // Keys go to the guest as they are, Ctrl-C too: Ctrl-A X ends the emulator.
  const args = qemuArguments(run).map((each) => (each === 'stdio' ? 'mon:stdio' : each))
  const release = takeSignals()
  const child = spawn('qemu-system-x86_64', args, { stdio: 'inherit' })
  await new Promise((done) => {
    child.once('error', done)
    child.once('close', done)
  })
  release()
}

/** @param {string} text */
export const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`
