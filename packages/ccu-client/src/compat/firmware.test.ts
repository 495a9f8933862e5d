import { describe, expect, it } from 'vitest';
import { firmwareIn } from './firmware.js';

describe('the firmware that a report names', () => {
  it.each([
    ...['HM-CCU2', 'HM-CCU3', 'rpi3', 'rpi4', 'rpi5', 'ova', 'oci_amd64', 'oci_arm64', 'lxc_amd64', 'lxc_arm64'],
    ...['generic-x86_64', 'generic-aarch64', 'odroid-c2', 'odroid-c4', 'odroid-n2', 'tinkerboard2'],
    ...['raspmatic_rpi4', 'raspmatic_ova', 'raspmatic_oci_amd64', 'openccu_rpi5', 'raspmatic_simulator'],
  ])('has the product %s', (product) => {
    expect(firmwareIn(`VERSION=3.85.7.20251115\nPRODUCT=${product}\nPLATFORM=x\n`)).toEqual({
      version: '3.85.7.20251115',
      product,
    });
  });

  it('has nothing that is no product and no version', () => {
    for (const product of ['Meiers Haus', 'rpi4 Keller', 'LEQ1234567', 'rpi4_meier', ''])
      expect(firmwareIn(`VERSION=meier\nPRODUCT=${product}\n`)).toEqual({});
  });
});
