import { useEffect } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { useResource } from '../../context/use-resource.js';
import { Card, Empty, PageHeader } from '../../ui/layout.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EntryList } from '../settings/destinations/entry-list.tsx';
import { readEntries } from '../settings/destinations/section-entries.js';
import { CHANNELS, ChannelForm } from './channel-form.tsx';
import { ChannelState } from './channel-state.tsx';
import { MATTERS } from './message-data.js';
import { MessagePreview } from './preview.tsx';
import { PushCard } from './push-card.tsx';
import { RULES, RuleForm } from './rule-form.tsx';
import { messageTexts } from './texts.js';
import '../settings/destinations/destinations.css';
import './messages.css';

/** Counts grow without an event. */
const LOOK_EVERY_MS = 10_000;

/** Messages to people: the channels with their state, the rules, and a preview of the texts. */
export function MessagesPage() {
  const say = useTexts(messageTexts);
  const { clock, session } = useServices();
  const status = useResource(({ gateway }) => gateway.call('getNotify'), { refreshOn: ['config.changed'] });
  const turn = Math.floor(clock.value / LOOK_EVERY_MS);
  useEffect(() => {
    if (status.current.peek().value !== undefined) void status.reload();
  }, [turn]);
  const reload = () => void status.reload();
  const isAdmin = session.may('admin');
  return (
    <>
      <PageHeader title={say('title')}>{say('intro')}</PageHeader>
      <div class="stack messages">
        {isAdmin && <ChannelList onChanged={reload} />}
        <Loaded of={status} height="6rem" count={1}>
          {({ channels }) =>
            channels.length > 0 ? (
              <Card title={say('state')}>
                <ul class="destinations">
                  {channels.map((channel) => (
                    <ChannelState key={channel.name} channel={channel} onTested={reload} />
                  ))}
                </ul>
              </Card>
            ) : (
              !isAdmin && (
                <Empty title={say('noChannels')}>
                  <p>{say('noChannelsOthers')}</p>
                </Empty>
              )
            )
          }
        </Loaded>
        <PushCard
          hasChannel={status.current.value.value?.channels.some(({ kind }) => kind === 'push') === true}
          onChanged={reload}
        />
        {isAdmin && <RuleList onChanged={reload} />}
        {isAdmin && <MessagePreview />}
      </div>
    </>
  );
}

function ChannelList({ onChanged }: { readonly onChanged: () => void }) {
  const say = useTexts(messageTexts);
  const words = {
    title: say('channels'),
    add: say('addChannel'),
    none: say('noChannels'),
    noneHint: say('noChannelsHint'),
    removeEffect: say('removeChannelEffect'),
  };
  return <EntryList of={CHANNELS} words={words} form={(edited) => <ChannelForm {...edited} />} onChanged={onChanged} />;
}

function RuleList({ onChanged }: { readonly onChanged: () => void }) {
  const say = useTexts(messageTexts);
  const channels = useResource(({ gateway }) => readEntries(gateway, CHANNELS), { refreshOn: ['config.changed'] });
  const words = {
    title: say('rules'),
    add: say('addRule'),
    none: say('noRules'),
    noneHint: say('noRulesHint'),
    removeEffect: say('removeRuleEffect'),
  };
  const line = ({ on, value, key }: Readonly<Record<string, unknown>>) => {
    const matters = MATTERS.filter((each) => Array.isArray(on) && on.includes(each)).map((each) => say(each));
    const others = [...(value ? [say('value')] : []), ...(key ? [say('key')] : [])];
    return [...matters, ...others].join(', ');
  };
  return (
    <EntryList
      of={RULES}
      words={words}
      line={line}
      form={(edited) => <RuleForm {...edited} channels={Object.keys(channels.current.value.value ?? {})} />}
      onChanged={onChanged}
    />
  );
}
