import { existsSync, watch } from 'node:fs'
import { HIDAsync, devicesAsync, setDriverType } from 'node-hid'

// The least a program can do to read the lock that was just plugged in, with the library the app uses: list, open,
// ask, take the answer. It goes when the node appears, and tells when it had the number.

setDriverType('hidraw')
// The library is loaded and has listed once, as in a program that runs already.
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
