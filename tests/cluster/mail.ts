import { createServer, type Socket } from 'node:net';

/** A mail server that counts how often it was given each letter: a letter has the same Message-ID in every attempt. */
export async function startMail(): Promise<{ url: string; counts: Map<string, number>; close: () => void }> {
  const counts = new Map<string, number>();
  const take = (letter: string) => {
    const id = /^message-id: (.*)$/im.exec(letter)?.[1] ?? letter;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };
  const server = createServer((socket) => talk(socket, take));
  const port = 3391;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `smtp://robot:secret@127.0.0.1:${port}`, counts, close: () => void server.close() };
}

function talk(socket: Socket, take: (letter: string) => void): void {
  let rest = '';
  let letter: string | undefined;
  const answer = (line: string) => void socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const word = line.split(/[ :]/)[0]?.toUpperCase();
    if (word === 'EHLO') return answer('250-test\r\n250 AUTH PLAIN');
    if (word === 'AUTH') return answer('235 come in');
    if (word === 'QUIT') return void socket.end('221 bye\r\n');
    if (word !== 'DATA') return answer('250 ok');
    letter = '';
    return answer('354 go on');
  };
  socket.on('error', () => {});
  answer('220 test');
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (letter === undefined) command(line);
      else if (line !== '.') letter += `${line}\n`;
      else {
        take(letter);
        letter = undefined;
        answer('250 taken');
      }
    }
  });
}
