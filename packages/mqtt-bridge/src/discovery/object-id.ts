const MARK = 'ccu-gateway';

/**
 * The id of a device at Home Assistant, of the characters that its topics allow. Devices of two CCUs, and of two gateways
 * with prefixes of their own, never share one.
 *
 * @example
 * objectIdOf('ccu', 'home', '0001D3C99C0001'); // 'ccu-gateway_ccu_home_0001D3C99C0001'
 */
export function objectIdOf(prefix: string, central: string, address: string): string {
  return [MARK, prefix, central, address].map((each, index) => (index === 0 ? each : escaped(each))).join('_');
}

/** The id of a CCU itself: it has a level more than those of devices. */
export const hubIdOf = (prefix: string, central: string): string => `${objectIdOf(prefix, central, 'hub')}_ccu`;

/** The CCU of a discovery topic of ours; undefined for all others. */
export function centralOf(topic: string, discoveryPrefix: string, prefix: string): string | undefined {
  const start = `${discoveryPrefix}/device/${MARK}_${escaped(prefix)}_`;
  if (!topic.startsWith(start) || !topic.endsWith('/config')) return undefined;
  const central = topic.slice(start.length).split('_')[0] ?? '';
  return central.replace(/-([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Anything but letters and digits as `-` and four hexadecimal digits. */
export function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) => `-${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
