import { once } from 'node:events';
import { createServer as createSecureServer, type Server } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { s3Files } from '@/server/integrations/files/s3';
import { checkMail, openMail } from '@/server/integrations/mail/mail';
import { ask } from '@/server/integrations/outgoing/outgoing';
import { s3Keys } from '../../support/storage/fake-s3';
import { type Certificate, type CertificateName, makeCertificates, wrongCertificates } from './certificates';

/** Whoever stands between us and a service shows a certificate that is expired, of another host or signed by itself. */
let all: ReturnType<typeof makeCertificates>;
const usual = getCACertificates('default');
const open: { close: () => void }[] = [];

beforeAll(() => {
  all = makeCertificates();
  setDefaultCACertificates([...usual, all.authority]);
});
afterAll(() => setDefaultCACertificates(usual));
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function portOf(server: Server | ReturnType<typeof createServer>): Promise<number> {
  open.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const letter = { key: 'a', to: 'anna@test.ru', subject: 'Заказ', body: 'Собран.', unsubscribe: undefined };
const from = 'Гостиный двор <no-reply@shop.ru>';

/** What a mail server was told, its own side of a conversation with or without TLS. */
function talk(socket: Socket, told: string[], offer: { tls?: Certificate; startTls?: boolean } = {}): void {
  const say = (line: string) => void socket.write(`${line}\r\n`);
  let isData = false;
  socket.on('error', () => {});
  socket.on('data', (text: Buffer) => {
    for (const line of text.toString().split('\r\n').filter(Boolean)) {
      // What is within a letter is no command.
      told.push(isData && line !== '.' ? `> ${line}` : line);
      if (isData) {
        if (line !== '.') continue;
        isData = false;
        say('250 taken');
      } else if (line.startsWith('EHLO'))
        say(`250-test\r\n${offer.startTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN`);
      else if (line.startsWith('AUTH')) say('235 come in');
      else if (line === 'STARTTLS' && offer.startTls && offer.tls) {
        socket.removeAllListeners('data');
        say('220 go on');
        talk(new TLSSocket(socket, { isServer: true, ...offer.tls }), told);
      } else if (line === 'STARTTLS') say('502 what is that');
      else if (line === 'DATA') {
        isData = true;
        say('354 go on');
      } else say('250 ok');
    }
  });
}

/** The services, each asked over a certificate: what they were told, and how it ended. */
const services: Record<string, (name: CertificateName) => Promise<{ told: string[]; end: string }>> = {
  'another service': async (name) => {
    const told: string[] = [];
    const port = await portOf(
      createSecureServer(all[name], (request, response) => {
        told.push(String(request.headers.authorization));
        response.end('{}');
      }),
    );
    const asked = ask(`https://localhost:${port}/`, {
      totalMs: 5000,
      headers: { authorization: 'top-secret' },
    });
    return { told, end: await endOf(asked) };
  },
  'a storage of files': async (name) => {
    const told: string[] = [];
    const port = await portOf(
      createSecureServer(all[name], (request, response) => {
        told.push(String(request.headers.authorization));
        response.end();
      }),
    );
    const files = s3Files({ ...s3Keys, endpoint: `https://localhost:${port}` }, undefined);
    return { told, end: await endOf(files.put('a/b.png', Buffer.from('a'))) };
  },
  'a mail server': async (name) => {
    const told: string[] = [];
    const port = await portOf(
      createTlsServer(all[name], (socket) => {
        socket.write('220 test\r\n');
        talk(socket, told);
      }),
    );
    const send = openMail({ url: `smtps://robot:top-secret@localhost:${port}`, from }, 3000);
    return { told, end: await endOf(send(letter)) };
  },
  'a mail server that begins in plain text': async (name) => {
    const told: string[] = [];
    const port = await portOf(
      createServer((socket) => {
        socket.write('220 test\r\n');
        talk(socket, told, { tls: all[name], startTls: true });
      }),
    );
    // Not `localhost`, to which a password may go in plain text.
    const send = openMail({ url: `smtp://robot:top-secret@0.0.0.0:${port}`, from }, 3000);
    return { told, end: await endOf(send(letter)) };
  },
};

const endOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => `refused: ${error instanceof Error ? error.message : String(error)}`,
  );

describe.each(Object.keys(services))('%s', (service) => {
  it('is asked when its certificate is good', async () => {
    const found = await services[service]?.('good');
    expect(found?.end).toBe('done');
    expect(found?.told.length).toBeGreaterThan(0);
  });

  it.each(wrongCertificates)('is told nothing when its certificate is %s', async (name) => {
    const found = await services[service]?.(name);
    expect(found?.end).toMatch(/^refused/);
    expect(found?.told.filter((line) => !/^(EHLO|STARTTLS|QUIT|RSET)/.test(line))).toEqual([]);
  });
});

it('a password is not told to a mail server whose STARTTLS was taken away', async () => {
  const told: string[] = [];
  const port = await portOf(
    createServer((socket) => {
      socket.write('220 test\r\n');
      talk(socket, told);
    }),
  );
  const send = openMail({ url: `smtp://robot:top-secret@0.0.0.0:${port}`, from }, 3000);

  expect(await endOf(send(letter))).toMatch(/^refused/);
  expect(told.filter((line) => /^(AUTH|MAIL|DATA)/.test(line))).toEqual([]);
});

describe('a mail server', () => {
  const answerWith = async (speak: (socket: Socket) => void) => {
    const port = await portOf(
      createServer((socket) => {
        socket.on('error', () => {});
        speak(socket);
      }),
    );
    const began = performance.now();
    const end = await endOf(openMail({ url: `smtp://127.0.0.1:${port}`, from }, 500)(letter));
    return { end, ms: performance.now() - began };
  };

  it('that greets by one sign after another is given up', async () => {
    const { end, ms } = await answerWith((socket) => {
      const timer = setInterval(() => socket.write('2'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect(end).toMatch(/^refused/);
    expect(ms).toBeLessThan(20_000);
  });

  it('that goes on telling a sign at a time loses its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const port = await portOf(
      createServer((socket) => {
        socket.on('error', () => {});
        closed = new Promise((resolve) => socket.once('close', resolve));
        socket.write('220 test\r\n');
        const timer = setInterval(() => socket.write('2'), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const send = openMail({ url: `smtp://127.0.0.1:${port}`, from }, 3000, 1000);

    expect(await endOf(send(letter))).toBe('refused: Too slow');
    const began = performance.now();
    await closed;
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('that tells the doctor a sign at a time loses its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const port = await portOf(
      createServer((socket) => {
        socket.on('error', () => {});
        closed = new Promise((resolve) => socket.once('close', resolve));
        socket.write('220 test\r\n');
        const timer = setInterval(() => socket.write('2'), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    const began = performance.now();
    await expect(checkMail({ url: `smtp://127.0.0.1:${port}`, from }, 3000, 1000)).rejects.toThrow(
      'without end',
    );
    await closed;
    expect(performance.now() - began).toBeLessThan(4000);
  });

  it('whose reply has no end is not listened to', async () => {
    let sent = 0;
    const { end } = await answerWith((socket) => {
      socket.write('220 test\r\n');
      const more = () => {
        if (socket.destroyed) return;
        sent += 100_000;
        socket.write(`250-${'x'.repeat(99_994)}\r\n`, more);
      };
      socket.once('data', more);
    });
    expect(end).toMatch(/^refused/);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('gets one letter, whatever its texts say', async () => {
    const told: string[] = [];
    const port = await portOf(
      createServer((socket) => {
        socket.write('220 test\r\n');
        talk(socket, told);
      }),
    );
    const command = '\r\n.\r\nMAIL FROM:<evil@test.ru>\r\nRCPT TO:<evil@test.ru>\r\nDATA\r\n';
    const send = openMail({ url: `smtp://127.0.0.1:${port}`, from }, 3000);
    await send({ ...letter, subject: `Тема${command}`, body: `Текст${command}`, key: `a${command}` }).catch(
      () => {},
    );
    await send({ ...letter, unsubscribe: `https://shop.ru/a${command}` }).catch(() => {});
    await send({ ...letter, to: `anna@test.ru>${command}` }).catch(() => {});

    const commands = told.filter((line) => /^(MAIL FROM|RCPT TO):/.test(line));
    expect(commands.length).toBeGreaterThan(1);
    expect(told.filter((line) => line === '.').length).toBe(
      commands.filter((line) => line.startsWith('MAIL')).length,
    );
    expect(commands.filter((line) => /<evil@/.test(line))).toEqual([]);
  });
});
