/** Hue in degrees, saturation in percent, as lights have them. */
export interface HueSaturation {
  readonly hue: number;
  readonly saturation: number;
}

/** `#rrggbb` of a colour at full brightness, for the colour field of the browser. */
export function hexOf({ hue, saturation }: HueSaturation): string {
  const share = Math.min(100, Math.max(0, saturation)) / 100;
  const channel = (offset: number) => {
    const k = (offset + (((hue % 360) + 360) % 360) / 60) % 6;
    return Math.round(255 * (1 - share * Math.max(0, Math.min(k, 4 - k, 1))));
  };
  return `#${[5, 3, 1].map((offset) => channel(offset).toString(16).padStart(2, '0')).join('')}`;
}

export function hueSaturationOf(hex: string): HueSaturation {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const high = Math.max(red, green, blue);
  const span = high - Math.min(red, green, blue);
  if (span === 0) return { hue: 0, saturation: 0 };
  const sector =
    high === red
      ? ((green - blue) / span + 6) % 6
      : high === green
        ? (blue - red) / span + 2
        : (red - green) / span + 4;
  return { hue: Math.round(sector * 60) % 360, saturation: Math.round((span / high) * 100) };
}

/** Approximate screen colour of white light of this temperature (by Tanner Helland). */
export function whiteOf(kelvin: number): string {
  const t = Math.min(40_000, Math.max(1_000, kelvin)) / 100;
  const red = t <= 66 ? 255 : 329.7 * (t - 60) ** -0.133;
  const green = t <= 66 ? 99.47 * Math.log(t) - 161.12 : 288.12 * (t - 60) ** -0.0755;
  const blue = t >= 66 ? 255 : t <= 19 ? 0 : 138.52 * Math.log(t - 10) - 305.04;
  const byte = (value: number) =>
    Math.round(Math.min(255, Math.max(0, value)))
      .toString(16)
      .padStart(2, '0');
  return `#${byte(red)}${byte(green)}${byte(blue)}`;
}
