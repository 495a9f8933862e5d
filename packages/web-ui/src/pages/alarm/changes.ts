/** Events after which the state of the alarm system is read again. */
export const ALARM_CHANGES = [
  'alarm.state_changed',
  'alarm.countdown',
  'alarm.readiness_changed',
  'alarm.triggered',
  'alarm.panel_changed',
  'alarm.health_changed',
  'alarm.journal_appended',
] as const;
