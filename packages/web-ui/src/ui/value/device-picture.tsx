import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { useServices } from '../../context/services.js';
import './device-picture.css';

/** Picture of the CCU for this type of device, or a plain one; decorative. */
export function DevicePicture({ device: { address, central = '' }, large = false }: DevicePictureProps) {
  const { base } = useServices();
  const size = large ? 56 : 32;
  return (
    <img
      class="device-picture"
      src={base.at(`api/v1/devices/${encodeURIComponent(address)}/icon?central=${encodeURIComponent(central)}`)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}

interface DevicePictureProps {
  readonly device: Pick<DeviceSummary, 'address' | 'central'>;
  readonly large?: boolean;
}
