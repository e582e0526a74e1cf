import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The same parts with the first one already computed, so that an invalid query fails before the response has begun. */
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

/** Sends a file in parts that have `begun`, so its headers are set only once there is a file. */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Buffer>,
  { name, type }: { name: string; type: string },
): Readable {
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(parts);
}
