// What the options of the app are in the configuration of the gateway.

const LAN = ':8119';
/** Of the host, in the network of the supervisor: reached by the supervisor and other apps, not from outside. */
const SUPERVISOR_ONLY = '172.30.32.1:8119';
const USUAL_INTERFACES = ['HmIP-RF', 'BidCos-RF', 'VirtualDevices'];

/** The options as the supervisor writes them; `z` is zod. */
export function optionsSchema(z) {
  const role = z.enum(['viewer', 'operator', 'admin']);
  const text = z.string().trim().min(1);
  const interfaces = z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => name !== ''), 'expected names separated by commas');
  return z.strictObject({
    locale: z.enum(['en', 'de']).default('en'),
    log_level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
    ccus: z
      .array(
        z.strictObject({
          name: text,
          host: text,
          username: z.string().optional(),
          password: z.string().optional(),
          tls: z.boolean().optional(),
          interfaces: interfaces.optional(),
        }),
      )
      .default([]),
    network_access: z.boolean().default(false),
    callback_host: text.optional(),
    matter: z.boolean().default(false),
    role: role.default('admin'),
    user_roles: z.array(z.strictObject({ user: text, role })).default([]),
  });
}

/** The configuration of these options. A key that an option says nothing of is left to the file of the user. */
export function configOf(options) {
  const { callback_host: publicHost } = options;
  return {
    locale: options.locale,
    logging: { level: options.log_level, format: 'text' },
    north: {
      rest: {
        listen: options.network_access ? LAN : SUPERVISOR_ONLY,
        auth: {
          ha_ingress: {
            role: options.role,
            user_roles: Object.fromEntries(options.user_roles.map(({ user, role }) => [user, role])),
          },
        },
      },
    },
    ...(publicHost === undefined ? {} : { callback: { public_host: publicHost } }),
    ...(options.matter ? { matter: { enabled: true } } : {}),
    ...(options.ccus.length === 0 ? {} : { centrals: options.ccus.map(centralOf) }),
  };
}

function centralOf({ interfaces = USUAL_INTERFACES, ...central }) {
  return { ...central, interfaces };
}

const isMapping = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` wins, key by key; lists are taken whole. */
export function merge(under, over) {
  if (!isMapping(under) || !isMapping(over)) return over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries(
    [...keys].map((key) => [key, key in over ? (key in under ? merge(under[key], over[key]) : over[key]) : under[key]]),
  );
}
