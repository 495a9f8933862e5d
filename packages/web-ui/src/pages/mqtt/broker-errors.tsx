import { useFormats, useServices, useTexts } from '../../context/services.js';
import type { MqttBroker } from './mqtt-data.js';
import { mqttTexts } from './texts.js';

/** Last errors of a broker, the newest first. */
export function BrokerErrors({ errors }: { readonly errors: MqttBroker['last_errors'] }) {
  const say = useTexts(mqttTexts);
  const formats = useFormats();
  const { clock } = useServices();
  return (
    <section class="mqtt-errors">
      <h3>{say('lastErrors')}</h3>
      {errors.length === 0 ? (
        <p class="dim small">{say('noErrors')}</p>
      ) : (
        <ul>
          {errors.map(({ kind, message, topic, at, count }) => (
            <li key={`${kind} ${topic ?? ''} ${message}`}>
              <span>
                <strong>{say(`error_${kind}`)}</strong>
                <span class="private">{message}</span>
                {topic !== undefined && <code class="private">{topic}</code>}
              </span>
              <time class="dim small" dateTime={at} title={formats.dateTime(Date.parse(at))}>
                {formats.age(Date.parse(at), clock.value)}
                {count > 1 && ` · ${say('times', { n: count })}`}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
