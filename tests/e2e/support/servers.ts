import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All that the browser tests open follows it: with another `E2E_PORT` two checkouts are tested at once on one machine. */
export const firstPort = Number(process.env.E2E_PORT ?? 3210);

/**
 * The two servers of the browser tests, from one build: the product as shipped, and one whose administrator switches
 * languages on and whose orders are paid at a stand-in acquirer.
 */
export const servers = {
  plain: { port: firstPort },
  languages: { port: firstPort + 1 },
} as const;

/** The first port of the stand-in services (`npm run fakes`): YooKassa, T-Bank, the cash register, the bank. */
export const fakesPort = firstPort + 2;

const yookassa = {
  YOOKASSA_SHOP_ID: '100500',
  YOOKASSA_SECRET: 'test_secret',
  YOOKASSA_URL: `http://127.0.0.1:${fakesPort}/v3`,
};

export const buildDir = '.next';

export type ServerName = keyof typeof servers;

/** Environment for building and starting a server. */
export function serverEnv(name: ServerName): Record<string, string> {
  const { port } = servers[name];
  return {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    NEXT_DIST_DIR: buildDir,
    NEXT_PUBLIC_AVAILABLE_LANGUAGES: '',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(tmpdir(), `gostiny-e2e-${firstPort}-${name}`),
    DATABASE_URL: '',
    DEMO: 'true',
    LOG_LEVEL: 'error',
    SIGN_IN_LOCAL_PROVIDERS: 'true',
    ...(name === 'languages' && yookassa),
  };
}

export function baseUrl(name: ServerName): string {
  return `http://localhost:${servers[name].port}/admin/`;
}
