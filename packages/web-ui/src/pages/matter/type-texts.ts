import { defineTexts } from '../../i18n/texts.js';

/** Names of things in a home, by Matter device type. */
export const typeTexts = defineTexts({
  AirQualitySensor: { en: 'Air quality', de: 'Luftqualität' },
  BridgedNode: { en: 'Several functions', de: 'Mehrere Funktionen' },
  ColorTemperatureLight: { en: 'White light, warm to cold', de: 'Weißes Licht, warm bis kalt' },
  ContactSensor: { en: 'Contact', de: 'Kontakt' },
  DimmableLight: { en: 'Dimmable light', de: 'Dimmbares Licht' },
  DoorLock: { en: 'Lock', de: 'Türschloss' },
  ExtendedColorLight: { en: 'Colour light', de: 'Farbiges Licht' },
  GenericSwitch: { en: 'Button', de: 'Taster' },
  HumiditySensor: { en: 'Humidity', de: 'Luftfeuchte' },
  LightSensor: { en: 'Brightness', de: 'Helligkeit' },
  OccupancySensor: { en: 'Motion', de: 'Bewegung' },
  OnOffLight: { en: 'Light', de: 'Licht' },
  OnOffPlugInUnit: { en: 'Plug', de: 'Steckdose' },
  PressureSensor: { en: 'Air pressure', de: 'Luftdruck' },
  RainSensor: { en: 'Rain', de: 'Regen' },
  SmokeCoAlarm: { en: 'Smoke alarm', de: 'Rauchmelder' },
  TemperatureSensor: { en: 'Temperature', de: 'Temperatur' },
  Thermostat: { en: 'Thermostat', de: 'Thermostat' },
  WaterLeakDetector: { en: 'Leak', de: 'Wasserleck' },
  WaterValve: { en: 'Valve', de: 'Wasserventil' },
  WindowCovering: { en: 'Shutter or blind', de: 'Rollladen oder Jalousie' },
});

/** True for a device type with a text here; a newer gateway may have more. */
export const isKnownType = (name: string): name is keyof typeof typeTexts => Object.hasOwn(typeTexts, name);
