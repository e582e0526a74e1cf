import { Agent, request as ask, type IncomingHttpHeaders } from 'node:http';
import type { Json } from './values';

export interface Request {
  method: string;
  /** Below the base of the API, encoded, with its query. */
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  ms: number;
  /** The connection ended before the response did. */
  isBroken: boolean;
  /** There was no response in time. */
  isHanging: boolean;
  json: () => Json;
  code: () => string;
}

export type Send = (request: Request) => Promise<Reply>;

const patienceMs = 20_000;
const maxText = 8 * 1024 * 1024;

/** The list that an address with a parameter belongs to: `shops` for `shops/:key/ledger`. */
export const baseOf = (path: string): string => path.split(/\/(?::|\*)/)[0] ?? path;

/** Sends a request to a listening server, like any client. */
export function sender(port: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const once = ({ method, url, headers, body }: Request) =>
    new Promise<Reply & { isStale: boolean }>((resolve) => {
      const started = performance.now();
      const parts: Buffer[] = [];
      let isDone = false;
      const done = (status: number, got: IncomingHttpHeaders, more: Partial<Reply> = {}) => {
        if (isDone) return;
        isDone = true;
        clearTimeout(timer);
        const reply = replyOf(
          status,
          got,
          Buffer.concat(parts).toString(),
          performance.now() - started,
          more,
        );
        resolve({ ...reply, isStale: status === 0 && client.reusedSocket && !reply.isHanging });
      };
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const client = ask(
        {
          agent,
          port,
          host: '127.0.0.1',
          method,
          path: `/admin/rest/${url}`,
          headers: { ...headers, ...length },
        },
        (response) => {
          const status = response.statusCode ?? 0;
          if (String(response.headers['content-type']).startsWith('text/event-stream')) {
            done(status, response.headers);
            client.destroy();
            return;
          }
          let size = 0;
          response.on('data', (part: Buffer) => {
            size += part.length;
            if (size < maxText) parts.push(part);
          });
          response.on('end', () => done(status, response.headers));
          response.on('error', () => done(status, response.headers, { isBroken: true }));
        },
      );
      const timer = setTimeout(() => {
        done(0, {}, { isHanging: true });
        client.destroy();
      }, patienceMs);
      client.on('error', () => done(0, {}, { isBroken: true }));
      client.end(body);
    });
  return async (request) => {
    const reply = await once(request);
    // The server may close a kept-alive connection at the very moment in which it is reused.
    return reply.isStale ? once(request) : reply;
  };
}

function replyOf(
  status: number,
  headers: IncomingHttpHeaders,
  text: string,
  ms: number,
  more: Partial<Reply>,
): Reply {
  const json = () => {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return null;
    }
  };
  const code = () => {
    const body = json();
    return body !== null && typeof body === 'object' && !Array.isArray(body)
      ? String(body.message ?? '')
      : '';
  };
  return { status, headers, text, ms, isBroken: false, isHanging: false, json, code, ...more };
}
