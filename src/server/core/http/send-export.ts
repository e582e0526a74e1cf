import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { AppError } from '../errors';
import { toNetwork } from '../rate-limits';
import { WorkQueue } from '../work-queue';

/** Who exports. */
interface Person {
  user: { id: number } | null;
  ip: string;
}

const perPerson = 3;
const retryAfterSeconds = 10;

/** Responses that are being sent, by person; in this process, so that a killed one leaves nothing behind. */
const running = new Map<string, Set<ServerResponse>>();

/** Exports compute their batches in turn, one at a time, so that other requests do not wait for all of them. */
const turns = new WorkQueue({ slots: 1, maxWaiting: 0 });

/** Counts an export of a person, or of a visitor's network, until its response ends. Throws TOO_MANY_EXPORTS. */
export function countExport(by: Person, { raw }: FastifyReply): void {
  const person = by.user ? String(by.user.id) : toNetwork(by);
  const own = running.get(person) ?? new Set();
  if (own.size >= perPerson && !own.has(raw)) {
    throw new AppError('TOO_MANY_EXPORTS', { retryAfter: retryAfterSeconds });
  }
  // The client may have left already.
  if (raw.destroyed) return;
  running.set(person, own.add(raw));
  raw.once('close', () => {
    own.delete(raw);
    if (own.size === 0) running.delete(person);
  });
}

/**
 * Counts an export and computes its first part, so that an invalid query fails before the response has begun. Throws
 * TOO_MANY_EXPORTS.
 */
export async function startExport<Part>(
  person: Person,
  reply: FastifyReply,
  parts: AsyncIterable<Part>,
): Promise<AsyncIterable<Part>> {
  countExport(person, reply);
  const source = parts[Symbol.asyncIterator]();
  const next = () =>
    turns.run(
      async () => {
        const part = await source.next();
        // Other requests come first: a database in this process never leaves the event loop to them.
        await setImmediate();
        return part;
      },
      { isPatient: true },
    );
  const first: Part[] = [];
  for (const _step of ['heading', 'rows']) {
    const part = await next();
    if (part.done) break;
    first.push(part.value);
  }
  return resumed(first, { next, return: async () => source.return?.() });
}

interface Source<Part> {
  next: () => Promise<IteratorResult<Part>>;
  return: () => Promise<unknown>;
}

async function* resumed<Part>(first: Part[], source: Source<Part>): AsyncGenerator<Part> {
  try {
    yield* first;
    for (let part = await source.next(); !part.done; part = await source.next()) yield part.value;
  } finally {
    await source.return();
  }
}

/** Sends a file in parts that have started, so its headers are set only once there is a file. */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Buffer>,
  { name, type }: { name: string; type: string },
): Readable {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(parts);
}
