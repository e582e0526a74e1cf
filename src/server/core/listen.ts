import { isIPv6 } from 'node:net';
import type { Env } from './env';

const everywhere = '0.0.0.0';
const thisComputer = '127.0.0.1';

/**
 * The address to listen on. The password of the demo accounts is known to all, so only this computer reaches them unless
 * HOST says otherwise. The panel on its own has no accounts.
 */
export function listenHost({ host, demo }: Pick<Env, 'host' | 'demo'>, hasAccounts = true): string {
  return host ?? (demo && hasAccounts ? thisComputer : everywhere);
}

export const isThisComputer = (host: string) => /^(localhost|127(\.\d+){3}|::1)$/.test(host);

/** How a person reaches it with a browser on this computer. */
export function shownAddress(host: string, port: number): string {
  if (host === everywhere || host === '::' || host === thisComputer) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Why a port cannot be opened, and what to do; the doctor and a start say the same. */
export function portAdvice(error: unknown, { host, port }: { host: string; port: number }): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return code === 'EADDRINUSE'
    ? `Port ${port} is in use: by the product itself, or set another PORT.`
    : `Port ${port} on ${host} cannot be opened (${code}): change PORT or HOST.`;
}
