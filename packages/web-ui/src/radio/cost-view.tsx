import { RadioTower, TriangleAlert } from 'lucide';
import { useTexts } from '../context/services.js';
import { Chip } from '../ui/layout.tsx';
import { Icon } from '../ui/value/icon.tsx';
import { guardOf, type RadioCost } from './cost.js';
import { radioTexts } from './texts.js';
import './radio.css';

/** Radio cost on each interface, before anything is sent. */
export function RadioCostView({ costs }: { readonly costs: readonly RadioCost[] }) {
  const say = useTexts(radioTexts);
  const guard = guardOf(costs);
  return (
    <section class="radio-cost" aria-label={say('title')}>
      <h3>
        <Icon of={RadioTower} /> {say('title')}
      </h3>
      <ul>
        {costs.map((cost) => (
          <li key={cost.interfaceId}>
            <strong>{cost.name}</strong>: {cost.radio ? say('messages', { n: cost.messages }) : say('noRadio')}
            {cost.radio && (
              <span class="dim">
                {' · '}
                {cost.dutyCycle === undefined
                  ? say('dutyUnknown')
                  : say('dutyCycle', { n: Math.round(cost.dutyCycle) })}
              </span>
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
          {say(guard === 'refuse' ? 'refuse' : 'warn')}
        </Chip>
      )}
    </section>
  );
}
