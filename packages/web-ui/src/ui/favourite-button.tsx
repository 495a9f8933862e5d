import { Star } from 'lucide';
import { useEffect } from 'preact/hooks';
import { useServices, useTexts } from '../context/services.js';
import type { DeviceKey } from '../store/points.js';
import { Button } from './form/button.tsx';
import { ErrorBox } from './form/error-box.tsx';
import { useAction } from './form/use-action.js';
import { Icon } from './value/icon.tsx';
import { uiTexts } from './value/texts.js';
import './favourite-button.css';

/** Adds a device to the favourites, or removes it. */
export function FavouriteButton({
  device,
  withWords = false,
}: {
  readonly device: DeviceKey;
  readonly withWords?: boolean;
}) {
  const { favourites, announce } = useServices();
  const say = useTexts(uiTexts);
  const action = useAction();
  useEffect(() => void favourites.load(), []);
  const marked = favourites.keys.value.has(device);
  const words = say(marked ? 'unmarkFavourite' : 'markFavourite');
  const toggle = () =>
    action.run(async () => {
      await favourites.mark([device], !marked);
      announce(words);
    });
  return (
    <>
      <span class={`favourite${marked ? ' marked' : ''}`}>
        <Button kind="quiet" {...(withWords ? {} : { label: words })} onClick={() => void toggle()}>
          <Icon of={Star} />
          {withWords && words}
        </Button>
      </span>
      {action.error !== undefined && <ErrorBox error={action.error} />}
    </>
  );
}
