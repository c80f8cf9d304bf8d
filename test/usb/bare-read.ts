import { existsSync, watch } from 'node:fs'
import { HIDAsync, devicesAsync, setDriverType } from 'node-hid'

// A minimal program that reads a newly plugged lock with the app's library: list, open, send, read. It starts
// when the node appears, and reports when it has the number.

setDriverType('hidraw')
// The library is loaded and has listed once, as in a running program.
await devicesAsync()

const request = Buffer.alloc(65)
request.set([0, 0x4c, 0x44, 0x01, 1, 2, 3, 4])

const read = async (node: string) => {
  const found = (await devicesAsync()).find(({ path }) => path === node)
  if (found?.path === undefined) return
  const device = await HIDAsync.open(found.path)
  await device.write(request)
  const answer = Buffer.from((await device.read(3000)) ?? [])
  const at = performance.timeOrigin + performance.now()
  await device.close()
  process.send?.({ number: answer.toString('latin1', 7, 17), at })
}

process.on('message', () => {
  const watcher = watch('/dev', (_, name) => {
    const node = `/dev/${name ?? ''}`
    if (!/hidraw\d+$/.test(node) || !existsSync(node)) return
    watcher.close()
    void read(node)
  })
  process.send?.({ ready: true })
})
