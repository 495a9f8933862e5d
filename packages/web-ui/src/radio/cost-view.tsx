import { RadioTower, TriangleAlert } from 'lucide';
import { useFormats, useTexts } from '../context/services.js';
import { Chip } from '../ui/layout.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { guardOf, type RadioCost } from './cost.js';
import { radioTexts } from './texts.js';
import './radio.css';

/** Radio cost on each interface, before anything is sent. */
export function RadioCostView({ costs }: { readonly costs: readonly RadioCost[] }) {
  const say = useTexts(radioTexts);
  const formats = useFormats();
  const guard = guardOf(costs);
  return (
    <section class="radio-cost" aria-label={say('title')}>
      <h3>
        <Icon of={RadioTower} /> {say('title')}
      </h3>
      <ul>
        {costs.map((cost) => (
          <li key={cost.interface_id}>
            <strong>{cost.interface}</strong>: {cost.radio ? say('messages', { n: cost.messages }) : say('noRadio')}
            {cost.radio && (
              <span class="dim">
                {' · '}
                {say('share', { n: formats.number(cost.share, 1) })}
              </span>
            )}
            {cost.forecast !== undefined && (
              <p class="small dim">
                {say('forecast', { now: formats.number(cost.used ?? 0, 0), after: formats.number(cost.forecast, 0) })}
              </p>
            )}
            <ul class="small dim">
              {cost.woken > 0 && <li>{say('woken', { n: cost.woken })}</li>}
              {cost.asleep > 0 && <li>{say('asleep', { n: cost.asleep })}</li>}
              {cost.unreachable > 0 && <li>{say('unreachable', { n: cost.unreachable })}</li>}
            </ul>
          </li>
        ))}
      </ul>
      {guard !== 'free' && (
        <Chip tone={guard === 'refuse' ? 'bad' : 'warn'} icon={TriangleAlert}>
          {say(guard)}
        </Chip>
      )}
    </section>
  );
}
