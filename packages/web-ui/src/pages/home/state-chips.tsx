import { Blinds, DoorOpen, Lightbulb, LockOpen, PersonStanding, Thermometer } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { LivingState } from '../../store/aspects.js';
import { Icon } from '../../ui/value/icon.tsx';
import { homeTexts } from './texts.js';
import { useSummary } from './use-summary.js';

/** Pictures of states. */
export const STATE_ICONS = {
  window_open: DoorOpen,
  unlocked: LockOpen,
  light_on: Lightbulb,
  blind_down: Blinds,
  motion: PersonStanding,
  heating: Thermometer,
} as const satisfies Record<LivingState, unknown>;

/** The installation in a few words; each of them leads to its devices. */
export function StateChips() {
  const { base } = useServices();
  const say = useTexts(homeTexts);
  const formats = useFormats();
  const { counts, warmth } = useSummary();
  const chips = [
    ...counts.map(([state, n]) => ({ state, text: say(state, { n }), query: `state=${state}` })),
    ...(warmth === undefined
      ? []
      : [{ state: 'heating' as const, text: say('warmth', { t: formats.number(warmth, 1) }), query: WARMTH }]),
  ];
  if (chips.length === 0) return null;
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
    </ul>
  );
}

const WARMTH = 'state=heating&columns=name,room,.ACTUAL_TEMPERATURE,value,state';
