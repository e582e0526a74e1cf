import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

interface Letter {
  from: string;
  to: string[];
  /** Raw headers and body. */
  text: string;
}

export interface FakeSmtp {
  /** `smtp://user:password@127.0.0.1:port` */
  readonly url: string;
  readonly letters: Letter[];
  readonly logins: string[];
  /** Replies by command instead of `250`: `{ 'RCPT': '550 no such user' }`. */
  refuse: Record<string, string>;
  /** Accepts connections and stays silent. */
  isSilent: boolean;
  /** Closes every connection. */
  hangUp: () => void;
}

/** A mail server with just enough SMTP to accept an e-mail. */
export function setUpSmtp(): FakeSmtp {
  let server: Server;
  const open = new Set<Socket>();
  const state: FakeSmtp & { url: string; letters: Letter[]; logins: string[] } = {
    url: '',
    letters: [],
    logins: [],
    refuse: {},
    isSilent: false,
    hangUp() {
      for (const socket of open) socket.destroy();
    },
  };
  beforeAll(async () => {
    server = createServer((socket) => {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {});
      if (!state.isSilent) talk(socket, state);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    state.url = `smtp://robot:top-secret@127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    Object.assign(state, { letters: [], logins: [], refuse: {}, isSilent: false });
  });
  afterAll(() => {
    state.hangUp();
    server.close();
  });
  return state;
}

function talk(socket: Socket, state: FakeSmtp): void {
  let letter: Letter = { from: '', to: [], text: '' };
  let isData = false;
  let rest = '';
  const answer = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const word = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    const refusal = state.refuse[word];
    if (refusal) return answer(refusal);
    if (word === 'EHLO') return answer('250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN');
    if (word === 'AUTH') {
      state.logins.push(Buffer.from(line.split(' ')[2] ?? '', 'base64').toString());
      return answer('235 come in');
    }
    if (word === 'MAIL') letter = { from: line, to: [], text: '' };
    if (word === 'RCPT') letter.to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
    if (word === 'QUIT') return void socket.end('221 bye\r\n');
    if (word !== 'DATA') return answer('250 ok');
    isData = true;
    return answer('354 go on');
  };
  answer('220 test');
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    rest += text;
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 2);
      if (!isData) command(line);
      else if (line === '.') {
        isData = false;
        const refusal = state.refuse.END;
        if (!refusal) state.letters.push(letter);
        answer(refusal ?? '250 taken');
      } else letter.text += `${line.replace(/^\.\./, '.')}\n`;
    }
  });
}
