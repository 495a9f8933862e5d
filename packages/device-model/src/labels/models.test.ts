import { describe, expect, it } from 'vitest';
import { modelFace } from '../model/device-models.js';

describe('common names of devices', () => {
  it.each([
    ['HmIP-eTRV-2', 'Heizkörperthermostat'],
    ['HM-CC-RT-DN', 'Heizkörperthermostat'],
    ['HmIP-STHD', 'Wandthermostat'],
    ['HmIPW-STH', 'Temperatursensor'],
    ['HmIP-SWD', 'Wassersensor'],
    ['HmIP-SWDM', 'Tür- und Fensterkontakt'],
    ['HmIP-SWSD', 'Rauchwarnmelder'],
    ['HmIP-SWO-PR', 'Wettersensor'],
    ['HmIP-BSL', 'Farblichtaktor'],
    ['HmIP-BSM', 'Schalt-Mess-Aktor'],
    ['HMIP-PSM', 'Schalt-Mess-Aktor'],
    ['HmIP-FBL', 'Jalousieaktor'],
    ['HM-LC-Bl1-FM', 'Rollladenaktor'],
    ['HmIP-RCV-50', 'Virtuelle Fernbedienung'],
    ['HmIP-DLD', 'Türschlossantrieb'],
  ])('%s is a %s', (model, label) => {
    expect(modelFace(model)?.de).toBe(label);
    expect(modelFace(model)?.icon).toMatch(/^mdi:[a-z-]+$/);
  });

  it('is left open for types that are not known', () => {
    expect(modelFace('CUX2801001')).toBeUndefined();
  });
});
