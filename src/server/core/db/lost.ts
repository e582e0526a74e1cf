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
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = String(Reflect.get(error, 'code'));
  return lostCode.test(code) || lostSocket.has(code) || lostMessage.test(error.message);
}

/** Between attempts: a pooler that restarts, a primary that hands over. Longer waits are the client's. */
const pausesMs = [50, 150, 300, 500, 1000];
/** An attempt may itself wait for seconds in a pooler; then it is the last. */
const patienceMs = 4000;

/** The pauses after losses, as long as one more attempt is worth it. */
export function* reconnectPauses(): Generator<number, undefined> {
  const until = performance.now() + patienceMs;
  for (const ms of pausesMs) {
    if (performance.now() > until) return undefined;
    yield ms;
  }
  return undefined;
}

/** Repeats what changes nothing, or nothing that matters twice, while its connection is lost. */
export async function retryAfterReconnect<Result>(run: () => Promise<Result>): Promise<Result> {
  const pauses = reconnectPauses();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const ms = isConnectionLost(error) ? pauses.next().value : undefined;
      if (ms === undefined) throw error;
      await pause(ms);
    }
  }
}
