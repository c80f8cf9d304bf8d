import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { handleSignals } from '../util/child.mjs'

/**
 * @typedef {object} VmRun
 * @property {import('./vm-image.mjs').VmImage} image
 * @property {string} share a folder of the host that the guest can write to, as /run/share
 * @property {string} job shell commands that the guest runs as root on the host's files
 * @property {number} [memoryMb]
 */

/**
 * Quiet, and without checks that fail in an emulator on a busy computer: the timer check at boot and the
 * calibration of the CPU's clock (Documentation/admin-guide/kernel-parameters.txt).
 */
const kernelOptions =
  'console=ttyS0 quiet loglevel=1 panic=-1 no_timer_check clocksource=hpet nowatchdog mitigations=off'

/**
 * The emulated processor lacks AVX2: with it, Chromium's software compositor crashes in a gather instruction of QEMU 7.2
 * until Chromium gives up.
 */
const emulatedCpu = 'max,avx2=off'

/**
 * The emulator's command line. KVM only on request, because it aborts or hangs on some nested hosts.
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
    ...['-M', 'q35', '-accel', kvm ? 'kvm' : 'tcg,thread=multi', '-cpu', kvm ? 'host' : emulatedCpu],
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
 * Boots the guest, runs its job and passes on each line of its console. The guest is off when the promise
 * resolves.
 * @param {VmRun & { limitMs: number, onLine: (line: string) => void }} run
 * @returns {Promise<'off' | 'too-long'>}
 */
export async function runVm(run) {
  await putJob(run)
  const child = spawn('qemu-system-x86_64', qemuArguments(run), { stdio: ['ignore', 'pipe', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const release = handleSignals()
  /** @type {'too-long'[]} */
  const problems = []
  const timer = setTimeout(() => {
    problems.push('too-long')
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
  return problems[0] ?? 'off'
}

/**
 * Boots the guest with this terminal as its console.
 * @param {VmRun} run
 * @returns {Promise<void>}
 */
export async function openVm(run) {
  await putJob(run)
  // Sends all keys to the guest, including Ctrl-C. Ctrl-A X ends the emulator.
  const args = qemuArguments(run).map((each) => (each === 'stdio' ? 'mon:stdio' : each))
  const release = handleSignals()
  const child = spawn('qemu-system-x86_64', args, { stdio: 'inherit' })
  await new Promise((done) => {
    child.once('error', done)
    child.once('close', done)
  })
  release()
}

/** @param {string} text */
export const quoteForShell = (text) => `'${text.replaceAll("'", "'\\''")}'`
