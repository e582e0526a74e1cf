import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * The same parts, the heading and the first batch of rows already made: what is wrong with a query is found out while a
 * refusal can still be one.
 */
export async function begun<Part>(parts: AsyncIterable<Part>): Promise<AsyncIterable<Part>> {
  const source = parts[Symbol.asyncIterator]();
  const first: Part[] = [];
  for (const _step of ['heading', 'rows']) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
  }
  return resumed(first, source);
}

async function* resumed<Part>(first: Part[], source: AsyncIterator<Part>): AsyncGenerator<Part> {
  try {
    yield* first;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  } finally {
    await source.return?.();
  }
}

/** Answers a file made in parts, which have `begun`: headers name it a file only once there is one. */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Buffer>,
  { name, type }: { name: string; type: string },
): Readable {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(parts);
}
