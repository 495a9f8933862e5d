import type { DeviceSummary } from '@ccu-gateway/contract/types';
import { useServices } from '../context/services.js';
import './device-picture.css';

/** The picture that the CCU has of this type of device, or a plain one; it says nothing itself. */
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
