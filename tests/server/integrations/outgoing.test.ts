import { createServer } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type CalledService,
  type CallRequest,
  call,
  type Exchange,
  maxRepeats,
} from '@/server/integrations/outgoing/call';
import { ask, internet } from '@/server/integrations/outgoing/outgoing';
import { redactBody, redactUrl, scrub } from '@/server/integrations/outgoing/redact';
import { type Answer, say, setUpService } from '../../support/fake-service';

/** The one client of other servers: what it sends, what it waits for, what it repeats, and what it writes down. */
const service = setUpService();

describe('a request', () => {
  it('ends after the time for the connection when none stands', async () => {
    // Accepts the connection and never speaks TLS.
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((done) => silent.once('listening', done));
    const { port } = silent.address() as { port: number };
    const began = Date.now();

    const problem = ask(`https://127.0.0.1:${port}/`, { connectMs: 100, totalMs: 10_000 });

    await expect(problem).rejects.toMatchObject({ problem: 'timeout' });
    expect(Date.now() - began).toBeLessThan(5000);
    silent.close();
  });

  it('ends with the signal of its caller', async () => {
    service.answer = () => {};

    const stopped = ask(service.base, { totalMs: 10_000, signal: AbortSignal.timeout(50) });

    await expect(stopped).rejects.toMatchObject({ problem: 'unreachable' });
  });

  it('follows no redirect unless it is told how many', async () => {
    service.answer = (response, { url }) =>
      url === '/there' ? say('here')(response, {} as never) : toThere(response, {} as never);

    await expect(ask(service.base, { totalMs: 1000 })).rejects.toMatchObject({ problem: 'elsewhere' });
    const { body } = await ask(service.base, { totalMs: 1000, redirects: 1 });

    expect(String(body)).toBe('here');
  });

  it('reads no more of an answer than its limit', async () => {
    service.answer = say('x'.repeat(1001));

    await expect(ask(service.base, { totalMs: 1000, maxBytes: 1000 })).rejects.toMatchObject({
      problem: 'too-large',
    });
    expect((await ask(service.base, { totalMs: 1000, maxBytes: 1001 })).body).toHaveLength(1001);
  });

  it('to an address that a person has given never reaches this machine', async () => {
    const address = service.base.replace('127.0.0.1', 'shop.example');
    const network = { ...internet, resolve: async () => ['127.0.0.1'], ports: 'any' as const };

    await expect(ask(address, { totalMs: 1000, network })).rejects.toMatchObject({ problem: 'forbidden' });
    expect(service.asked).toEqual([]);
  });
});

const toThere: Answer = (response) => response.writeHead(302, { location: '/there' }).end();

const acquirer: CalledService = {
  name: 'acquirer',
  keeps: { values: ['id', 'status'], texts: ['description'], secrets: ['top-secret'] },
  mayRepeat: (outcome) => outcome.kind === 'unknown' || outcome.status === 429,
};
let journal: Exchange[];
let pauses: number[];
beforeEach(() => {
  journal = [];
  pauses = [];
});

const callAcquirer = (more: Partial<CallRequest> = {}, totalMs = 1000) =>
  call(
    acquirer,
    {
      method: 'POST',
      url: `${service.base}/payments`,
      headers: { authorization: 'Bearer top-secret', 'idempotence-key': 'key-1' },
      body: { id: 'p-1', phone: '+79991234567' },
      repeats: 0,
      reference: 'order-7',
      idempotencyKey: 'key-1',
      ...more,
    },
    {
      journal: async (exchange) => void journal.push(exchange),
      pause: async (ms) => void pauses.push(ms),
      random: () => 0.5,
      totalMs,
    },
  );

describe('a call of a service', () => {
  it.each([
    ['a good answer', say({ id: 'p-1' }), { kind: 'answered', status: 200, body: { id: 'p-1' } }],
    ['a refusal', say({ id: 'e-1' }, 400), { kind: 'refused', status: 400, body: { id: 'e-1' } }],
    ['a limit', say({}, 429), { kind: 'refused', status: 429, body: {} }],
    ['a failure', say({ id: 'e-1' }, 500), { kind: 'unknown', failure: 'broken 500', body: { id: 'e-1' } }],
    ['a proxy that waited', say({}, 408), { kind: 'unknown', failure: 'broken 408', body: {} }],
    ['a page', say('<html>', 403), { kind: 'unknown', failure: 'unreadable 403', body: {} }],
    ['a list', say([1]), { kind: 'unknown', failure: 'unreadable 200', body: {} }],
    ['half of JSON', say('{"id":'), { kind: 'unknown', failure: 'unreadable 200', body: {} }],
    ['a way elsewhere', toThere, { kind: 'unknown', failure: 'unreachable', body: {} }],
    [
      'a dropped connection',
      (response) => response.destroy(),
      { kind: 'unknown', failure: 'unreachable', body: {} },
    ],
    ['silence', () => {}, { kind: 'unknown', failure: 'timeout', body: {} }],
  ] satisfies [string, Answer, object][])('ends with what %s means', async (_what, answer, outcome) => {
    service.answer = answer;

    expect(await callAcquirer({}, 200)).toEqual(outcome);
    expect(journal).toHaveLength(1);
    expect(journal[0]?.outcome).toBe(outcome.kind);
  });

  it('is repeated with the same key, after growing pauses, until the answer is known', async () => {
    service.answer = (response, asked) =>
      say({ id: 'p-1' }, service.asked.length < 3 ? 500 : 200)(response, asked);

    expect(await callAcquirer({ repeats: maxRepeats })).toMatchObject({ kind: 'answered' });
    expect(service.asked.map(({ headers }) => headers['idempotence-key'])).toEqual(Array(3).fill('key-1'));
    expect(new Set(service.asked.map(({ body }) => String(body))).size).toBe(1);
    expect(pauses).toEqual([1000, 2000]);
  });

  it.each([401, 403, 429])(
    'stays unknown when an answer was lost and the repeat ends with %s',
    async (status) => {
      service.answer = (response, asked) =>
        say({}, service.asked.length === 1 ? 500 : status)(response, asked);

      expect(await callAcquirer({ repeats: 1 })).toMatchObject({ kind: 'unknown', failure: 'broken 500' });
    },
  );

  it('is refused when the repeat after a lost answer is', async () => {
    service.answer = (response, asked) => say({}, service.asked.length === 1 ? 500 : 400)(response, asked);

    expect(await callAcquirer({ repeats: 1 })).toMatchObject({ kind: 'refused', status: 400 });
  });

  it('is given up after five repeats', async () => {
    service.answer = say({}, 500);

    expect(await callAcquirer({ repeats: 99 })).toMatchObject({ kind: 'unknown' });
    expect(service.asked).toHaveLength(6);
    expect(pauses).toEqual([1000, 2000, 3000, 5000, 8000]);
  });

  it('is not repeated when the adapter does not say so', async () => {
    service.answer = say({}, 500);
    await callAcquirer({ repeats: 0 });
    service.answer = say({}, 400);
    await callAcquirer({ repeats: maxRepeats });

    expect(service.asked).toHaveLength(2);
  });

  it('is written down without secrets and people', async () => {
    service.answer = say(
      {
        id: 'p-1',
        status: 'pending',
        email: 'anna@test.ru',
        description: 'No card of +7 999 123-45-67',
        top: 7,
      },
      400,
    );

    await callAcquirer({ url: `${service.base}/payments?id=p-1&phone=79991234567` });

    expect(journal).toEqual([
      {
        provider: 'acquirer',
        method: 'POST',
        url: `${service.base}/payments?id=p-1&phone=%5Bremoved%5D`,
        request: '{"id":"p-1","phone":"[removed]"}',
        status: 400,
        answer:
          '{"id":"p-1","status":"pending","email":"[removed]","description":"No card of [removed]","top":"[removed]"}',
        outcome: 'refused',
        failure: null,
        duration_ms: expect.any(Number),
        reference: 'order-7',
        idempotency_key: 'key-1',
      },
    ]);
  });
});

describe('what is written down', () => {
  const { keeps } = acquirer;

  it('keeps named fields at any depth, and nothing else', () => {
    const body = JSON.stringify({ items: [{ id: 1, holder: { name: 'ANNA', id: [2, 'x'] } }], 7: true });

    expect(redactBody(body, keeps)).toBe(
      '{"7":"[removed]","items":[{"id":1,"holder":{"name":"[removed]","id":[2,"x"]}}]}',
    );
    expect(redactBody('"a text"', keeps)).toBe('"[removed]"');
    expect(redactBody('', keeps)).toBeNull();
  });

  it('has no secret that came back in a kept field or a page', () => {
    expect(redactBody('{"id":"top-secret"}', keeps)).toBe('{"id":"[removed]"}');
    expect(redactBody('<p>Bearer top-secret of anna@test.ru</p>', keeps)).toBe(
      '<p>Bearer [removed] of [removed]</p>',
    );
    expect(redactUrl('http://shop:top-secret@a.ru/x?id=top-secret', keeps)).toBe(
      'http://a.ru/x?id=[removed]',
    );
  });

  it.each([
    ['4111 1111 1111 1111', '[removed]'],
    ['card 220000******0001 is closed', 'card [removed] is closed'],
    ['+7 (999) 123-45-67', '[removed]'],
    ['limit of 350000 in 3 days', 'limit of 350000 in 3 days'],
  ])('has no numbers of people: %s', (text, expected) => {
    expect(scrub(text)).toBe(expected);
  });
});
