import { describe, expect, it } from 'vitest';
import type { Logger } from '../ports/log.js';
import { createIconSource, iconFiles, type WebPlace } from './artwork.js';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
const AT = 1_700_000_000_000;

describe('artwork', () => {
  const catalogue = [
    'set DEV_PATHS(HmIP-BSM) {{50 /config/img/devices/50/a_thumb.png} {250 /config/img/devices/250/117_bsm.png}}',
    'set DEV_PATHS(HM-X) {{50 /config/img/devices/50/x_thumb.png}}',
    'set DEV_PATHS(EVIL) {{250 /config/img/devices/250/../../../etc/passwd.png}}',
  ].join('\n');
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1]);

  function source(files: Readonly<Record<string, Uint8Array>>) {
    let now = AT;
    const asked: string[] = [];
    const place: WebPlace = { host: 'ccu', port: 80, tls: false, insecure: false, permit() {} };
    const icons = createIconSource({
      place: async (name) => (name === 'ccu1' ? place : undefined),
      time: { now: () => now },
      log: silent,
      fetchFile: async (_place, path) => {
        asked.push(path);
        return files[path];
      },
    });
    return {
      icons,
      asked,
      pass: (ms: number) => {
        now += ms;
      },
    };
  }

  it('is found in the list that the web interface uses', () => {
    expect([...iconFiles(catalogue)]).toEqual([['hmip-bsm', '/config/img/devices/250/117_bsm.png']]);
  });

  it('is requested once, and so is a missing image, for a while', async () => {
    const text = new TextEncoder().encode(catalogue);
    const { icons, asked } = source({
      '/config/devdescr/DEVDB.tcl': text,
      '/config/img/devices/250/117_bsm.png': png,
    });
    const all = await Promise.all(Array.from({ length: 5 }, () => icons.artwork('ccu1', 'HmIP-BSM')));
    expect(all.every((icon) => icon?.bytes === png)).toBe(true);
    expect(await icons.artwork('ccu1', 'HM-X')).toBeUndefined();
    expect(await icons.artwork('none', 'HmIP-BSM')).toBeUndefined();
    expect(asked).toEqual(['/config/devdescr/DEVDB.tcl', '/config/img/devices/250/117_bsm.png']);
    const away = source({});
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    expect(away.asked).toHaveLength(1);
    away.pass(16 * 60_000);
    await away.icons.artwork('ccu1', 'HmIP-BSM');
    expect(away.asked).toHaveLength(2);
  });

  it('that is no picture is not handed out', async () => {
    const { icons } = source({
      '/config/devdescr/DEVDB.tcl': new TextEncoder().encode(catalogue),
      '/config/img/devices/250/117_bsm.png': new TextEncoder().encode('<script>'),
    });
    expect(await icons.artwork('ccu1', 'HmIP-BSM')).toBeUndefined();
  });
});
