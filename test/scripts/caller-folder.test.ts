import { describe, expect, it } from 'vitest'
import { callerFolder } from '../../scripts/util/caller-folder.mjs'

describe('callerFolder', () => {
  it('is the folder where npm was called', () => {
    expect(callerFolder('call', { npm_lifecycle_event: 'call', INIT_CWD: '/somewhere' })).toBe('/somewhere')
  })

  it('is the project folder without npm and below another script', () => {
    expect(callerFolder('call', {})).toBe(process.cwd())
    expect(callerFolder('call', { npm_lifecycle_event: 'test', INIT_CWD: '/somewhere' })).toBe(process.cwd())
  })
})
