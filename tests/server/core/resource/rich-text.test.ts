import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '@/contract';
import { buildScene, type Scene } from '../../../support/factories';
import type { Related } from '../../../support/needs';
import { type SampleName, samples } from '../../../support/samples';
import { type TestApp, testApp, type Wire } from '../../../support/server';

/** Texts that clients of the dialect write in an editor are cleaned like a product's description, not refused. */
let api: TestApp;
let scene: Scene;

beforeAll(async () => {
  api = await testApp();
});
afterAll(() => api.close());
const families = [
  ['faqs', 'faq_description', true, 10_000],
  ['terms-and-conditions', 'description', true, 10_000],
  ['refund-policies', 'description', false, 10_000],
  ['flash-sale', 'description', true, 10_000],
  ['categories', 'details', false, 2000],
  ['tags', 'details', false, 2000],
  ['authors', 'bio', false, 10_000],
  ['manufacturers', 'description', false, 10_000],
] as const satisfies readonly (readonly [SampleName, string, boolean, number])[];

/** Where people are written to, a plain text keeps the rules of texts. */
const letters: readonly SampleName[] = ['faqs', 'terms-and-conditions', 'refund-policies', 'flash-sale'];

const dirty =
  '<p onclick="steal()">В течение <b>недели</b><script>alert(1)</script> — <a href="javascript:x">здесь</a></p>';
const clean = '<p>В течение <strong>недели</strong> — <a>здесь</a></p>';

describe.each(families)('%s: %s', (name, key, isRequired, most) => {
  const { endpoint, updateMethod } = resources[name];
  const isLetter = letters.includes(name);

  async function create(text: unknown): Promise<{ status: number; body: Wire }> {
    // A second row would have a taken name.
    await api.reset();
    scene = await buildScene(api.db);
    const related: Record<string, Wire> = {};
    const make = async (family: SampleName, more: object = {}): Promise<{ status: number; body: Wire }> => {
      for (const need of samples[family].needs ?? []) related[need] ??= (await make(need)).body;
      const body = samples[family].body({ ...scene, related: related as unknown as Related }, 'super_admin');
      return api.request(scene.super_admin, 'POST', resources[family].endpoint, { ...body, ...more });
    };
    return make(name, { [key]: text });
  }

  const stored = async (id: number) =>
    (
      (await api.db
        .selectFrom(name.replaceAll('-', '_') as 'tags')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()) as unknown as Record<string, unknown>
    )[key];

  it('keeps the editor’s tags and drops what is dangerous, when created and when changed', async () => {
    const { status, body } = await create(dirty);
    expect([status, body.errors]).toEqual([201, undefined]);
    const shown = body as unknown as Record<string, unknown>;
    expect(shown[key]).toBe(clean);
    expect(await stored(body.id)).toBe(clean);

    const text = '<h1>Итог</h1><img src=x onerror=alert(1)>';
    const changed = await api.request(scene.super_admin, updateMethod, `${endpoint}/${body.id}`, {
      [key]: text,
    });
    expect(changed.status).toBe(200);
    expect(await stored(body.id)).toBe('<h2>Итог</h2>');
  });

  it('keeps a plain text as it was typed, by its rules', async () => {
    const { body } = await create('Просто текст & цена: 5 ₽');

    expect(await stored(body.id)).toBe('Просто текст & цена: 5 ₽');
    const { status } = await create('…!!!');
    expect(status).toBe(isLetter ? 422 : 201);
  });

  it('keeps the rest of a text after a sign that is no tag', async () => {
    const { body } = await create('Если рост <M, берите S: до 40 °C, 5 < 6');

    expect(await stored(body.id)).toBe('Если рост &lt;M, берите S: до 40 °C, 5 < 6');
  });

  it('counts what can be seen', async () => {
    const long = (length: number) => `<p><strong>${'а'.repeat(length)}</strong></p>`;

    expect((await create(long(most))).status).toBe(201);
    expect((await create(long(most + 1))).body.errors).toEqual({ [key]: ['error-too-long'] });
  });

  it('takes tags without a text for none', async () => {
    const { status, body } = await create('<p> <br></p>');

    if (isRequired) expect([status, Object.keys(body.errors)]).toEqual([422, [key]]);
    else expect([status, await stored(body.id)]).toEqual([201, null]);
  });
});
