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

/** Events after which the overview over dangers and faults is read again. */
export const SECURITY_CHANGES = ['security.state_changed', 'security.class_changed', 'security.fault_changed'] as const;
