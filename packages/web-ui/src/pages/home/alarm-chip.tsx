import { BellRing, Hourglass, OctagonAlert, ShieldCheck, ShieldOff, TriangleAlert } from 'lucide';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Icon } from '../../ui/value/icon.tsx';
import { ALARM_CHANGES } from '../alarm/changes.js';
import { mostUrgent } from './alarm-state.js';
import { homeTexts } from './texts.js';

const ICONS = {
  triggered: BellRing,
  pending: Hourglass,
  arming: Hourglass,
  armed: ShieldCheck,
  disarmed: ShieldOff,
} as const;

/** The alarm system in a word, which leads to its page; nothing without a zone. */
export function AlarmChip() {
  const { base } = useServices();
  const say = useTexts(homeTexts);
  const state = useResource(({ gateway }) => gateway.call('getAlarmState'), { refreshOn: ALARM_CHANGES });
  const word = mostUrgent(state.current.value.value?.zones ?? []);
  if (word === undefined) return null;
  return (
    <li>
      <a class={`chip state-chip alarm_${word}`} href={base.at('alarm')}>
        <Icon of={ICONS[word]} />
        {say(`alarm_${word}`)}
      </a>
    </li>
  );
}

const LEVELS = { attention: TriangleAlert, danger: OctagonAlert } as const;

/** Danger or attention in a word, which leads to the causes; nothing while all is in order. */
export function SecurityChip() {
  const { base } = useServices();
  const say = useTexts(homeTexts);
  const overview = useResource(({ gateway }) => gateway.call('getSecurity'), {
    refreshOn: ['security.state_changed'],
  });
  const level = overview.current.value.value?.level ?? 'ok';
  if (level === 'ok') return null;
  return (
    <li>
      <a class={`chip state-chip security_${level}`} href={base.at('alarm')}>
        <Icon of={LEVELS[level]} />
        {say(`security_${level}`)}
      </a>
    </li>
  );
}
