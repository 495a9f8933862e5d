/** Why something cannot be shown, or is not shown unless it is chosen; the words of a code may change, the code never. */
export const REASONS = {
  access_right: 'It holds the right to open a door, which is no matter for a home app.',
  alarm_system_state: 'The arming of an alarm system has no counterpart in Matter.',
  copy_of_member: 'It repeats a device of the group, which is shown by itself.',
  device_setting: 'It is a setting of the device, not something that people operate.',
  failed: 'The gateway could not recognise it. See the incidents.',
  floor_heating_valve:
    'The valves of a floor heating follow the thermostats of the rooms, which are shown by themselves.',
  internal_state: 'It is the state of a part inside the device, which is not operated from outside.',
  no_data: 'It has no values that could be shown.',
  no_matter_type: 'Matter has no device type for its values.',
  over_limit: 'The system that the bridge is shown to takes no more endpoints.',
  partly: 'Matter has no counterpart for a part of it.',
  text_display: 'Matter has no device type for texts on a display.',
  unknown_to_profile: 'The system that the bridge is shown to does not know the device type.',
} as const;

/** Why something is not shown unless it is chosen. */
export const HELD_BACK = {
  hidden: 'The channel is hidden.',
  key_of_actor: 'The key belongs to an actor that is shown by itself.',
  loud: 'It is a siren or a chime, and would sound when everything is switched on.',
  security: 'It opens a door or a gate.',
  virtual_key: 'It is a key of a virtual remote control, which is made for programs.',
  water: 'It lets water flow.',
} as const;

export type ReasonCode = keyof typeof REASONS;
export type HeldBackCode = keyof typeof HELD_BACK;
