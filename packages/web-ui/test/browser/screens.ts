import { withBridge } from './matter-double.js';
import type { Look, Role, VisitOptions } from './world.js';

/** A screen that is looked at in every language, theme and width. Each page of the registry has one at least. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** Default: admin. */
  readonly role?: Role;
  /** Stands for a part of the gateway that the demo does not run. */
  readonly prepare?: NonNullable<VisitOptions['prepare']>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: '/' },
  { name: 'devices', path: '/devices' },
  { name: 'api-reference', path: '/api-reference?open=setDataPointValue&q=value' },
  // The matrix has connected a broker.
  { name: 'mqtt', path: '/mqtt?device=demo/00F1C0DE00000C' },
  {
    name: 'matter',
    path: '/matter',
    prepare: async (page) => {
      await withBridge(page);
    },
  },
  { name: 'messages', path: '/messages' },
  { name: 'system', path: '/system' },
  { name: 'system-viewer', path: '/system', role: 'viewer' },
  {
    name: 'devices-filtered',
    path: '/devices?state=reachable&columns=name,room,.ACTUAL_TEMPERATURE,rssi&sort=-.ACTUAL_TEMPERATURE',
  },
  { name: 'device-light', path: '/devices/demo/00F1C0DE00000C' },
  { name: 'device-thermostat', path: '/devices/demo/00F1C0DE000001', role: 'viewer' },
  { name: 'device-configure', path: '/devices/demo/00F1C0DE000001/configure?channel=1' },
  { name: 'device-links', path: '/devices/demo/00F1C0DE000012/links' },
  { name: 'device-schedule', path: '/devices/demo/00F1C0DE000001/schedule' },
  { name: 'device-history', path: '/devices/demo/00F1C0DE000001/history?range=h1' },
  { name: 'device-events', path: '/devices/demo/00F1C0DE000001/events' },
  { name: 'device-raw', path: '/devices/demo/00F1C0DE000007/raw' },
  { name: 'history', path: '/history?range=h1' },
  { name: 'history-files', path: '/history/files?values=demo/00F1C0DE000001' },
  {
    name: 'diagrams',
    path: '/diagrams?range=h1&series=demo/00F1C0DE000001%3A1%3AACTUAL_TEMPERATURE,demo/00F1C0DE000001%3A1%3ASET_POINT_TEMPERATURE',
  },
  { name: 'floorplans', path: '/floorplans' },
  { name: 'energy', path: '/energy' },
  { name: 'room-day', path: '/room-day' },
  { name: 'tariffs', path: '/energy/tariffs' },
  { name: 'links', path: '/links' },
  { name: 'schedules', path: '/schedules' },
  { name: 'programs', path: '/programs' },
  { name: 'sysvars', path: '/sysvars', role: 'operator' },
  { name: 'pairing', path: '/pairing' },
  { name: 'groups', path: '/rooms', role: 'viewer' },
  { name: 'heating-groups', path: '/heating-groups', role: 'viewer' },
  { name: 'tokens', path: '/tokens' },
  { name: 'users', path: '/users' },
  { name: 'account', path: '/account', role: 'viewer' },
  { name: 'centrals', path: '/centrals' },
  { name: 'welcome', path: '/welcome?step=find' },
  { name: 'settings', path: '/settings?section=north.rest&expert=1' },
  { name: 'backups', path: '/backups' },
  { name: 'firmware', path: '/firmware?all=1' },
  { name: 'events', path: '/events' },
  { name: 'problems', path: '/problems' },
  { name: 'problem-times', path: '/problems/times' },
  { name: 'alarm', path: '/alarm' },
  { name: 'radio', path: '/radio' },
  { name: 'radio-map', path: '/radio/map' },
  { name: 'link-map', path: '/links/map' },
  { name: 'audit', path: '/audit' },
  { name: 'doctor', path: '/doctor' },
  { name: 'logs', path: '/logs' },
  { name: 'help', path: '/help/troubleshooting#battery-low', role: 'viewer' },
];

const languages = ['en', 'de'] as const;
const themes = ['light', 'dark'] as const;
const widths = [1440, 768, 390] as const;

/** Every pair of language, theme and width is in one of the two: neighbours in the list of screens take turns. */
const TURNS: readonly (readonly Look[])[] = [
  [
    { language: 'en', theme: 'light', width: 1440 },
    { language: 'de', theme: 'dark', width: 768 },
    { language: 'de', theme: 'light', width: 390 },
  ],
  [
    { language: 'de', theme: 'dark', width: 1440 },
    { language: 'en', theme: 'light', width: 768 },
    { language: 'en', theme: 'dark', width: 390 },
  ],
];
/** One list for each turn; with `pnpm test:web --full` every screen has all twelve. */
const LOOKS =
  process.env.CCU_GATEWAY_WEB_MATRIX === 'full'
    ? [languages.flatMap((language) => themes.flatMap((theme) => widths.map((width) => ({ language, theme, width }))))]
    : TURNS;

/** The looks of the screen at this index of the list. */
export const looksOf = (index: number): readonly Look[] => LOOKS[index % LOOKS.length]!;

/** Each look with the screens that have it. */
export const screensByLook = () =>
  LOOKS.flatMap((looks, turn) =>
    looks.map((look) => ({ ...look, screens: SCREENS.filter((_, index) => index % LOOKS.length === turn) })),
  );
