import type { UiHint } from '@ccu-gateway/contract/types';
import type { Descriptor } from '../values/descriptor.js';

/** First match wins; the type decides without a match. Icons are Material Design names. */
const BY_NAME: readonly (readonly [RegExp, UiHint])[] = [
  [/TEMPERATURE|SETPOINT|DEW_POINT|FROST_POINT/, { icon: 'mdi:thermometer', semantic: 'temperature' }],
  [/HUMIDITY|MOISTURE/, { icon: 'mdi:water-percent', semantic: 'humidity' }],
  [/LOW_?BAT|BATTERY|OPERATING_VOLTAGE/, { icon: 'mdi:battery', semantic: 'battery' }],
  [/UNREACH|RSSI|DUTY_?CYCLE|CARRIER_SENSE/, { icon: 'mdi:signal', semantic: 'connectivity' }],
  [/SABOTAGE/, { icon: 'mdi:shield-alert', semantic: 'tamper' }],
  [/SMOKE|TEAM_ALARM/, { icon: 'mdi:smoke-detector', semantic: 'smoke' }],
  [/WATERLEVEL|ALARMSTATE/, { icon: 'mdi:water-alert', semantic: 'water' }],
  [/MOTION/, { icon: 'mdi:motion-sensor', semantic: 'motion' }],
  [/PRESENCE/, { icon: 'mdi:account', semantic: 'presence' }],
  [/WINDOW/, { icon: 'mdi:window-open-variant', semantic: 'window' }],
  [/DOOR/, { icon: 'mdi:garage', semantic: 'door' }],
  [/LOCK/, { icon: 'mdi:lock', semantic: 'lock' }],
  [/ILLUMINATION|BRIGHTNESS|^LUX$/, { icon: 'mdi:brightness-6', semantic: 'illuminance' }],
  [/RAIN/, { icon: 'mdi:weather-rainy', semantic: 'rain' }],
  [/WIND/, { icon: 'mdi:weather-windy', semantic: 'wind' }],
  [/SUNSHINE/, { icon: 'mdi:weather-sunny', semantic: 'sunshine' }],
  [/^PRESS/, { icon: 'mdi:gesture-tap-button', semantic: 'button' }],
  [/^ERROR|SENSOR_ERROR/, { icon: 'mdi:alert-circle', semantic: 'problem' }],
  [/ENERGY_COUNTER/, { icon: 'mdi:counter', semantic: 'energy' }],
  [/^HUE$|COLOR|SATURATION/, { icon: 'mdi:palette', semantic: 'color' }],
];

const BY_UNIT: Readonly<Record<string, UiHint>> = {
  '°C': { icon: 'mdi:thermometer', semantic: 'temperature' },
  V: { icon: 'mdi:sine-wave', semantic: 'voltage' },
  mA: { icon: 'mdi:current-ac', semantic: 'current' },
  W: { icon: 'mdi:flash', semantic: 'power' },
  Wh: { icon: 'mdi:counter', semantic: 'energy' },
  Hz: { icon: 'mdi:sine-wave', semantic: 'frequency' },
  'm³': { icon: 'mdi:meter-gas', semantic: 'gas' },
  'm³/h': { icon: 'mdi:meter-gas', semantic: 'gas' },
  s: { icon: 'mdi:timer-outline', semantic: 'duration' },
  min: { icon: 'mdi:timer-outline', semantic: 'duration' },
  '%': { icon: 'mdi:percent', semantic: 'level' },
};

const BY_TYPE: Readonly<Record<string, UiHint>> = {
  BOOL: { icon: 'mdi:toggle-switch', semantic: 'state' },
  ACTION: { icon: 'mdi:gesture-tap-button', semantic: 'button' },
  ENUM: { icon: 'mdi:format-list-bulleted', semantic: 'selection' },
  STRING: { icon: 'mdi:text', semantic: 'text' },
};

/** True for the alarm of a BidCos smoke detector, or of a team of them; the name of the parameter reveals nothing. */
const isSmokeAlarm = (parameter: string, { type, control }: Descriptor): boolean =>
  parameter === 'STATE' && type === 'BOOL' && control === 'DANGER.STATE';

export function uiHint(parameter: string, descriptor: Descriptor): UiHint {
  if (isSmokeAlarm(parameter, descriptor)) return { icon: 'mdi:smoke-detector', semantic: 'smoke' };
  const named = BY_NAME.find(([pattern]) => pattern.test(parameter));
  if (named !== undefined) return named[1];
  return BY_UNIT[descriptor.unit ?? ''] ?? BY_TYPE[descriptor.type] ?? { icon: 'mdi:numeric', semantic: 'number' };
}
