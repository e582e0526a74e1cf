import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import * as yup from 'yup';
import { trimEnd } from '@/contract/core/text';
import type { AcquirerSettings } from '@/server/integrations/acquirer-settings';
import type { FileSettings } from '@/server/integrations/files/files';
import type { SendSettings } from '@/server/integrations/send-settings';
import type { SecretsSettings } from './rights/secrets';

const webAddress = (key: string) =>
  yup
    .string()
    .test(key, `${key} must be an address that starts with http:// or https://`, (value) =>
      value === undefined ? true : /^https?:\/\/\S+$/.test(value) && URL.canParse(value),
    )
    .optional();

const databaseAddress = (key: string) =>
  yup
    .string()
    .matches(/^postgres(ql)?:\/\//, `${key} must start with postgres:// or postgresql://`)
    .optional();

/** As the reporting library reads it: a key, a host, and a project at the end of the path. */
const reportsTo = (key: string) =>
  yup
    .string()
    .matches(/^https?:\/\/\w+@[\w.-]+(:\d+)?(\/[\w.-]+)*\/\d+$/, `${key} must look like https://key@host/7`)
    .optional();

/** The only place where the server reads its environment; `.env.example` documents each key. */
const schema = yup.object({
  PORT: yup.number().integer().min(0).max(65535).default(3000),
  API_PORT: yup.number().integer().min(0).max(65535).default(4000),
  API_URL: webAddress('API_URL'),
  NEXT_PUBLIC_REST_API_ENDPOINT: yup.string().optional(),
  PUBLIC_URL: yup.string().optional(),
  LICENSE_KEY: yup.string().optional(),
  ADMIN_PASSWORD: yup.string().optional(),
  HOST: yup.string().optional(),
  DATA_DIR: yup.string().default('.data'),
  DATABASE_URL: databaseAddress('DATABASE_URL'),
  DATABASE_DIRECT_URL: databaseAddress('DATABASE_DIRECT_URL'),
  DATABASE_PREPARED: yup.boolean().default(true),
  DATABASE_REPLICA_URL: databaseAddress('DATABASE_REPLICA_URL'),
  DATABASE_REPLICA_LAG: yup.number().min(0.1).max(3600).default(5),
  PROCESSES: yup
    .string()
    .matches(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'PROCESSES must be auto or a number from 1 to 64')
    .default('1'),
  DATABASE_POOL: yup.number().integer().min(1).max(200).default(16),
  ARCHIVE_AFTER_MONTHS: yup.number().integer().min(3).max(1200).optional(),
  DEMO: yup.boolean().optional(),
  REHEARSAL: yup.boolean().default(false),
  LOG_LEVEL: yup
    .string()
    .oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const)
    .default('warn'),
  UPLOAD_MAX_MB: yup.number().integer().min(1).max(1024).default(10),
  CORS_ORIGINS: yup.string().default(''),
  IMAGE_ORIGINS: yup.string().default(''),
  TRUST_PROXY: yup.string().trim().optional(),
  METRICS_TOKEN: yup.string().min(16, 'METRICS_TOKEN must have at least 16 characters').optional(),
  SENTRY_DSN: reportsTo('SENTRY_DSN'),
  NEXT_PUBLIC_SENTRY_DSN: reportsTo('NEXT_PUBLIC_SENTRY_DSN'),
  SMTP_URL: yup
    .string()
    .matches(/^smtps?:\/\/\S+$/, 'SMTP_URL must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: yup
    .string()
    .matches(/^[^\r\n@]*[^\s<>@]@[^\s<>@]+>?$/, 'MAIL_FROM must end with an e-mail address')
    .optional(),
  SMS_URL: webAddress('SMS_URL'),
  SMS_KEY: yup.string().optional(),
  SMS_FROM: yup.string().optional(),
  S3_ENDPOINT: webAddress('S3_ENDPOINT'),
  S3_BUCKET: yup.string().optional(),
  S3_KEY: yup.string().optional(),
  S3_SECRET: yup.string().optional(),
  S3_REGION: yup.string().default('us-east-1'),
  S3_PUBLIC_URL: webAddress('S3_PUBLIC_URL'),
  S3_BROWSER_ENDPOINT: webAddress('S3_BROWSER_ENDPOINT'),
  MAPS_KEY: yup
    .string()
    .matches(/^[\w-]+$/, 'MAPS_KEY may have letters, digits and hyphens')
    .optional(),
  DADATA_TOKEN: yup.string().optional(),
  DADATA_SECRET: yup.string().optional(),
  SIGN_IN_LOCAL_PROVIDERS: yup.boolean().default(false),
  SBP_MEMBERS_URL: yup.string().url().optional(),
  NPD_STATUS_URL: webAddress('NPD_STATUS_URL'),
  DELIVERY_URL: webAddress('DELIVERY_URL'),
  SBP_SECRET: yup.string().min(16, 'SBP_SECRET must have at least 16 characters').optional(),
  YOOKASSA_SHOP_ID: yup.string().optional(),
  YOOKASSA_SECRET: yup.string().optional(),
  YOOKASSA_URL: webAddress('YOOKASSA_URL'),
  TBANK_TERMINAL: yup.string().optional(),
  TBANK_PASSWORD: yup.string().optional(),
  TBANK_URL: webAddress('TBANK_URL'),
  YOOKASSA_RECEIPTS: yup.boolean().default(false),
  ATOL_LOGIN: yup.string().optional(),
  ATOL_PASSWORD: yup.string().optional(),
  ATOL_GROUP: yup.string().optional(),
  ATOL_URL: webAddress('ATOL_URL'),
  SECRETS_KEY: yup
    .string()
    .matches(
      /^[^,\s]{32,}(,[^,\s]{32,})*$/,
      'SECRETS_KEY must have at least 32 characters, each of several keys',
    )
    .optional(),
  AI_URL: webAddress('AI_URL'),
  AI_KEY: yup.string().optional(),
  AI_MODEL: yup.string().default('gpt-4o-mini'),
});

/** Which entry of X-Forwarded-For is trusted: none, the one this many proxies back, or what these networks add. */
export type TrustProxy = false | number | string[];

export interface Env extends SendSettings, FileSettings, AcquirerSettings, SecretsSettings {
  port: number;
  apiPort: number;
  /** Where the web finds the API when it runs on its own. */
  apiUrl: string | undefined;
  /** Where browsers find the API when its origin is not the panel's; built into the panel. */
  browserApiUrl: string | undefined;
  /** As given; `listenHost` decides without it. */
  host: string | undefined;
  /** Public address of the panel: links in e-mails begin with it, never with a request's Host header. */
  publicUrl: string;
  isPublicUrlGuessed: boolean;
  licenseKey: string | undefined;
  /** Account that `admin:create` makes; used by nothing else. */
  adminPassword: string | undefined;
  databaseUrl: string | undefined;
  /** The server without the pooler that `databaseUrl` leads through; undefined without one. */
  directUrl: string | undefined;
  /** False when that pooler loses the names of prepared statements. */
  keepsPrepared: boolean;
  /** Connections per process. */
  databasePool: number;
  /** One streaming replica or a balancer of several, which lists, dashboards and exports read from. */
  replicaUrl: string | undefined;
  /** A replica that lags longer is out of use, in milliseconds. */
  replicaLagMs: number;
  processes: number;
  /** Age in months at which journal entries are archived into files; without it never. */
  archiveAfterMonths: number | undefined;
  /** Demo accounts and data; by default only with the embedded database. */
  demo: boolean;
  /** Orders of the demo are paid at a stand-in acquirer, which can be broken to watch what happens. */
  rehearsal: boolean;
  logLevel: string;
  uploadMaxBytes: number;
  corsOrigins: string[];
  /** Where pages may load pictures from besides their own host and the API. */
  pictureOrigins: string[];
  trustProxy: TrustProxy;
  /** Key of `/metrics`; without it there are no metrics. */
  metricsToken: string | undefined;
  /** Target of error reports, also from browsers; read when the process starts, not when the web is built. */
  sentryDsn: string | undefined;
  /** Key of the map in forms; they work without it. */
  mapsKey: string | undefined;
  /** Key of the directory of addresses, organisations and banks; a built-in one is used without it. */
  dadataToken: string | undefined;
  dadataSecret: string | undefined;
  /** Providers of sign-in may be on this machine or a private network: for tests. */
  allowLocalProviders: boolean;
  /** Public list of the banks of the fast payment system; a built-in one is used without it. */
  sbpMembersUrl: string | undefined;
  /** Service that knows who has the status of self-employed; without it a person decides. */
  npdUrl: string | undefined;
  /** The delivery host: cities, pickup points, geocoding; a built-in one is used without it. */
  deliveryUrl: string | undefined;
  /** Key that the gateway of the fast payment system signs its webhooks with; without it all are refused. */
  sbpSecret: string | undefined;
  /** A text service with OpenAI's chat API; without it the panel does not offer to write descriptions. */
  aiUrl: string | undefined;
  aiKey: string | undefined;
  aiModel: string;
  /** Folder of the built web. */
  distDir: string;
  production: boolean;
  version: string;
}

/** Reads and checks the environment. Throws an Error that names every invalid key. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  let values: EnvValues;
  try {
    values = schema.validateSync(given, { abortEarly: false });
  } catch (error) {
    if (error instanceof yup.ValidationError) throw new Error(`Environment: ${error.errors.join('; ')}`);
    throw error;
  }
  assertDatabaseAddresses(values);
  return {
    port: values.PORT,
    apiPort: values.API_PORT,
    ...apiAddresses(values),
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    isPublicUrlGuessed: values.PUBLIC_URL === undefined,
    adminPassword: values.ADMIN_PASSWORD,
    licenseKey: values.LICENSE_KEY,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    directUrl: values.DATABASE_DIRECT_URL,
    keepsPrepared: values.DATABASE_PREPARED,
    databasePool: values.DATABASE_POOL,
    replicaUrl: values.DATABASE_REPLICA_URL,
    replicaLagMs: values.DATABASE_REPLICA_LAG * 1000,
    processes: values.PROCESSES === 'auto' ? availableParallelism() : Number(values.PROCESSES),
    archiveAfterMonths: values.ARCHIVE_AFTER_MONTHS,
    demo: values.DEMO ?? !values.DATABASE_URL,
    rehearsal: rehearsalIn(values),
    logLevel: values.LOG_LEVEL,
    uploadMaxBytes: values.UPLOAD_MAX_MB * 1024 * 1024,
    corsOrigins: listIn(values.CORS_ORIGINS),
    pictureOrigins: pictureOriginsIn(values),
    trustProxy: trustProxyIn(values.TRUST_PROXY),
    metricsToken: values.METRICS_TOKEN,
    sentryDsn: values.SENTRY_DSN ?? values.NEXT_PUBLIC_SENTRY_DSN,
    mapsKey: values.MAPS_KEY,
    smtp: smtpIn(values),
    sms: values.SMS_URL ? { url: values.SMS_URL, key: values.SMS_KEY, from: values.SMS_FROM } : undefined,
    s3: s3In(values),
    dadataToken: values.DADATA_TOKEN,
    dadataSecret: values.DADATA_SECRET,
    allowLocalProviders: values.SIGN_IN_LOCAL_PROVIDERS,
    sbpMembersUrl: values.SBP_MEMBERS_URL,
    npdUrl: values.NPD_STATUS_URL,
    deliveryUrl: values.DELIVERY_URL,
    // In earnest a payment needs an acquirer: a link of ours is known to no bank.
    sbpSecret: (values.DEMO ?? !values.DATABASE_URL) ? values.SBP_SECRET : undefined,
    ...acquirersIn(values),
    secretsKeys: values.SECRETS_KEY?.split(','),
    aiUrl: values.AI_URL,
    aiKey: values.AI_KEY,
    aiModel: values.AI_MODEL,
    distDir: source.NEXT_DIST_DIR || '.next',
    production: source.NODE_ENV === 'production',
    version: source.npm_package_version ?? '1.0.0-rc',
  };
}

type EnvValues = yup.InferType<typeof schema>;

function assertDatabaseAddresses(values: EnvValues): void {
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL)
    throw new Error('Environment: DATABASE_REPLICA_URL needs DATABASE_URL, the server that it replicates');
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    throw new Error(
      'Environment: DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of the same server',
    );
}

/** One address is enough: the panel's server uses the browsers' address unless `API_URL` names a shorter route. */
function apiAddresses(values: EnvValues): Pick<Env, 'apiUrl' | 'browserApiUrl'> {
  const given = values.NEXT_PUBLIC_REST_API_ENDPOINT && trimEnd(values.NEXT_PUBLIC_REST_API_ENDPOINT, '/');
  const browserApiUrl = given && /^https?:/.test(given) && URL.canParse(given) ? given : undefined;
  return {
    apiUrl: values.API_URL === undefined ? browserApiUrl : trimEnd(values.API_URL, '/'),
    browserApiUrl,
  };
}

const listIn = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The panel on its own has no keys of the storage, but shows its pictures. */
function pictureOriginsIn(values: EnvValues): string[] {
  const { S3_PUBLIC_URL, S3_BROWSER_ENDPOINT, IMAGE_ORIGINS } = values;
  const given = [S3_PUBLIC_URL, S3_BROWSER_ENDPOINT, ...listIn(IMAGE_ORIGINS)].filter(
    (one) => one !== undefined,
  );
  return given.map((one) => {
    if (/^https?:\/\/[^\s*]+$/.test(one) && URL.canParse(one)) return new URL(one).origin;
    throw new Error(
      `Environment: IMAGE_ORIGINS must be addresses that start with http:// or https://, not ${one}`,
    );
  });
}

/** `true` would trust a header that any client can send, so it is refused. */
function trustProxyIn(value: string | undefined): TrustProxy {
  if (!value || value === 'false') return false;
  if (/^\d{1,2}$/.test(value)) return Number(value) || false;
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error(
    'Environment: TRUST_PROXY must be the number of proxies in front (1), or their addresses and networks (10.0.0.0/8, 192.168.1.5); true would believe any client',
  );
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function smtpIn({ SMTP_URL: url, MAIL_FROM: from }: EnvValues): Env['smtp'] {
  if (!url) return undefined;
  if (!URL.canParse(url)) throw new Error('Environment: SMTP_URL is no address');
  if (!from) throw new Error('Environment: SMTP_URL needs MAIL_FROM, the address that letters come from');
  return { url, from };
}

/** Only where no real money can come: in demo mode, without an acquirer, in one process, which holds the stand-in. */
function rehearsalIn(values: EnvValues): boolean {
  if (!values.REHEARSAL) return false;
  const hasAcquirer = values.YOOKASSA_SHOP_ID !== undefined || values.TBANK_TERMINAL !== undefined;
  if (values.DEMO !== true) throw new Error('Environment: REHEARSAL needs DEMO=true');
  if (hasAcquirer) throw new Error('Environment: REHEARSAL is for a demo without credentials of an acquirer');
  if (values.PROCESSES !== '1') throw new Error('Environment: REHEARSAL needs PROCESSES=1');
  return true;
}

function acquirersIn(values: EnvValues): AcquirerSettings {
  const { YOOKASSA_SHOP_ID: shopId, YOOKASSA_SECRET: secret, YOOKASSA_URL, TBANK_URL } = values;
  const { TBANK_TERMINAL: terminal, TBANK_PASSWORD: password, YOOKASSA_RECEIPTS: receipts } = values;
  if (!shopId !== !secret)
    throw new Error('Environment: YOOKASSA_SHOP_ID and YOOKASSA_SECRET are needed together');
  if (!terminal !== !password)
    throw new Error('Environment: TBANK_TERMINAL and TBANK_PASSWORD are needed together');
  if (receipts && !shopId)
    throw new Error('Environment: YOOKASSA_RECEIPTS needs YOOKASSA_SHOP_ID and YOOKASSA_SECRET');
  return {
    ...(shopId && secret && { yookassa: { shopId, secret, receipts, url: YOOKASSA_URL } }),
    ...(terminal && password && { tbank: { terminal, password, url: TBANK_URL } }),
    atol: atolIn(values),
    atolUrl: values.ATOL_URL,
  };
}

function atolIn(values: EnvValues): AcquirerSettings['atol'] {
  const { ATOL_LOGIN: login, ATOL_PASSWORD: password, ATOL_GROUP: group, ATOL_URL: url } = values;
  if (!login && !password && !group) return undefined;
  if (!login || !password || !group)
    throw new Error('Environment: ATOL_LOGIN, ATOL_PASSWORD and ATOL_GROUP are needed together');
  return { login, password, group, url };
}

function s3In(values: EnvValues): Env['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_KEY: key, S3_SECRET: secret } = values;
  if (!endpoint && !bucket && !key && !secret) return undefined;
  if (!endpoint || !bucket || !key || !secret) {
    throw new Error('Environment: S3_ENDPOINT, S3_BUCKET, S3_KEY and S3_SECRET are needed together');
  }
  return {
    endpoint,
    bucket,
    key,
    secret,
    region: values.S3_REGION,
    publicUrl: values.S3_PUBLIC_URL,
    browserEndpoint: values.S3_BROWSER_ENDPOINT,
  };
}
