import { place } from './blueprint.js';
import { inventedHub } from './invented-hub.js';
import * as bidcos from './kinds-bidcos.js';
import * as hmip from './kinds-hmip.js';
import type { DefinedDevice, DefinedHeatingGroup, HouseDefinition } from './types.js';

/** The last digits of an invented HmIP address. */
function sgtin(number: number): string {
  return `00F1C0DE${number.toString(16).toUpperCase().padStart(6, '0')}`;
}

/** An invented BidCos serial number. */
function serial(number: number): string {
  return `SIM${String(number).padStart(7, '0')}`;
}

const comfort = { SET_POINT_TEMPERATURE: 21, ACTUAL_TEMPERATURE: 20.4, LEVEL: 0.24 };

const hmipDevices: readonly DefinedDevice[] = [
  place(hmip.accessPoint, {
    address: sgtin(0xc0),
    name: 'HmIP-CCU3 Zentrale',
    values: { 0: { DUTY_CYCLE_LEVEL: 4.5, CARRIER_SENSE_LEVEL: 2 } },
  }),
  place(hmip.virtualRemote, { address: 'HmIP-RCV-1', name: 'HmIP-RCV-1' }),
  place(hmip.radiatorThermostat, {
    address: sgtin(1),
    name: 'Heizkörper Wohnzimmer',
    channelNames: { 1: 'Heizkörper Wohnzimmer Regler' },
    values: { 1: comfort },
  }),
  place(hmip.radiatorThermostat, {
    address: sgtin(2),
    name: 'Heizkörper "Schlafzimmer"',
    values: { 1: { ...comfort, SET_POINT_TEMPERATURE: 17.5, ACTUAL_TEMPERATURE: 18.1 } },
  }),
  place(hmip.radiatorThermostat, {
    address: sgtin(3),
    name: 'Heizkörper Büro & Gäste',
    values: { 1: comfort, 0: { LOW_BAT: true } },
  }),
  place(hmip.wallThermostat, {
    address: sgtin(4),
    name: 'Wandthermostat Küche',
    values: { 1: { SET_POINT_TEMPERATURE: 20.5, ACTUAL_TEMPERATURE: 20.9, HUMIDITY: 47 } },
  }),
  place(hmip.switchMeter, {
    address: sgtin(5),
    name: 'Steckdose Kühlschrank',
    channelNames: { 4: 'Kühlschrank' },
    values: { 3: { STATE: true }, 4: { STATE: true }, 7: { POWER: 62.5, ENERGY_COUNTER: 18230.4, CURRENT: 272 } },
  }),
  place(hmip.plugMeter, {
    address: sgtin(6),
    name: 'Zwischenstecker Fernseher',
    values: { 6: { POWER: 0.8, ENERGY_COUNTER: 4021.7 } },
  }),
  place(hmip.dimmer, { address: sgtin(7), name: 'Dimmer Esstisch', channelNames: { 4: 'Licht über dem Esstisch' } }),
  place(hmip.shutter, { address: sgtin(8), name: 'Rollladen Süd', values: { 3: { LEVEL: 1 }, 4: { LEVEL: 1 } } }),
  place(hmip.shutter, {
    address: sgtin(9),
    name: 'Rollladen Straße',
    values: { 3: { LEVEL: 0.5 }, 4: { LEVEL: 0.5 } },
  }),
  place(hmip.blind, {
    address: sgtin(10),
    name: 'Jalousie Wintergarten',
    values: { 3: { LEVEL: 1, LEVEL_2: 0.5 }, 4: { LEVEL: 1, LEVEL_2: 0.5 } },
  }),
  place(hmip.notificationSwitch, {
    address: sgtin(11),
    name: 'Lichtschalter mit Signalleuchten',
    channelNames: { 8: 'Signal oben', 12: 'Signal unten' },
  }),
  place(hmip.colorLight, {
    address: sgtin(12),
    name: 'Lichtband "Regenbogen"',
    values: { 1: { COLOR_TEMPERATURE: 2700 } },
  }),
  place(hmip.windowContact, { address: sgtin(13), name: 'Fenster Küche' }),
  place(hmip.windowContact, { address: sgtin(14), name: 'Haustür', channelNames: { 1: 'Haustür Kontakt' } }),
  place(hmip.windowHandle, { address: sgtin(15), name: 'Fenstergriff Büro' }),
  place(hmip.motionSensor, {
    address: sgtin(16),
    name: 'Bewegungsmelder Flur',
    values: { 1: { ILLUMINATION: 84.2, CURRENT_ILLUMINATION: 84.2 } },
  }),
  place(hmip.outdoorClimate, {
    address: sgtin(17),
    name: 'Außenfühler Nord',
    values: { 1: { ACTUAL_TEMPERATURE: 6.3, HUMIDITY: 81 } },
  }),
  place(hmip.wallRemote, {
    address: sgtin(18),
    name: 'Wandtaster Flur',
    channelNames: { 1: 'Alles aus', 2: 'Guten Morgen' },
  }),
  place(hmip.smokeDetector, { address: sgtin(19), name: 'Rauchmelder Obergeschoß' }),
  place(hmip.doorLock, { address: sgtin(20), name: 'Türschloss Haustür' }),
  place(hmip.siren, { address: sgtin(21), name: 'Sirene Flur' }),
  place(hmip.garageDoor, { address: sgtin(22), name: 'Garagentor' }),
  place(hmip.waterSensor, { address: sgtin(23), name: 'Wassermelder Waschküche' }),
  place(hmip.display, { address: sgtin(24), name: 'Anzeige Küche' }),
  place(hmip.waterSwitch, { address: sgtin(25), name: 'Bewässerung Hochbeet' }),
  place(hmip.windowContact, { address: sgtin(26), name: 'HmIP-SWDO 00F1C0DE00001A', inInbox: true }),
];

const newerHmipDevices: readonly DefinedDevice[] = [
  place(hmip.soundPlayer, { address: sgtin(27), name: 'Gong Diele', channelNames: { 2: 'Gong', 6: 'Gong Licht' } }),
  place(hmip.doorLockPro, { address: sgtin(28), name: 'Türschloss Werkstatt' }),
  place(hmip.plug, { address: sgtin(29), name: 'Lampe Lesesessel' }),
];

const bidcosDevices: readonly DefinedDevice[] = [
  place(bidcos.virtualRemote, { address: 'BidCoS-RF', name: 'HM-RCV-50 BidCoS-RF' }),
  place(bidcos.switchActor, { address: serial(1), name: 'Licht Keller', channelNames: { 1: 'Licht Keller' } }),
  place(bidcos.dimmer, { address: serial(2), name: 'Dimmer Flur <oben>' }),
  place(bidcos.blind, { address: serial(3), name: 'Rollladen Gästezimmer', values: { 1: { LEVEL: 0.3 } } }),
  place(bidcos.slats, { address: serial(4), name: 'Jalousie Küche' }),
  place(bidcos.contact, { address: serial(5), name: 'Kellertür' }),
  place(bidcos.handle, { address: serial(6), name: 'Fenstergriff Dachboden', values: { 0: { STICKY_UNREACH: true } } }),
  place(bidcos.remote, { address: serial(7), name: 'Handsender Jürgen' }),
  place(bidcos.climateSensor, {
    address: serial(8),
    name: 'Wetter Garten',
    values: { 1: { TEMPERATURE: 5.8, HUMIDITY: 84 } },
  }),
  place(bidcos.doorLock, { address: serial(9), name: 'KeyMatic Nebeneingang' }),
  place(bidcos.switchMeter, {
    address: serial(10),
    name: 'Waschmaschine',
    values: { 2: { POWER: 1.9, ENERGY_COUNTER: 52110.3 } },
  }),
  place(bidcos.radiatorThermostat, {
    address: serial(11),
    name: 'Heizung Gästezimmer',
    values: { 4: { ACTUAL_TEMPERATURE: 19.2, SET_TEMPERATURE: 19, VALVE_STATE: 12 } },
  }),
];

const newerBidcosDevices: readonly DefinedDevice[] = [
  place(bidcos.dualWhite, { address: serial(12), name: 'Deckenlicht Bad' }),
];

const [GROUND_FLOOR, GUESTS] = ['Heizgruppe Erdgeschoß', 'Heizgruppe Gäste'] as const;

/**
 * The heating groups of the invented installation with their members.
 *
 * @example
 * const ccu = await startSimulator({ house: { ...inventedHouse(), heatingGroups: inventedHeatingGroups } });
 */
export const inventedHeatingGroups: readonly DefinedHeatingGroup[] = [
  { id: 1, name: GROUND_FLOOR, typeId: 'hmip.heating', members: [sgtin(1), sgtin(4)] },
  { id: 2, name: GUESTS, typeId: 'HomeMatic.heating', members: [serial(11)] },
];

const otherDevices: readonly DefinedDevice[] = [
  place(hmip.heatingGroup, { address: 'INT0000001', name: GROUND_FLOOR, values: { 1: comfort } }),
  place(bidcos.heatingGroup, { address: 'INT0000002', name: GUESTS }),
  place(bidcos.wiredColorLight, { address: 'SIW0000009', name: 'Lichtsteuerung Küche' }),
  place(bidcos.wiredSwitch, { address: 'SIW0000001', name: 'Hutschiene Werkstatt' }),
  place(bidcos.cuxSwitch, { address: 'CUX2801001', name: 'CUxD Funksteckdose' }),
  place(bidcos.cuxWeather, {
    address: 'CUX0200001',
    name: 'CUxD Thermometer Gewächshaus',
    values: { 1: { TEMPERATURE: 14.5, HUMIDITY: 66 } },
  }),
  place(bidcos.cuxKey, { address: 'CUX1200001', name: 'CUxD Taster' }),
];

/**
 * The default installation: invented addresses, German names, every kind of device once or more.
 *
 * @example
 * const house = inventedHouse();
 * const ccu = await startSimulator({ house: { ...house, programs: [] } });
 */
export function inventedHouse(): HouseDefinition {
  return {
    name: 'Haus Simulant',
    serial: 'SIM0000000',
    version: '3.83.6.20250705',
    devices: [...hmipDevices, ...newerHmipDevices, ...bidcosDevices, ...newerBidcosDevices, ...otherDevices],
    ...inventedHub({ sgtin, serial }),
  };
}
