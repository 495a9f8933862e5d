/**
 * Meanings that the signal of a sender can have. A `key` is pressed short or long. A `contact`, a `condition` and a
 * `motion` detector send one value: open or closed, met or not, or the brightness. A `measure` sends a measured value.
 */
export type SenderKind = 'key' | 'contact' | 'condition' | 'motion' | 'measure';

const BY_TYPE: readonly (readonly [type: RegExp, kind: SenderKind])[] = [
  [/MOTION|PRESENCE/, 'motion'],
  [/SHUTTER_CONTACT|ROTARY_HANDLE|SENSOR_WINDOW|TILT_SENSOR|DOOR_STATE|LOCK_STATE/, 'contact'],
  [/^WEATHER|_BRIGHTNESS$|_TEMPERATURE$|_HUMIDITY$|_WIND_|_RAIN_|LUXMETER/, 'measure'],
  [/KEY|REMOTE|DISPLAY_.*INPUT|ROTARY_CONTROL|SWITCH_INTERFACE|PULSE_SENSOR|^INPUT_OUTPUT$|^ACCESS_TRANS/, 'key'],
];

/**
 * Meanings of a sender by its type and roles. An input for switches and contacts has several.
 *
 * @example
 * senderKinds('KEY_TRANSCEIVER', ['REMOTE_CONTROL']); // Set { 'key' }
 */
export function senderKinds(type: string, roles: readonly string[]): ReadonlySet<SenderKind> {
  const found = new Set<SenderKind>(BY_TYPE.filter(([pattern]) => pattern.test(type)).map(([, kind]) => kind));
  if (roles.includes('REMOTE_CONTROL')) found.add('key');
  if (roles.includes('WINDOW_SWITCH')) found.add('contact');
  if (found.size === 0) found.add('condition');
  return found;
}
