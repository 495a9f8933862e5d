import type { Floorplan } from '@ccu-gateway/contract/types';
import type { ComponentChildren, Ref } from 'preact';
import { useServices, useTexts } from '../../context/services.js';
import { floorplanTexts } from './texts.js';

interface PlanPictureProps {
  readonly plan: Floorplan;
  readonly around?: Ref<HTMLDivElement>;
  readonly children: ComponentChildren;
}

/** The picture of a floor plan with devices above it. */
export function PlanPicture({ plan: { id, name, revision, picture }, around, children }: PlanPictureProps) {
  const { base } = useServices();
  const say = useTexts(floorplanTexts);
  const ratio = picture.width / picture.height;
  // The whole floor is in view: a limit of the height would stretch the picture.
  const style = { aspectRatio: String(ratio), maxWidth: `min(80rem, calc(85vh * ${ratio}))` };
  return (
    <div class="plan" ref={around ?? null} style={style}>
      <img
        class="private"
        src={base.at(`api/v1/floorplans/${encodeURIComponent(id)}/picture?v=${revision}`)}
        alt={say('pictureOf', { name })}
        width={picture.width}
        height={picture.height}
        draggable={false}
      />
      {children}
    </div>
  );
}

/** Place of a device on the picture. */
export const placeStyle = ({ x, y }: { readonly x: number; readonly y: number }) => ({
  left: `${x * 100}%`,
  top: `${y * 100}%`,
});
