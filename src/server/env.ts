import { resolve } from 'node:path';
import * as yup from 'yup';

/** The only place where the server reads its environment; `.env.example` documents each key. */
const schema = yup.object({
  PORT: yup.number().integer().min(0).max(65535).default(3000),
  API_PORT: yup.number().integer().min(0).max(65535).default(4000),
  API_URL: yup.string().url().optional(),
  PUBLIC_URL: yup.string().optional(),
  LICENSE_KEY: yup.string().optional(),
  ADMIN_PASSWORD: yup.string().optional(),
  HOST: yup.string().default('0.0.0.0'),
  DATA_DIR: yup.string().default('.data'),
  DATABASE_URL: yup
    .string()
    .matches(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres:// or postgresql://')
    .optional(),
  DATABASE_POOL: yup.number().integer().min(1).max(200).default(16),
  DEMO: yup.boolean().optional(),
  LOG_LEVEL: yup
    .string()
    .oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const)
    .default('warn'),
  UPLOAD_MAX_MB: yup.number().integer().min(1).max(1024).default(10),
  CORS_ORIGINS: yup.string().default(''),
  TRUST_PROXY: yup.boolean().default(false),
  NEXT_PUBLIC_SENTRY_DSN: yup.string().url().optional(),
  DADATA_TOKEN: yup.string().optional(),
  SBP_MEMBERS_URL: yup.string().url().optional(),
  DELIVERY_URL: yup
    .string()
    .matches(/^https?:\/\/\S+$/, 'DELIVERY_URL must start with http:// or https://')
    .optional(),
  SBP_SECRET: yup.string().min(16, 'SBP_SECRET must have at least 16 characters').optional(),
  AI_URL: yup
    .string()
    .matches(/^https?:\/\/\S+$/, 'AI_URL must start with http:// or https://')
    .optional(),
  AI_KEY: yup.string().optional(),
  AI_MODEL: yup.string().default('gpt-4o-mini'),
});

export interface Env {
  port: number;
  apiPort: number;
  /** Where the API is when the web runs apart from it. */
  apiUrl: string | undefined;
  host: string;
  /** Where people reach us: links in letters begin with it, never with what a request says of itself. */
  publicUrl: string;
  licenseKey: string | undefined;
  /** Of the account that `admin:create` makes; nobody else reads it. */
  adminPassword: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databasePool: number;
  /** Demo accounts and data; by default only with the embedded database. */
  demo: boolean;
  logLevel: string;
  uploadMaxBytes: number;
  corsOrigins: string[];
  trustProxy: boolean;
  sentryDsn: string | undefined;
  /** Key of the directory of addresses, organisations and banks; a bundled one answers without it. */
  dadataToken: string | undefined;
  /** Public list of the banks of the fast payment system; a bundled one answers without it. */
  sbpMembersUrl: string | undefined;
  /** The delivery host: cities, pickup points, geocoding; a bundled one answers without it. */
  deliveryUrl: string | undefined;
  /** Key that the gateway of the fast payment system signs its webhooks with; without it none is let in. */
  sbpSecret: string | undefined;
  /** A text service that speaks the chat dialect of OpenAI; nothing offers to write descriptions without it. */
  aiUrl: string | undefined;
  aiKey: string | undefined;
  aiModel: string;
  /** Folder of the web's build. */
  distDir: string;
  production: boolean;
  version: string;
}

/** Reads and checks the environment. Throws an Error that names every wrong key. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  let values: yup.InferType<typeof schema>;
  try {
    values = schema.validateSync(given, { abortEarly: false });
  } catch (error) {
    if (error instanceof yup.ValidationError) throw new Error(`Environment: ${error.errors.join('; ')}`);
    throw error;
  }
  return {
    port: values.PORT,
    apiPort: values.API_PORT,
    apiUrl: values.API_URL,
    host: values.HOST,
    publicUrl: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/$/, ''),
    adminPassword: values.ADMIN_PASSWORD,
    licenseKey: values.LICENSE_KEY,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    demo: values.DEMO ?? !values.DATABASE_URL,
    logLevel: values.LOG_LEVEL,
    uploadMaxBytes: values.UPLOAD_MAX_MB * 1024 * 1024,
    corsOrigins: values.CORS_ORIGINS.split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
    trustProxy: values.TRUST_PROXY,
    sentryDsn: values.NEXT_PUBLIC_SENTRY_DSN,
    dadataToken: values.DADATA_TOKEN,
    sbpMembersUrl: values.SBP_MEMBERS_URL,
    deliveryUrl: values.DELIVERY_URL,
    sbpSecret: values.SBP_SECRET,
    aiUrl: values.AI_URL,
    aiKey: values.AI_KEY,
    aiModel: values.AI_MODEL,
    distDir: source.NEXT_DIST_DIR || '.next',
    production: source.NODE_ENV === 'production',
    version: source.npm_package_version ?? '0.1.0',
  };
}
