import { connect, type Socket } from 'node:net';

/**
 * Sends the same request over and over on kept connections. It only looks for the length of the answer: a client that
 * parses takes as much processor as the server and slows it down on the same machine.
 */
export interface Load {
  /** Milliseconds of every answer. */
  times: number[];
  /** Of the last answer. */
  bytes: number;
}

export async function load(
  address: string,
  headers: Record<string, string>,
  connections: number,
  ms: number,
): Promise<Load> {
  const { hostname, port, pathname, search } = new URL(address);
  const lines = Object.entries({ host: `${hostname}:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const request = [`GET ${pathname}${search} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  const done: Load = { times: [], bytes: 0 };
  const until = performance.now() + ms;
  const caller = async () => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    while (performance.now() < until) {
      const asked = performance.now();
      done.bytes = await ask(socket, request);
      done.times.push(performance.now() - asked);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, caller));
  return done;
}

/** Bytes of the body. Throws on any status but 200, and on an answer without a length. */
function ask(socket: Socket, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let missing = Number.POSITIVE_INFINITY;
    let length = 0;
    const take = (part: Buffer) => {
      if (missing === Number.POSITIVE_INFINITY) {
        const end = part.indexOf('\r\n\r\n');
        const head = part.toString('latin1', 0, Math.max(end, 0));
        length = Number(/^content-length: (\d+)$/im.exec(head)?.[1]);
        if (!head.startsWith('HTTP/1.1 200 ') || Number.isNaN(length)) return settle(new Error(head));
        missing = length + end + 4;
      }
      missing -= part.length;
      if (missing <= 0) settle();
    };
    const settle = (error?: Error) => {
      socket.off('data', take).off('error', settle);
      if (error) reject(error);
      else resolve(length);
    };
    socket.on('data', take).on('error', settle).write(request);
  });
}
