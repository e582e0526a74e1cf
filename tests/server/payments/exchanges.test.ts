import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '@/contract/core/paging';
import type { ExchangeRow } from '@/contract/payments/exchanges';
import { cleanUp } from '@/server/core/jobs/cleanup';
import type { Exchange } from '@/server/integrations/outgoing/call';
import { openExchanges } from '@/server/integrations/outgoing/exchanges';
import { redactBody } from '@/server/integrations/outgoing/redact';
import { setUpScene } from '../../support/scene';
import { buildMember } from '../../support/team';

/** The journal of exchanges with services that move money. */
const { api, scene } = setUpScene();

const exchange: Exchange = {
  provider: 'yookassa',
  method: 'POST',
  url: 'https://api.yookassa.ru/v3/payments',
  request: '{"status":"pending"}',
  status: 200,
  answer: '{"id":"p-1"}',
  outcome: 'answered',
  failure: null,
  duration_ms: 120,
  reference: 'order-7',
  idempotency_key: 'key-1',
};
const write = (more: Partial<Exchange> = {}) => openExchanges(api)({ ...exchange, ...more });
const read = (query = '', person = scene.super_admin) =>
  api.request<Page<ExchangeRow>>(person, 'GET', `exchanges${query}`);

beforeEach(() => write());

describe('the journal of exchanges', () => {
  it('is for finance only', async () => {
    expect((await api.request(null, 'GET', 'exchanges')).status).toBe(401);
    expect((await read('', scene.store_owner)).status).toBe(403);
    expect((await read('', await buildMember(api.db, 'support'))).status).toBe(403);
    expect((await read('', await buildMember(api.db, 'finance'))).status).toBe(200);
  });

  it.each(['?outcome=maybe', '?limit=x', '?secret=1'])('refuses the query %s', async (query) => {
    expect((await read(query)).status).toBe(422);
  });

  it('lists what was asked and answered, latest first', async () => {
    await write({ status: null, answer: null, outcome: 'unknown', failure: 'timeout', reference: null });

    const { body } = await read();

    expect(body).toMatchObject({ total: 2, data: [{ failure: 'timeout', status: null }, exchange] });
    expect(body.data[0]?.created_at).toBe(api.now().toISOString());
  });

  it('finds those of a provider, an outcome and a payment', async () => {
    await write({ provider: 'tbank', outcome: 'refused', reference: 'order-8' });

    for (const query of ['?provider=tbank', '?outcome=refused', '?reference=order-8'])
      expect([query, (await read(query)).body.data.map(({ provider }) => provider)]).toEqual([
        query,
        ['tbank'],
      ]);
    expect((await read('?provider=tbank&outcome=answered')).body.total).toBe(0);
  });

  it('stores whatever bytes a service sends', async () => {
    const keeps = { values: ['id'], texts: [], secrets: [] };
    await write({
      answer: redactBody('<p>\0\ud800</p>', keeps),
      request: redactBody('{"id":"\\u0000"}', keeps),
    });

    expect((await read()).body.data[0]).toMatchObject({
      request: '{"id":"\\u0000"}',
      answer: '<p>\ufffd</p>',
    });
  });

  it('is kept for 90 days', async () => {
    const day = 86_400_000;
    await cleanUp(api.db, new Date(api.now().getTime() + 90 * day));
    expect((await read()).body.total).toBe(1);

    await cleanUp(api.db, new Date(api.now().getTime() + 90 * day + 1));

    expect((await read()).body.total).toBe(0);
  });
});
