export interface Link {
  readonly sender_address: string;
  readonly receiver_address: string;
  readonly peer_address: string;
  readonly direction: 'outgoing' | 'incoming';
  readonly name?: string;
  readonly description?: string;
  readonly flags?: number;
  readonly sender_device_name?: string;
  readonly sender_device_model?: string;
  readonly sender_channel_type?: string;
  readonly sender_channel_type_label?: string;
  readonly sender_channel_name?: string;
  readonly receiver_device_name?: string;
  readonly receiver_device_model?: string;
  readonly receiver_channel_type?: string;
  readonly receiver_channel_type_label?: string;
  readonly receiver_channel_name?: string;
  readonly peer_device_name?: string;
  readonly peer_device_model?: string;
  readonly central_name?: string;
  readonly interface_id?: string;
}

export interface LinkableChannel {
  readonly address: string;
  readonly device_address: string;
  readonly channel_type?: string;
  readonly channel_type_label?: string;
  readonly channel_name?: string;
  readonly device_name?: string;
  readonly device_model?: string;
}
