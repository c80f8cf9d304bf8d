import { HIDAsync, setDriverType } from 'node-hid'
import { pause } from './gadget/until'

// Another program that uses the same lock: it sends requests with its own tags all the time and reads the
// responses.

setDriverType('hidraw')
const device = await HIDAsync.open(process.argv[2] ?? '')
device.on('error', () => process.exit(0))
device.on('data', () => undefined)
console.log('asking')
for (let count = 0; ; count += 1) {
  const request = Buffer.alloc(65)
  request.set([0, 0x4c, 0x44, 0x01])
  request.writeUInt32LE(count, 4)
  await device.write(request)
  await pause(5)
}
