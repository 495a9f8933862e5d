import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  degreesOfHue,
  hueStepOf,
  percentOfSaturation,
  pointOf,
  saturationStepOf,
  tintOf,
  tintOfKelvin,
} from './color.js';
import {
  brightnessOf,
  closedHundredths,
  degreesOf,
  hundredths,
  illuminanceOf,
  levelOf,
  openPercent,
  reciprocalMega,
} from './convert.js';

const anything = fc.oneof(fc.anything(), fc.double(), fc.integer());

describe('levels of lights', () => {
  it('come back as they were, whichever way they go', () => {
    for (let level = 1; level <= 254; level += 1) expect(levelOf(brightnessOf(level))).toBe(level);
    expect([brightnessOf(0), brightnessOf(254)]).toEqual([0, 255]);
  });

  it('are none for a light that is off, and for a value that is no number', () => {
    for (const nothing of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '255', null, undefined]) {
      expect(levelOf(nothing)).toBeUndefined();
    }
  });
});

describe('positions', () => {
  it('count how far something is closed for Matter, and how far it is open for a CCU', () => {
    expect(closedHundredths(100)).toBe(0);
    expect(closedHundredths(0)).toBe(10_000);
    expect(closedHundredths(30)).toBe(7000);
    expect([openPercent(0), openPercent(10_000), openPercent(7000)]).toEqual([100, 0, 30]);
  });

  it('come back as they were', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        (position) => closedHundredths(openPercent(position)) === position,
      ),
    );
  });
});

describe('temperatures', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 12_500 }), (value) => hundredths(degreesOf(value), -50, 125) === value),
    );
  });

  it('are none outside of the range', () => {
    expect(hundredths(3276.7, -50, 125)).toBeUndefined();
    expect(hundredths(-3276.8, -50, 125)).toBeUndefined();
  });
});

describe('illuminance', () => {
  it('is logarithmic, and 0 below the measurable range', () => {
    expect([0, 0.4, 1, 10, 100, 10_000].map(illuminanceOf)).toEqual([0, 0, 1, 10_001, 20_001, 40_001]);
    expect(illuminanceOf(-1)).toBeUndefined();
  });

  it('is restored within the resolution of its steps', () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 100_000, noNaN: true }), (lux) => {
        const back = 10 ** (((illuminanceOf(lux) ?? 0) - 1) / 10_000);
        return Math.abs(back - lux) / lux < 0.001;
      }),
    );
  });
});

describe('colours', () => {
  it('come back as they were as hue, and within half a percent as saturation', () => {
    for (let step = 0; step <= 254; step += 1) {
      expect(hueStepOf(degreesOfHue(step))).toBe(step);
      expect(saturationStepOf(percentOfSaturation(step))).toBe(step);
    }
  });

  it('come back from the diagram within a degree and a percent, where they are colours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 20, max: 100 }), (hue, saturation) => {
        const back = tintOf(pointOf({ hue, saturation }));
        const off = Math.abs(back.hue - hue);
        expect(Math.min(off, 360 - off)).toBeLessThanOrEqual(1);
        expect(Math.abs(back.saturation - saturation)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of the diagram are always some that a light can show', () => {
    const coordinate = fc.integer({ min: 0, max: 65_279 });
    fc.assert(
      fc.property(coordinate, coordinate, (x, y) => {
        const { hue, saturation } = tintOf({ x, y });
        return hue >= 0 && hue < 360 && saturation >= 0 && saturation <= 100;
      }),
    );
  });

  it('imitate warm white by orange and daylight by nearly nothing', () => {
    const warm = tintOfKelvin(2200);
    expect(warm.hue).toBeGreaterThan(20);
    expect(warm.hue).toBeLessThan(45);
    expect(warm.saturation).toBeGreaterThan(40);
    expect(tintOfKelvin(6500).saturation).toBeLessThan(8);
  });

  it('have temperatures that are restored within the resolution of a mired', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 10_000 }), (kelvin) => {
        const mired = reciprocalMega(kelvin);
        return Math.abs(reciprocalMega(mired) - kelvin) <= (1_000_000 / mired ** 2) * 0.51 + 1;
      }),
    );
  });
});

it('never throws and never leaves its range, for any input', () => {
  fc.assert(
    fc.property(anything, (value) => {
      const within = (result: number | undefined, min: number, max: number) =>
        result === undefined || (Number.isInteger(result) && result >= min && result <= max);
      return (
        within(levelOf(value), 1, 254) &&
        within(closedHundredths(value), 0, 10_000) &&
        within(hundredths(value, -50, 125), -5000, 12_500) &&
        within(illuminanceOf(value), 0, 65_534) &&
        within(hueStepOf(value), 0, 254) &&
        within(saturationStepOf(value), 0, 254)
      );
    }),
  );
});
