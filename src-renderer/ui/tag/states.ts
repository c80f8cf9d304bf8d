import { ArrowUpRight, Ban, CircleCheck, CircleQuestionMark, ClockAlert, Snowflake } from '@lucide/vue'
import type { Component } from 'vue'
import type { LockState } from '#shared/model/locks/lock-record'

export const stateIcons: Readonly<Record<LockState, Component>> = {
  enabled: CircleCheck,
  disabled: Ban,
  lent: ArrowUpRight,
  expired: ClockAlert,
  frozen: Snowflake,
  unknown: CircleQuestionMark,
}
