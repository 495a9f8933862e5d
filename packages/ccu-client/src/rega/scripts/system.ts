import { defineScript, numberLiteral } from '../script.js';

/** `versionFile` is the text of `/VERSION` with lines such as `VERSION=` and `PRODUCT=`. */
export const systemInfo = defineScript({
  name: 'system_info',
  version: 1,
  columns: { versionFile: 'text', hostname: 'text' },
  body: (_: Record<string, never>) => `
string sVersion = ""; string sHost = ""; string sError = "";
system.Exec("cat /VERSION", &sVersion, &sError);
system.Exec("hostname", &sHost, &sError);
Write(sVersion.UriEncode() # "\\t" # sHost.UriEncode() # "\\n");`,
});

/** `output` is what the product's own check printed: the available version in its first line, or nothing. */
export const firmwareCheck = defineScript({
  name: 'firmware_check',
  version: 1,
  columns: { supported: 'bool', output: 'text' },
  body: (_: Record<string, never>) => `
string sOut = ""; string sError = ""; string sThere = "";
system.Exec("test -x /bin/checkFirmwareUpdate.sh && echo yes", &sThere, &sError);
if (sThere.Find("yes") >= 0) {
  system.Exec("timeout 20 /bin/checkFirmwareUpdate.sh", &sOut, &sError);
  Write("true\\t" # sOut.UriEncode() # "\\n");
} else { Write("false\\t\\n"); }`,
});

const power = (name: 'reboot' | 'power_off', command: string) =>
  defineScript({
    name,
    version: 1,
    columns: { done: 'bool' },
    body: (_: Record<string, never>) => `
string sOut = ""; string sError = "";
system.Save();
system.Exec("(sleep 2; ${command}) >/dev/null 2>&1 </dev/null &", &sOut, &sError);
Write("true\\n");`,
  });

export const reboot = power('reboot', '/sbin/reboot');
export const powerOff = power('power_off', '/sbin/poweroff');

export const position = defineScript({
  name: 'position',
  version: 1,
  columns: { done: 'bool' },
  body: (args: { readonly longitude: number; readonly latitude: number }) => `
system.Longitude(${numberLiteral(args.longitude)});
system.Latitude(${numberLiteral(args.latitude)});
Write("true\\n");`,
});
