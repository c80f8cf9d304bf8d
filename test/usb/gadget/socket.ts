import { readFile, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** How many devices can be plugged in at once: `num` of the module dummy_hcd, see scripts/usb/init.sh. */
export const sockets = 12

const taken = new Set<number>()

/** The first free socket, or the one asked for; each is a host controller with one port. */
export const takeSocket = (wanted?: number): number => {
  const all = [...Array(sockets).keys()]
  const free = wanted ?? all.find((socket) => !taken.has(socket))
  if (free === undefined || taken.has(free)) throw new Error(`no free socket (${String(wanted ?? 'any')})`)
  taken.add(free)
  return free
}

export const leaveSocket = (socket: number): void => void taken.delete(socket)

export const controllerOf = (socket: number): string => `dummy_udc.${socket}`

/** The hidraw nodes of what is plugged into a socket (`/dev/hidraw3`), in the order the kernel made them. */
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

/** What the kernel says of the controller: `configured` once the host has taken the device. */
export const controllerState = async (socket: number): Promise<string> =>
  (await readFile(`/sys/class/udc/${controllerOf(socket)}/state`, 'utf8').catch(() => '')).trim()
