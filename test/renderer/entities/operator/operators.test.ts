import { describe, expect, it } from 'vitest'
import {
  knownOperators,
  maxOperators,
  withOperator,
  withoutOperator,
} from '../../../../src-renderer/entities/operator/operators'

const people = { operators: ['Li Wei', 'chen@north.example'], operatorIdentity: 'Li Wei' }

describe('operators', () => {
  it('put the current operator first', () => {
    expect(withOperator(people, 'chen@north.example')).toEqual({
      operators: ['chen@north.example', 'Li Wei'],
      operatorIdentity: 'chen@north.example',
    })
  })

  it('match a name in another case, and normalize spaces', () => {
    expect(withOperator(people, '  li   wei ')).toEqual(people)
  })

  it('have no hidden characters, and a name of nothing else is none', () => {
    expect(withOperator(people, '\u202eLi\u2066 Wei\u0007')).toEqual(people)
    expect(withOperator(people, '\u202e\u200b')).toBeNull()
  })

  it('keep the operator from before the list existed', () => {
    expect(withOperator({ operators: [], operatorIdentity: '李薇' }, '13800138000')).toEqual({
      operators: ['13800138000', '李薇'],
      operatorIdentity: '13800138000',
    })
    expect(knownOperators({ operators: [], operatorIdentity: '' })).toEqual([])
  })

  it('reject an empty name and a scanned lock', () => {
    expect(withOperator(people, ' \n ')).toBeNull()
    expect(withOperator(people, '８０００ ０００ ０１７')).toBeNull()
    expect(withOperator(people, 'ld8000000017')).toBeNull()
    expect(withOperator(people, '13800138000')).not.toBeNull()
  })

  it('clear the current operator when it is removed', () => {
    expect(withoutOperator(people, 'Li Wei')).toEqual({
      operators: ['chen@north.example'],
      operatorIdentity: '',
    })
    expect(withoutOperator(people, 'chen@north.example').operatorIdentity).toBe('Li Wei')
  })

  it('are limited to the maximum of the settings', () => {
    const many = Array.from({ length: maxOperators }, (_, index) => `person ${String(index)}`)
    const next = withOperator({ operators: many, operatorIdentity: 'person 0' }, 'new')
    expect(next?.operators).toHaveLength(maxOperators)
    expect(next?.operators[0]).toBe('new')
  })
})
