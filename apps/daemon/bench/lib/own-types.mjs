/** The same devices, each of a type of its own, so that a gateway has to ask for the descriptions of all of them. */
export function withOwnTypes(house) {
  const devices = house.devices.map((device, index) => {
    const type = `${device.description.TYPE}-${index}`;
    return {
      ...device,
      description: { ...device.description, TYPE: type },
      channels: device.channels.map((channel) => ({ ...channel, PARENT_TYPE: type })),
    };
  });
  return { ...house, devices };
}
