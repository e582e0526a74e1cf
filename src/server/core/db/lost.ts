import { setTimeout as pause } from 'node:timers/promises';

/**
 * PostgreSQL's codes for a server that cannot serve this connection any more: it broke (08), the server stops, crashed
 * or starts (57P01 to 57P03), or is no primary any more and refuses writes (25006).
 */
const lostCode = /^(08|57P0[1-3]$|25006$)/;

/** Socket errors of a peer that is down. */
const lostSocket = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
]);

/** Messages of pg for a broken connection, which have no code. */
const lostMessage = /^(Connection terminated|Client (has encountered|was closed))/;

/** True when the connection to the database broke, or its server is no longer the one to ask. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String(Reflect.get(error, 'code'));
  return lostCode.test(code) || lostSocket.has(code) || lostMessage.test(error.message);
}

/** Two seconds in all: a pooler that restarts, a primary that hands over. Longer waits are the client's. */
export const pausesMs: readonly number[] = [50, 150, 300, 500, 1000];

/** Repeats what changes nothing, or nothing that matters twice, while its connection is lost. */
export async function beginAnew<Result>(run: () => Promise<Result>): Promise<Result> {
  for (const ms of pausesMs) {
    try {
      return await run();
    } catch (error) {
      if (!isLost(error)) throw error;
    }
    await pause(ms);
  }
  return run();
}
