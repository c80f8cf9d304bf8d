import { readFile, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The maximum number of plugged devices: `num` of the module dummy_hcd, see scripts/usb/init.sh. */
export const sockets = 12

const usedPorts = new Set<number>()

/** The first free socket, or the given one; each is a host controller with one port. */
export const takeSocket = (wanted?: number): number => {
  const all = [...Array(sockets).keys()]
  const free = wanted ?? all.find((socket) => !usedPorts.has(socket))
  if (free === undefined || usedPorts.has(free))
    throw new Error(`no free socket (${String(wanted ?? 'any')})`)
  usedPorts.add(free)
  return free
}

export const leaveSocket = (socket: number): void => void usedPorts.delete(socket)

export const controllerOf = (socket: number): string => `dummy_udc.${socket}`

/** The hidraw nodes of a socket's device (`/dev/hidraw3`), in the kernel's order. */
export const nodesIn = async (socket: number): Promise<string[]> => {
  const folder = '/sys/class/hidraw'
  const names = await readdir(folder).catch(() => [])
  const seats = await Promise.all(
    names.map(async (name) => ({ name, seat: await readlink(join(folder, name)).catch(() => '') })),
  )
  return seats
    .filter(({ seat }) => seat.includes(`/dummy_hcd.${socket}/`))
    .map(({ name }) => `/dev/${name}`)
    .sort()
}

/** The kernel's state of the controller: `configured` once the host uses the device. */
export const controllerState = async (socket: number): Promise<string> =>
  (await readFile(`/sys/class/udc/${controllerOf(socket)}/state`, 'utf8').catch(() => '')).trim()
