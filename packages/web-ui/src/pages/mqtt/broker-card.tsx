import type { MqttOtherLayout } from '@ccu-gateway/contract/types';
import { CircleCheck, CircleX, LoaderCircle } from 'lucide';
import { useFormats, useServices, useTexts } from '../../context/services.js';
import { HelpLink } from '../../ui/help-link.tsx';
import { Card, Chip } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Fact } from '../../ui/value/fact.tsx';
import type { MqttBroker } from './mqtt-data.js';
import { mqttTexts } from './texts.js';

const LOOKS = {
  connected: { tone: 'good', icon: CircleCheck },
  connecting: { tone: 'warn', icon: LoaderCircle },
  waiting: { tone: 'bad', icon: CircleX },
  closed: { tone: 'neutral', icon: CircleX },
} as const;

/** One broker: its connection, published values, accepted commands, and errors. */
export function BrokerCard({ broker }: { readonly broker: MqttBroker }) {
  const say = useTexts(mqttTexts);
  const formats = useFormats();
  const { clock } = useServices();
  const { name, state, since, fault, protocol, address, prefix } = broker;
  const age = formats.duration(Math.max(0, clock.value - Date.parse(since)));
  return (
    <Card
      title={<span class="private">{name}</span>}
      aside={
        <Chip {...LOOKS[state]}>
          {say(state)} {say('since', { age })}
        </Chip>
      }
    >
      <div class="stack">
        {state !== 'connected' && fault !== undefined && (
          <Notice tone="bad">
            <strong>{say(`fault_${fault.kind}`)}</strong> <span class="private">{fault.message}</span>{' '}
            <HelpLink to="mqtt" />
          </Notice>
        )}
        <p class="dim small">
          <code class="private">{address}</code>
          {protocol !== undefined && ` · MQTT ${protocol}`} · {say('below')} <code class="private">{`${prefix}/`}</code>
        </p>
        <Figures broker={broker} />
        <HowIt broker={broker} />
        <BrokerErrors errors={broker.last_errors} />
      </div>
    </Card>
  );
}

function Figures({ broker }: { readonly broker: MqttBroker }) {
  const say = useTexts(mqttTexts);
  const { number } = useFormats();
  const { topics, waiting, sent, expired, refused, commands } = broker;
  return (
    <dl class="mqtt-figures">
      <Fact label={say('topics')}>{number(topics, 0)}</Fact>
      <Fact label={say('sent')}>{number(sent, 0)}</Fact>
      <Fact label={say('waitingMessages')}>{number(waiting, 0)}</Fact>
      <Fact label={say('expired')}>{number(expired, 0)}</Fact>
      <Fact label={say('refused')}>{number(refused, 0)}</Fact>
      <Fact
        label={say('commands')}
        hint={say('commandsNot', { refused: number(commands.refused, 0), ignored: number(commands.ignored, 0) })}
      >
        {number(commands.taken, 0)}
      </Fact>
    </dl>
  );
}

/** Settings for published values and accepted commands. */
function HowIt({ broker }: { readonly broker: MqttBroker }) {
  const say = useTexts(mqttTexts);
  const { publish, write, role, payload, addressing, qos, home_assistant: homeAssistant } = broker;
  return (
    <dl class="mqtt-settings">
      <Fact label={say('publishes')} hint={say('publishesHow', { payload: say(payload), by: say(addressing), qos })}>
        <Filters filters={publish} />
      </Fact>
      <Fact label={say('mayWrite')} hint={say(role)}>
        <Filters filters={write} />
      </Fact>
      <Fact
        label={say('homeAssistant')}
        hint={homeAssistant.enabled ? <code class="private">{homeAssistant.prefix}/device/…</code> : undefined}
      >
        {homeAssistant.enabled ? say('announced', { n: homeAssistant.devices }) : say('switchedOff')}
      </Fact>
      <Fact label={say('otherTrees')} hint={say('otherTreesHint')}>
        <OtherTrees broker={broker} />
      </Fact>
    </dl>
  );
}

type OtherTree = NonNullable<MqttBroker[MqttOtherLayout]>;

/** The topics of other programs that the broker has as well: each member with the name of a program. */
function OtherTrees({ broker }: { readonly broker: MqttBroker }) {
  const say = useTexts(mqttTexts);
  const trees = Object.values(broker)
    .filter(isOtherTree)
    .filter(({ enabled }) => enabled);
  if (trees.length === 0) return <>{say('noOtherTrees')}</>;
  return (
    <>
      {trees.map(({ program, central = '', topics }) => (
        <div key={program}>
          {program} <span class="private">{`(${central})`}</span>
          {topics.map((topic) => (
            <code key={topic} class="mqtt-filter private">{`${topic}/…`}</code>
          ))}
        </div>
      ))}
    </>
  );
}

function isOtherTree(member: MqttBroker[keyof MqttBroker]): member is OtherTree {
  return typeof member === 'object' && 'program' in member;
}

function Filters({ filters }: { readonly filters: readonly string[] }) {
  const say = useTexts(mqttTexts);
  if (filters.length === 0) return <>{say('nothing')}</>;
  if (filters.includes('#')) return <>{say('everything')}</>;
  return (
    <>
      {filters.map((filter) => (
        <code key={filter} class="mqtt-filter private">
          {filter}
        </code>
      ))}
    </>
  );
}

/** Last errors of a broker, the newest first. */
function BrokerErrors({ errors }: { readonly errors: MqttBroker['last_errors'] }) {
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
