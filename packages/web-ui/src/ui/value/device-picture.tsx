import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { useState } from 'preact/hooks';
import { useServices } from '../../context/services.js';
import { DeviceGlyph } from './device-glyph.tsx';
import './device-picture.css';

/** Picture of the CCU for this type of device over one of our own, which stays without artwork; decorative. */
export function DevicePicture({
  device: { address, central = '', model_icon: icon },
  large = false,
}: DevicePictureProps) {
  const { base } = useServices();
  const query = new URLSearchParams({ central, artwork_only: 'true' });
  const source = base.at(`api/v1/devices/${encodeURIComponent(address)}/icon?${query}`);
  const [loaded, setLoaded] = useState<string>();
  const size = large ? 56 : 32;
  return (
    <span class={`device-picture${large ? ' large' : ''}`}>
      <DeviceGlyph icon={icon} />
      <img
        class={loaded === source ? 'loaded' : ''}
        src={source}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        onLoad={() => setLoaded(source)}
      />
    </span>
  );
}

interface DevicePictureProps {
  readonly device: Pick<DeviceSummary, 'address' | 'central' | 'model_icon'>;
  readonly large?: boolean;
}
