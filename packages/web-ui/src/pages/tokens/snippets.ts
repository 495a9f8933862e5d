/** Lines for a client that can be pasted as they are. */
export interface Snippet {
  readonly id: 'env' | 'curl' | 'node' | 'python' | 'homeassistant' | 'nodered' | 'prometheus' | 'websocket';
  readonly text: string;
}

/** Lines for the usual clients, for a token and the address of this gateway, which ends with a slash. */
export function snippetsOf(token: string, url: string): readonly Snippet[] {
  const api = `${url}api/v1`;
  const socket = `${api.replace(/^http/, 'ws')}/events`;
  return [
    { id: 'env', text: `CCU_GATEWAY_URL=${url}\nCCU_GATEWAY_TOKEN=${token}` },
    { id: 'curl', text: `curl -H 'Authorization: Bearer ${token}' '${api}/devices'` },
    {
      id: 'node',
      text: [
        "import { createClient } from '@ccu-gateway/client';",
        '',
        `const gateway = createClient({ url: '${url}', token: '${token}' });`,
        "const { items } = await gateway.call('listDevices');",
        'for (const device of items) console.log(device.address, device.name);',
      ].join('\n'),
    },
    {
      id: 'python',
      text: [
        'import requests',
        '',
        `headers = {"Authorization": "Bearer ${token}"}`,
        `print(requests.get("${api}/devices", headers=headers).json())`,
      ].join('\n'),
    },
    {
      id: 'homeassistant',
      text: [
        'rest:',
        `  - resource: ${api}/health`,
        '    headers:',
        `      Authorization: Bearer ${token}`,
        '    sensor:',
        '      - name: ccu-gateway',
        '        value_template: "{{ value_json.status }}"',
      ].join('\n'),
    },
    {
      id: 'nodered',
      text: JSON.stringify(
        { method: 'GET', url: `${api}/snapshot`, headers: { Authorization: `Bearer ${token}` } },
        null,
        2,
      ),
    },
    {
      id: 'prometheus',
      text: [
        'scrape_configs:',
        '  - job_name: ccu-gateway',
        `    scheme: ${url.startsWith('https') ? 'https' : 'http'}`,
        `    metrics_path: ${new URL(`${api}/metrics`).pathname}`,
        `    authorization: { credentials: ${token} }`,
        `    static_configs: [{ targets: ['${new URL(url).host}'] }]`,
      ].join('\n'),
    },
    { id: 'websocket', text: `npx wscat -c '${socket}' -H 'Authorization: Bearer ${token}'` },
  ];
}
