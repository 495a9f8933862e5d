import { Blinds, DoorOpen, Lightbulb, LockOpen, Moon, PersonStanding, Thermometer } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { LivingState } from '../../store/aspects.js';
import { Icon } from '../../ui/value/icon.tsx';
import { AlarmChip, SecurityChip } from './alarm-chip.tsx';
import { homeTexts } from './texts.js';
import { useSummary } from './use-summary.js';

/** Pictures of states. */
export const STATE_ICONS = {
  window_open: DoorOpen,
  unlocked: LockOpen,
  light_on: Lightbulb,
  blind_down: Blinds,
  motion: PersonStanding,
  still: Moon,
  heating: Thermometer,
} as const satisfies Record<LivingState, unknown>;

/** The installation in a few words; each of them leads to its devices. */
export function StateChips() {
  const { base, clock } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const { counts, warmth, stillSince } = useSummary();
  const still = stillSince === undefined ? 0 : clock.value - stillSince;
  const chips = [
    ...counts.map(([state, n]) => ({ state, text: say(state, { n }), query: `state=${state}` })),
    ...(warmth === undefined
      ? []
      : [{ state: 'heating' as const, text: say('warmth', { t: formats.number(warmth, 1) }), query: WARMTH }]),
    ...(still < SHORT_STILL_MS
      ? []
      : [{ state: 'still' as const, text: say('still', { age: formats.duration(still) }), query: STILL }]),
  ];
  return (
    <ul class="state-chips" aria-label={say('stateNow')}>
      {chips.map(({ state, text, query }) => (
        <li key={state}>
          <a class={`chip state-chip ${state}`} href={base.at(`devices?${query}`)}>
            <Icon of={STATE_ICONS[state]} />
            {text}
          </a>
        </li>
      ))}
      <AlarmChip />
      <SecurityChip />
    </ul>
  );
}

/** A shorter pause is no news: sensors report the end of motion after some minutes. */
const SHORT_STILL_MS = 30 * 60_000;
const STILL = 'state=still&columns=name,room,.MOTION,value,state';
const WARMTH = 'state=heating&columns=name,room,.ACTUAL_TEMPERATURE,value,state';
