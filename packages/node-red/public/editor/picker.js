// The picker: a text field that searches a list of the gateway. It works on the connection as it was deployed, because only the
// runtime has its token.
function fieldOf(name) {
  return $(`#node-input-${name}`);
}

export function pick(node, name, list) {
  const field = fieldOf(name);
  let found = [];
  field.attr('placeholder', node._('ccu-gateway.picker.search')).autoComplete({
    minLength: 0,
    search(text, done) {
      const connection = fieldOf('connection').val();
      const query = { q: text, device: fieldOf('device').val() || '', central: fieldOf('central').val() || '' };
      const note = (words) => ({ value: text, label: $('<i>').text(words) });
      $.getJSON(`ccu-gateway/${encodeURIComponent(connection)}/${list}`, query)
        .done(({ items, total }) => {
          found = items;
          const more = total - items.length;
          const notes = more > 0 ? [note(node._('ccu-gateway.picker.more', { count: more }))] : [];
          done([...items.map((item) => ({ value: item.value, label: entryOf(item) })), ...notes]);
        })
        .fail(({ responseJSON }) => done([note(responseJSON?.error || node._('ccu-gateway.picker.failed'))]));
    },
  });
  field.on('change', () => {
    const item = found.find(({ value }) => value === field.val());
    for (const [other, value] of Object.entries(item?.fields ?? {})) fieldOf(other).val(value);
    // A data point is chosen with its channel.
    const [, channel, parameter] = /^(\d+):(.+)$/.exec(list === 'points' ? field.val() : '') ?? [];
    if (channel === undefined) return;
    fieldOf('channel').val(channel);
    field.val(parameter);
  });
}

function entryOf({ value, label }) {
  const name = $('<div>').text(label);
  return value === label ? name : name.append($('<div>').css({ opacity: 0.6, 'font-size': '0.85em' }).text(value));
}
