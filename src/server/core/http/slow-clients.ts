import { randomUUID } from 'node:crypto';
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@/contract/core/errors';
import { AppError, errorBody, httpStatus } from '../errors';

/** Timeouts of a connection in milliseconds. Live streams outlast `connectionTimeout` by their heartbeat of 20 seconds. */
export const timeouts = {
  http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
  /** Without a byte in either direction: a stalled reader, or a client that is gone. */
  connectionTimeout: 120_000,
  /** For a whole request, however large its uploads are. */
  requestTimeout: 3600_000,
};

/** Minimum average rate of a body after a grace period; 10 MB at 0.5 Mbit/s arrive four times as fast. */
const bytesPerSecond = 16 * 1024;
const graceSeconds = 30;
const checkMs = 5000;

interface Incoming {
  request: FastifyRequest;
  reply: FastifyReply;
  begun: number;
  /** Bytes that the connection had already received. */
  before: number;
}

/** Disconnects clients that send a body more slowly than any real link: each would hold memory and a connection. */
export function cutSlowBodies(app: FastifyInstance): void {
  const coming = new Set<Incoming>();
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request;
    const hasBody =
      raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length']) > 0;
    if (!hasBody || raw.complete) return;
    coming.add({ request, reply, ...begin(raw) });
  });
  const timer = setInterval(() => {
    for (const each of coming) {
      const { raw } = each.request;
      if (raw.complete || raw.destroyed) coming.delete(each);
      // Received bytes are still unread, so the server is the slow side: restart the measurement.
      else if (raw.readableLength > 0) Object.assign(each, begin(raw));
      else if (isTooSlow(each)) {
        coming.delete(each);
        each.request.log.info('cut off: the body came too slowly');
        if (each.reply.raw.headersSent) raw.destroy();
        else hangUp(raw.socket, 'REQUEST_TIMEOUT');
      }
    }
  }, checkMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function begin(raw: IncomingMessage): Pick<Incoming, 'begun' | 'before'> {
  return { begun: Date.now(), before: raw.socket.bytesRead };
}

function isTooSlow({ request: { raw }, begun, before }: Incoming): boolean {
  const seconds = (Date.now() - begun) / 1000 - graceSeconds;
  return seconds > 0 && raw.socket.bytesRead - before < seconds * bytesPerSecond;
}

/** Sends an error body on a connection without a complete request, then closes it. */
export function hangUp(socket: Socket, code: ErrorCode): void {
  const error = new AppError(code);
  const body = JSON.stringify(errorBody(error, randomUUID()));
  const head = [
    `HTTP/1.1 ${httpStatus(error)} ${STATUS_CODES[httpStatus(error)]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
