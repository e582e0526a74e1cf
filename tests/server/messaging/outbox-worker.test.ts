import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Outgoing, Sender } from '@/server/integrations/mail/mail';
import { SendError } from '@/server/integrations/mail/send-error';
import type { OutgoingMessage } from '@/server/modules/messaging/email-text';
import { send } from '@/server/modules/messaging/outbox';
import { sendDue } from '@/server/modules/messaging/outbox-worker';
import { setUpScene } from '../../support/scene';

/** The outbox worker sends once and soon, retries failures, and drops expired messages. */
const { api } = setUpScene();

let sent: Outgoing[];
let problem: SendError | undefined;
beforeEach(() => {
  sent = [];
  problem = undefined;
});
const sender: Sender = async (message) => {
  if (problem) throw problem;
  sent.push(message);
};
const deps = () => ({ db: api.db, now: api.now, publicUrl: 'https://shop.test' });
const round = () => sendDue(deps(), 'mail', sender);
const put = (more: Partial<OutgoingMessage> = {}) =>
  send(
    {
      db: api.db,
      user: null,
      now: api.now(),
      locale: 'ru',
      ip: '::1',
      requestId: 'test',
      publicUrl: 'https://shop.test',
    },
    { channel: 'mail', to: 'person@test.ru', template: 'test', subject: 'Тема', body: 'Текст', ...more },
  );
const rows = () => api.db.selectFrom('outbox').selectAll().orderBy('id').execute();
const later = (minutes: number) => api.setNow(new Date(api.now().getTime() + minutes * 60_000));

describe('the outbox', () => {
  it('is sent, each message once, while messages of another channel stay', async () => {
    for (const to of ['a@test.ru', 'b@test.ru']) await put({ to });
    await put({ channel: 'sms', to: '+7 (999) 123-45-67' });

    expect([await round(), await round()]).toEqual([2, 0]);

    expect(sent.map(({ to }) => to).sort()).toEqual(['a@test.ru', 'b@test.ru']);
    expect((await rows()).map((row) => row.sent_at !== null)).toEqual([true, true, false]);
    expect((await rows())[0]).toMatchObject({ attempts: 1, claim: null, last_error: null });
  });

  it('wakes the sender', async () => {
    let heard = 0;
    const stop = await api.deps.listen('gostiny_outbox', () => {
      heard += 1;
    });
    await put();

    await vi.waitFor(() => expect(heard).toBe(1));
    await stop();
  });

  it('sends a long queue of e-mails in one run', async () => {
    for (let count = 0; count < 23; count += 1) await put({ to: `person${count}@test.ru` });

    expect(await round()).toBe(23);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(23);
  });

  it('is claimed by one process at a time', async () => {
    for (let count = 0; count < 20; count += 1) await put({ to: `person${count}@test.ru` });

    await Promise.all([round(), round(), round()]);

    expect(sent.map(({ to }) => to).sort()).toEqual([...new Set(sent.map(({ to }) => to))].sort());
    expect(sent).toHaveLength(20);
  });

  it('retries with growing delays, with the same key', async () => {
    problem = new SendError('451 later', {});
    await put();
    const keys: string[] = [];
    const waits: number[] = [];
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await sendDue(deps(), 'mail', async (message) => {
        keys.push(message.key);
        throw new SendError('451\r\nlater', {});
      });
      const [row] = await rows();
      waits.push(((row?.next_at.getTime() ?? 0) - api.now().getTime()) / 60_000);
      expect(row).toMatchObject({ attempts: attempt + 1, last_error: '451 later', claim: null });
      // Not before its time.
      expect(await round()).toBe(0);
      later(waits.at(-1) ?? 0);
    }

    expect(waits).toEqual([0.5, 1, 2, 5]);
    expect(new Set(keys).size).toBe(1);
    problem = undefined;
    expect(await round()).toBe(1);
    expect((await rows())[0]).toMatchObject({ attempts: 5, last_error: null, failed_at: null });
  });

  it('gives up after a day, and immediately after a permanent rejection', async () => {
    problem = new SendError('550 no such user', { isFinal: true });
    await put({ to: 'nobody@test.ru' });
    await round();
    expect((await rows())[0]).toMatchObject({ failed_at: api.now(), last_error: '550 no such user' });

    problem = new SendError('down', { failure: 'unreachable' });
    await put({ to: 'late@test.ru' });
    for (let hour = 0; hour < 26; hour += 1) {
      await round();
      later(60);
    }
    const late = (await rows())[1];
    expect([late?.failed_at !== null, late?.sent_at, late?.last_error]).toEqual([true, null, 'down']);
    problem = undefined;
    expect(await round()).toBe(0);
  });

  it('leaves a failing service alone until the next round', async () => {
    for (let count = 0; count < 30; count += 1) await put({ to: `person${count}@test.ru` });
    let tries = 0;

    await sendDue(deps(), 'mail', async () => {
      tries += 1;
      throw new SendError('down', { failure: 'unreachable' });
    });

    expect(tries).toBe(5);
  });

  it('sends no expired code', async () => {
    await put({ minutes: 5 });
    await put({ minutes: 5, to: 'soon@test.ru' });
    problem = new SendError('down', {});
    await round();
    problem = undefined;
    later(5);

    expect(await round()).toBe(0);
    expect(sent).toEqual([]);
    expect((await rows()).map((row) => row.failed_at?.getTime())).toEqual([
      api.now().getTime(),
      api.now().getTime(),
    ]);
  });

  it('is taken over when a process has died', async () => {
    await put();
    const dead = sendDue(deps(), 'mail', () => new Promise<never>(() => {}));
    void dead;
    while ((await rows())[0]?.claim === null) await new Promise((done) => setTimeout(done, 5));

    expect(await round()).toBe(0);
    later(4);
    expect(await round()).toBe(1);
  });

  it('ignores the late result of a worker that lost its lease', async () => {
    await put();
    let fail: (error: Error) => void = () => {};
    const slow = sendDue(
      deps(),
      'mail',
      () =>
        new Promise<never>((_done, reject) => {
          fail = reject;
        }),
    );
    while ((await rows())[0]?.claim === null) await new Promise((done) => setTimeout(done, 5));
    later(4);
    await round();
    fail(new SendError('550 no', { isFinal: true }));
    await slow;

    expect((await rows())[0]).toMatchObject({ failed_at: null, last_error: null });
    expect((await rows())[0]?.sent_at).not.toBeNull();
  });

  it('sets an unsubscribe link only on digests', async () => {
    await put({ template: 'digest', to: 'a@test.ru' });
    await put({ to: 'b@test.ru' });
    await round();

    expect(new Map(sent.map(({ to, unsubscribe }) => [to, unsubscribe]))).toEqual(
      new Map([
        ['a@test.ru', 'https://shop.test/admin/profile-update'],
        ['b@test.ru', undefined],
      ]),
    );
  });
});
