import { describe, expect, it } from 'vitest';
import type { Outgoing } from '@/server/integrations/mail/mail';
import { openSms } from '@/server/integrations/sms/sms';
import { say, setUpService } from '../../support/fake-service';

/** SMS through an HTTP gateway, against a local server. */
const gateway = setUpService();
const open = (timeoutMs?: number) =>
  openSms({ url: `${gateway.base}/send`, key: 'top-secret', from: 'GOSTINY' }, timeoutMs);
const message: Outgoing = {
  key: 'outbox.3.1',
  to: '+7 (999) 123-45-67',
  subject: null,
  body: 'Код для входа: 123456',
  unsubscribe: undefined,
};

describe('an SMS', () => {
  it('is sent in the gateway’s format', async () => {
    gateway.answer = say('', 202);
    await open()(message);

    const [asked] = gateway.asked;
    expect(asked).toMatchObject({
      method: 'POST',
      url: '/send',
      headers: { authorization: 'Bearer top-secret', 'idempotency-key': 'outbox.3.1' },
    });
    expect(JSON.parse(String(asked?.body))).toEqual({
      to: '+79991234567',
      text: 'Код для входа: 123456',
      from: 'GOSTINY',
      id: 'outbox.3.1',
    });
  });

  it.each([
    [400, true],
    [422, true],
    [401, false],
    [404, false],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ])('is rejected with %i: permanently is %s', async (status, isFinal) => {
    gateway.answer = say({ error: 'top-secret' }, status);

    const refused = await open()(message).catch((error: unknown) => error);

    expect(refused).toMatchObject({ isFinal, message: `HTTP ${status}` });
    expect((refused as { failure?: string }).failure).toBe(
      isFinal ? undefined : `${status < 500 ? 'refused' : 'broken'} ${status}`,
    );
  });

  it.each([
    ['is silent', () => {}, 'timeout'],
    ['hangs up', (response) => response.destroy(), 'unreachable'],
    ['sends elsewhere', (response) => response.writeHead(307, { location: '/other' }).end(), 'unreachable'],
  ] as const satisfies readonly (readonly [string, typeof gateway.answer, string])[])(
    'waits when the gateway %s',
    async (_what, answer, failure) => {
      gateway.answer = answer;

      await expect(open(200)(message)).rejects.toMatchObject({ isFinal: false, failure });
      expect(gateway.asked).toHaveLength(1);
    },
  );

  it('does not read an endless response', async () => {
    gateway.answer = (response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(1024 * 1024), more);
      };
      more();
    };

    await open()(message);
  });

  it('is not sent to an invalid number', async () => {
    for (const to of ['', 'abc', '123', '+0', '+7999123456789012']) {
      await expect(open()({ ...message, to })).rejects.toMatchObject({ isFinal: true });
    }
    expect(gateway.asked).toEqual([]);
  });
});
