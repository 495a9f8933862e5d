/** Common names of a device type. */
export interface ModelFace {
  readonly de: string;
  readonly en: string;
  /** A Material Design name. */
  readonly icon: string;
}

type Row = readonly [pattern: RegExp, icon: string, de: string, en: string];

/** Name and icon of a device type, by its model name. First match wins; a model without a match has none. */
const MODELS: readonly Row[] = [
  [
    /^HmIP-(CCU\d|HAP|DRAP)|^HmIPW-DRAP|^RPI-RF-MOD/i,
    'mdi:access-point',
    'Zentrale oder Zugangspunkt',
    'Central unit or access point',
  ],
  [/RCV-50|^HM-RC-19/, 'mdi:remote', 'Virtuelle Fernbedienung', 'Virtual remote control'],
  [/^HmIP-HEATING|VG-1$/, 'mdi:home-thermometer', 'Heizungsgruppe', 'Heating group'],
  [/eTRV|CC-RT-DN|CC-VD/, 'mdi:radiator', 'Heizkörperthermostat', 'Radiator thermostat'],
  [/FAL|FALMOT|^HmIP-MIOB/, 'mdi:heating-coil', 'Fußbodenheizungsaktor', 'Floor heating actuator'],
  [/B?WTH|-STHD|CC-TC|TC-IT-WM/, 'mdi:thermostat', 'Wandthermostat', 'Wall thermostat'],
  [/-STHO|WDS10-TH|WDS40/, 'mdi:thermometer-water', 'Temperatur- und Feuchtesensor', 'Temperature and humidity sensor'],
  [/SWO|WDS100/, 'mdi:weather-partly-rainy', 'Wettersensor', 'Weather sensor'],
  [/-STH|-STE|-STV/, 'mdi:thermometer', 'Temperatursensor', 'Temperature sensor'],
  [/Sec-SD(-2)?-Team/, 'mdi:smoke-detector-variant-alert', 'Rauchmeldergruppe', 'Smoke detector team'],
  [/SWSD|Sec-SD/, 'mdi:smoke-detector', 'Rauchwarnmelder', 'Smoke detector'],
  [/-SWD$|Sec-WDS/, 'mdi:water-alert', 'Wassersensor', 'Water sensor'],
  [/SWDO|SWDM|Sec-SC|Sec-SCo|Sen-SC/i, 'mdi:door-closed', 'Tür- und Fensterkontakt', 'Door and window contact'],
  [/-SRH|Sec-RHS/, 'mdi:window-closed-variant', 'Drehgriffkontakt', 'Window handle sensor'],
  [/-SPI/, 'mdi:account-eye', 'Präsenzmelder', 'Presence detector'],
  [/-SMI|-SMO|Sec-MDIR|Sen-MDIR/, 'mdi:motion-sensor', 'Bewegungsmelder', 'Motion detector'],
  [/-SLO|Sen-LI/, 'mdi:brightness-6', 'Lichtsensor', 'Light sensor'],
  [/-ASIR|Sec-Sir|OU-CFM/, 'mdi:alarm-light', 'Alarmsirene', 'Alarm siren'],
  [/-DLD|Sec-Key/, 'mdi:lock', 'Türschlossantrieb', 'Door lock drive'],
  [/Sec-Win/, 'mdi:window-open-variant', 'Fensterantrieb', 'Window drive'],
  [/MOD-HO|MOD-TM|WGC/, 'mdi:garage', 'Torantrieb', 'Garage door drive'],
  [/-ESI|ES-TX/, 'mdi:counter', 'Zählersensor', 'Meter sensor'],
  [/RGBW|-BSL|LSC/, 'mdi:led-strip-variant', 'Farblichtaktor', 'Color light actuator'],
  [/-[BFP]?BL|BBL|FBL|LC-Ja|DRBL/, 'mdi:blinds', 'Jalousieaktor', 'Blind actuator'],
  [/BROLL|FROLL|LC-Bl/, 'mdi:window-shutter', 'Rollladenaktor', 'Shutter actuator'],
  [/BDT|FDT|PDT|DRD|LC-Dim/, 'mdi:lightbulb', 'Dimmaktor', 'Dimmer'],
  [/PSM|BSM|FSM|DRSI\d?M|ES-PMSw/i, 'mdi:power-socket-eu', 'Schalt-Mess-Aktor', 'Switch with power meter'],
  [/^HmIPW-DRI|^HmIPW-FIO|FCI|IO-12|^HMW-Sen/, 'mdi:import', 'Eingangsmodul', 'Input module'],
  [/-PS|BS2|FSI|DRS|PCBS|LC-Sw|-WHS|MOD-OC/, 'mdi:power-socket-eu', 'Schaltaktor', 'Switch actuator'],
  [/KRC|RC-Key|RC-4|RC8|RC-\d/, 'mdi:remote', 'Fernbedienung', 'Remote control'],
  [/WRC|BRC|PB-\d|WGS|FCI/, 'mdi:gesture-tap-button', 'Wandtaster', 'Wall-mount button'],
];

/** Undefined for types without a name in the table: the type itself is shown then. */
export function modelFace(model: string): ModelFace | undefined {
  const row = MODELS.find(([pattern]) => pattern.test(model));
  if (row === undefined) return undefined;
  const [, icon, de, en] = row;
  return { icon, de, en };
}
