import {
  AlarmSmoke,
  Blinds,
  CloudSun,
  Cpu,
  DoorClosed,
  Droplets,
  FileInput,
  Flame,
  Gauge,
  Heater,
  type IconNode,
  Lightbulb,
  Lock,
  PersonStanding,
  Plug,
  Pointer,
  Rainbow,
  Router,
  Siren,
  Sun,
  Thermometer,
  Warehouse,
} from 'lucide';
import { Icon } from './icon.tsx';

/** Pictures by the icon that the gateway names for a type of device. */
const BY_NAME: Readonly<Record<string, IconNode>> = {
  'access-point': Router,
  remote: Pointer,
  'home-thermometer': Thermometer,
  radiator: Heater,
  'heating-coil': Flame,
  thermostat: Thermometer,
  'thermometer-water': Thermometer,
  thermometer: Thermometer,
  'weather-partly-rainy': CloudSun,
  'smoke-detector-variant-alert': AlarmSmoke,
  'smoke-detector': AlarmSmoke,
  'water-alert': Droplets,
  'door-closed': DoorClosed,
  'window-closed-variant': DoorClosed,
  'window-open-variant': DoorClosed,
  'account-eye': PersonStanding,
  'motion-sensor': PersonStanding,
  'brightness-6': Sun,
  'alarm-light': Siren,
  lock: Lock,
  garage: Warehouse,
  counter: Gauge,
  'led-strip-variant': Rainbow,
  blinds: Blinds,
  'window-shutter': Blinds,
  lightbulb: Lightbulb,
  'power-socket-eu': Plug,
  import: FileInput,
  'gesture-tap-button': Pointer,
};

/** Picture of a type of device by its `model_icon`; a plain one for types without. Decorative. */
export function DeviceGlyph({ icon = '' }: { readonly icon: string | undefined }) {
  const name = icon.replace(/^mdi:/, '');
  return <Icon of={(Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined) ?? Cpu} />;
}
