import { useServices, useTexts } from '../../../context/services.js';
import { BROKERS, BrokerForm } from './broker-form.tsx';
import { EntryList } from './entry-list.tsx';
import { MatterSwitch } from './matter-switch.tsx';
import { destinationTexts } from './texts.js';
import { WEBHOOKS, WebhookForm } from './webhook-form.tsx';
import './destinations.css';

/** Sections that have a form of their own; their raw keys are for experts. */
export const WITH_FORM: readonly string[] = ['mqtt', 'webhooks', 'notify', 'matter'];

/** The form of a section, where it has one. */
export function DestinationForm({ section, onChanged }: { readonly section: string; readonly onChanged: () => void }) {
  if (section === 'mqtt') return <BrokerList onChanged={onChanged} />;
  if (section === 'webhooks') return <WebhookList onChanged={onChanged} />;
  if (section === 'notify') return <MessagesLink />;
  return section === 'matter' ? <MatterSwitch onChanged={onChanged} /> : null;
}

/** Channels and rules have a page of their own. */
function MessagesLink() {
  const { base } = useServices();
  const say = useTexts(destinationTexts);
  return <a href={base.at('messages')}>{say('toMessages')}</a>;
}

function BrokerList({ onChanged }: { readonly onChanged: () => void }) {
  const { base } = useServices();
  const say = useTexts(destinationTexts);
  const words = {
    title: say('brokers'),
    add: say('addBroker'),
    none: say('noBrokers'),
    noneHint: say('noBrokersHint'),
    removeEffect: say('removeBrokerEffect'),
  };
  return (
    <EntryList
      of={BROKERS}
      words={words}
      form={(edited) => <BrokerForm {...edited} />}
      aside={<a href={base.at('mqtt')}>{say('brokerState')}</a>}
      onChanged={onChanged}
    />
  );
}

function WebhookList({ onChanged }: { readonly onChanged: () => void }) {
  const say = useTexts(destinationTexts);
  const words = {
    title: say('webhooks'),
    add: say('addWebhook'),
    none: say('noWebhooks'),
    noneHint: say('noWebhooksHint'),
    removeEffect: say('removeWebhookEffect'),
  };
  return <EntryList of={WEBHOOKS} words={words} form={(edited) => <WebhookForm {...edited} />} onChanged={onChanged} />;
}
