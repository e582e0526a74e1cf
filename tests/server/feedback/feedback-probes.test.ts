import { describe, expect, it } from 'vitest';
import { buildPurchase, buildQuestion, buildReview } from '../../support/feedback';
import { messagesTo } from '../../support/outbox';
import { setUpScene } from '../../support/scene';
import type { Answer, Wire } from '../../support/server';

const { api, scene } = setUpScene();

/** Payloads that would run, redirect or reverse text unless treated as plain text (security: stored XSS). */
const probes = [
  '<img src=x onerror=alert(1)>',
  '"><script>alert(document.cookie)</script>',
  'javascript:alert(1)',
  '<a href="javascript:alert(1)">сюда</a>',
  '</title><svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  'до \u202Eтекст наоборот\u202C после',
  '=HYPERLINK("http://zlo.ru";"сюда")',
];

type Person = { id: number };
const ask = (person: Person, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  api.request(person, method, path, body);

/** JSON with a safe content type, holding the text unchanged. */
function expectPlain({ status, body, headers }: Answer<Wire>, text: string): void {
  expect([200, 201]).toContain(status);
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(textsIn(body)).toContain(text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(probes)('%s stays plain text', (probe) => {
  it('in a review, its note and the complaint about it', async () => {
    const { product, order } = await buildPurchase(api, scene.customer, scene.shop);
    const made = await ask(scene.customer, 'POST', 'reviews', {
      order_id: order.id,
      product_id: product.id,
      rating: 5,
      comment: probe,
    });
    expectPlain(made, probe);
    const path = `reviews/${made.body.id}`;
    expectPlain(await ask(scene.super_admin, 'PUT', path, { moderation_note: probe }), probe);
    const thing = { model_type: 'Review', model_id: made.body.id };
    expectPlain(await ask(scene.staff, 'POST', 'abusive_reports', { ...thing, message: probe }), probe);
    for (const reader of ['reviews', path, 'abusive_reports', 'abusive_reports/cases'])
      expectPlain(await ask(scene.super_admin, 'GET', reader), probe);
    expectPlain(await ask(scene.staff, 'GET', 'my-reports'), probe);
    expectPlain(await ask(scene.super_admin, 'GET', 'notify-logs'), probe.replace(/\s+/g, ' '));

    await ask(scene.super_admin, 'POST', 'abusive_reports/accept', { ...thing, note: probe });
    const [, letter] = await messagesTo(api.db, scene.customer.email);
    const removed = letter ?? (await messagesTo(api.db, scene.customer.email))[0];
    expect(removed).toMatchObject({ channel: 'mail' });
    expect(removed?.body).toContain(`Причина: ${probe}`);
    expect((await messagesTo(api.db, scene.store_owner.email))[0]?.body).toContain(probe);
  });

  it('in a question and its answer', async () => {
    const { product_id } = await buildReview(api.db, { user: scene.customer, shop: scene.shop });
    const made = await ask(scene.customer, 'POST', 'questions', { product_id, question: probe });
    expectPlain(made, probe);
    expectPlain(await ask(scene.store_owner, 'PUT', `questions/${made.body.id}`, { answer: probe }), probe);
    expectPlain(await ask(scene.customer, 'GET', 'my-questions'), probe);
    const letters = await messagesTo(api.db, scene.customer.email);
    expect(letters.at(-1)?.body).toContain(`Ответ магазина:\n${probe}`);
  });

  it('in a message', async () => {
    const talk = await ask(scene.customer, 'POST', 'conversations', { shop_id: scene.shop.id });
    const path = `messages/conversations/${talk.body.id}`;
    expectPlain(await ask(scene.customer, 'POST', path, { message: probe }), probe);
    expectPlain(await ask(scene.store_owner, 'GET', path), probe);
  });

  it('in a notice, unless it is refused', async () => {
    const answer = await ask(scene.super_admin, 'POST', 'store-notices', {
      notice: probe,
      description: probe,
      priority: 'high',
      type: 'specific_vendor',
      effective_from: '2026-03-01',
      expired_at: '2026-03-31',
      received_by: [scene.store_owner.id],
    });
    if (answer.status !== 422) expectPlain(answer, probe);
    else expect(Object.keys(answer.body.errors).sort()).toEqual(['description', 'notice']);
  });

  it('in a file, where a spreadsheet runs no formula', async () => {
    await buildQuestion(api.db, { user: scene.customer, shop: scene.shop, question: probe });
    const { body } = await api.request<string>(
      ...([scene.super_admin, 'GET', 'questions/export?columns=question'] as const),
    );
    const [, line = ''] = String(body).split('\n');
    expect(line).not.toMatch(/^"?[=+\-@]/);
  });
});
