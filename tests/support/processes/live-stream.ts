import { get, type IncomingMessage } from 'node:http';

/** Types of events received by a live stream so far. */
export async function listenLive(port: number, token: string): Promise<{ types: string[]; end: () => void }> {
  const types: string[] = [];
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get({ port, host: '127.0.0.1', path: '/admin/rest/live', headers }, resolve).on('error', reject);
  });
  let rest = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    rest += text;
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    types.push(...parts.flatMap((part) => /event: (.+)/.exec(part)?.[1] ?? []));
  });
  answer.on('error', () => {});
  return { types, end: () => void answer.destroy() };
}
