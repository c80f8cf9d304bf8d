import { describe, expect, it } from 'vitest'
import {
  knownOperators,
  mostOperators,
  withOperator,
  withoutOperator,
} from '../../../../src-renderer/features/operators/operators'

const people = { operators: ['Li Wei', 'chen@north.example'], operatorIdentity: 'Li Wei' }

describe('the operators', () => {
  it('put who comes to the desk first', () => {
    expect(withOperator(people, 'chen@north.example')).toEqual({
      operators: ['chen@north.example', 'Li Wei'],
      operatorIdentity: 'chen@north.example',
    })
  })

  it('know a person again in other letters, and take spaces for what they are', () => {
    expect(withOperator(people, '  li   wei ')).toEqual(people)
  })

  it('keep who was at the desk before there was a list', () => {
    expect(withOperator({ operators: [], operatorIdentity: '李薇' }, '13800138000')).toEqual({
      operators: ['13800138000', '李薇'],
      operatorIdentity: '13800138000',
    })
    expect(knownOperators({ operators: [], operatorIdentity: '' })).toEqual([])
  })

  it('take nobody for nobody, and a scanned lock for none', () => {
    expect(withOperator(people, ' \n ')).toBeNull()
    expect(withOperator(people, '８０００ ０００ ０１７')).toBeNull()
    expect(withOperator(people, '13800138000')).not.toBeNull()
  })

  it('leave nobody at the desk when that person is removed', () => {
    expect(withoutOperator(people, 'Li Wei')).toEqual({
      operators: ['chen@north.example'],
      operatorIdentity: '',
    })
    expect(withoutOperator(people, 'chen@north.example').operatorIdentity).toBe('Li Wei')
  })

  it('are no more than the settings take', () => {
    const many = Array.from({ length: mostOperators }, (_, index) => `person ${String(index)}`)
    const next = withOperator({ operators: many, operatorIdentity: 'person 0' }, 'new')
    expect(next?.operators).toHaveLength(mostOperators)
    expect(next?.operators[0]).toBe('new')
  })
})
