import { Copy } from 'lucide';
import { useState } from 'preact/hooks';
import { useServices, useTexts } from '../../context/services.js';
import { copyText } from '../../files/copy-text.js';
import { Icon } from '../value/icon.tsx';
import { uiTexts } from '../value/texts.js';
import { Button } from './button.tsx';

/** Copies a text, and announces it. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const { announce } = useServices();
  const say = useTexts(uiTexts);
  const [copied, setCopied] = useState<'copied' | 'notCopied' | undefined>();
  const copy = async () => {
    const result = await copyText(text()).then(
      () => 'copied' as const,
      () => 'notCopied' as const,
    );
    setCopied(result);
    announce(say(result));
  };
  return (
    <Button kind="quiet" onClick={() => void copy()}>
      <Icon of={Copy} />
      {copied === undefined ? label : say(copied)}
    </Button>
  );
}
