import { expect, it } from 'vitest';
import { openNpdStatus } from '@/server/integrations/npd/npd-status';
import { say, setUpService, troubles } from '../../../support/fake-service';

/** The tax office's service of statuses, spoken by a local server. */
const service = setUpService();
const at = new Date('2026-03-10T22:30:00Z');
const ask = () => {
  const npd = openNpdStatus({ npdUrl: service.base });
  if (!npd) throw new Error('No client');
  return npd('500100732259', at);
};

it('asks for the status on Moscow’s day', async () => {
  service.answer = say({ status: true, message: 'является плательщиком' });
  expect(await ask()).toBe(true);
  const [asked] = service.asked;
  expect([asked?.method, asked?.url]).toEqual(['POST', '/api/v1/tracker/taxpayer_status']);
  expect(JSON.parse(String(asked?.body))).toEqual({ inn: '500100732259', requestDate: '2026-03-11' });

  service.answer = say({ status: false, message: 'не является' });
  expect(await ask()).toBe(false);
});

it('knows nothing after a refusal, a limit or an answer that says nothing', async () => {
  const limit = say({ code: 'taxpayer.status.service.limited.error', message: 'Превышено' }, 422);
  for (const answer of [limit, say({}), say({ status: 'true' }), ...troubles.map(([, one]) => one)]) {
    service.answer = answer;
    await expect(ask()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  }
});

it('does not exist without an address', () => {
  expect(openNpdStatus({})).toBeUndefined();
});
