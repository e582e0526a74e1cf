import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startBank } from '@/fakes/bank';
import type { Fake } from '@/fakes/core';
import { rubles } from '@/fakes/movements';
import { deviations } from '@/fakes/statement';
import { startTbank } from '@/fakes/tbank';
import { startYookassa } from '@/fakes/yookassa';
import { openTbank } from '@/server/integrations/acquirers/tbank';
import { openYookassa } from '@/server/integrations/acquirers/yookassa';
import { done } from './acquirers';

/** The stand-in bank: registries and statements of what the stand-in acquirers took, and payment orders. */
const now = new Date('2026-11-27T09:00:00Z');
const day = '2026-11-27';
const nextDay = '2026-11-28';
let yookassa: Fake;
let tbank: Fake;
let bank: Fake;

beforeEach(async () => {
  yookassa = await startYookassa({ shopId: '100500', secret: 'test_secret', now });
  tbank = await startTbank({ terminal: 'DemoTerm', password: 'demo-pass', now });
  bank = await startBank({ token: 'key', acquirers: { yookassa, tbank }, balance: 1_000_000, now });
});
afterEach(() => Promise.all([yookassa, tbank, bank].map((fake) => fake.close())));

/** A payment of 1000 roubles at each acquirer, of which YooKassa returns 250. */
async function takeMoney(): Promise<string[]> {
  const deps = { journal: async () => {}, repeats: 0 };
  const providers = [
    openYookassa({ shopId: '100500', secret: 'test_secret', url: `${yookassa.base}/v3` }, deps),
    openTbank({ terminal: 'DemoTerm', password: 'demo-pass', url: `${tbank.base}/v2` }, deps),
  ];
  const ids: string[] = [];
  for (const [index, provider] of providers.entries()) {
    const { id } = done(
      await provider.create({
        ...{ key: `a-${index}`, orderId: 7, amount: 100_000, method: 'sbp', isTwoStage: false },
        ...{ description: 'Order; 7', returnUrl: 'https://shop.ru', webhookUrl: 'http://127.0.0.1:9' },
        expiresAt: new Date(now.getTime() + 3_600_000),
      }),
    );
    await (index === 0 ? yookassa : tbank).control({ do: 'pay', id });
    ids.push(id);
  }
  await yookassa.control({ do: 'refund', id: ids[0], amount: 25_000 });
  return ids;
}

const askBank = (path: string, init: RequestInit = {}) =>
  fetch(`${bank.base}/${path}`, { ...init, headers: { authorization: 'Bearer key' } });
const textOf = async (answer: Promise<Response>, encoding: string) =>
  new TextDecoder(encoding).decode(await (await answer).arrayBuffer());
const statement = (query = '', encoding = 'windows-1251') =>
  textOf(askBank(`statement?day=${nextDay}&encoding=${encoding}${query}`), encoding.replace('-bom', ''));

/** Sums of the documents of a statement, as numbers of kopecks. */
const sumsIn = (text: string) =>
  [...text.matchAll(/^Сумма=(.*?)\r?$/gm)].map(([, sum]) => Math.round(Number(sum) * 100));

describe('the registry of an acquirer', () => {
  it('has each payment and refund of its Moscow day, and nothing of another', async () => {
    const [id] = await takeMoney();

    const text = await textOf(askBank(`registry?provider=yookassa&day=${day}`), 'utf-8');
    const [heading, ...rows] = text.trim().split('\r\n');

    expect(heading).toContain('Идентификатор платежа;');
    expect(rows).toEqual([
      `Платёж;${id};;1000.00;RUB;965.84;27.11.2026 12:00:00;27.11.2026 12:00:00;"Order; 7";CP`,
      expect.stringMatching(new RegExp(`^Возврат;${id};[0-9a-f-]{36};-250\\.00;RUB;-250\\.00;`)),
    ]);
    expect(
      (await textOf(askBank(`registry?provider=yookassa&day=${nextDay}`), 'utf-8')).trim().split('\r\n'),
    ).toHaveLength(1);
  });

  it('differs by a kopeck when that is asked for', async () => {
    await takeMoney();

    expect(await textOf(askBank(`registry?provider=tbank&day=${day}&off=1`), 'utf-8')).toContain(';1000.01;');
  });

  it('is refused without the key, for an unknown acquirer and for no day', async () => {
    expect((await fetch(`${bank.base}/registry?provider=tbank&day=${day}`)).status).toBe(401);
    for (const query of [`provider=toString&day=${day}`, 'provider=tbank&day=today'])
      expect([query, (await askBank(`registry?${query}`)).status]).toEqual([query, 400]);
  });
});

describe('a statement', () => {
  it.each(['windows-1251', 'ibm866', 'utf-8', 'utf-8-bom'])(
    'in %s has what the acquirers owe, a day later and without their fees',
    async (encoding) => {
      await takeMoney();

      const text = await statement('', encoding);

      expect(text.split('\r\n')[0]).toBe('1CClientBankExchange');
      expect(text).toContain(`Кодировка=${encoding === 'ibm866' ? 'DOS' : 'Windows'}`);
      expect(text).toContain('Плательщик=ООО НКО "ЮМани"');
      expect(sumsIn(text)).toEqual([71_584, 96_584]);
      expect(text).toContain(`НачальныйОстаток=10000.00`);
      expect(text).toContain(`КонечныйОстаток=${rubles(1_000_000 + 71_584 + 96_584)}`);
      expect(text.trimEnd().endsWith('КонецФайла')).toBe(true);
    },
  );

  it.each(deviations)('deviates by %s as real files do', async (deviation) => {
    await takeMoney();

    // Of two days, for sections of each.
    const text = await statement(`&from=${day}&to=${nextDay}&deviations=${deviation}`);

    expect(text).not.toBe(await statement(`&from=${day}&to=${nextDay}`));
    expect(text.includes('КонецФайла')).toBe(deviation !== 'cut');
    const signs: Partial<Record<string, string>> = {
      lf: 'Exchange\n',
      'inn-in-name': 'Плательщик=ИНН 7750005725 ',
      comma: 'Сумма=715,84',
      apostrophe: "НачальныйОстаток=10'000.00",
      'purpose-parts': 'НазначениеПлатежа2=',
      'settlement-account': 'ПлательщикРасчСчет=',
    };
    expect(text).toContain(signs[deviation] ?? '');
  });

  it('differs from the registry by a kopeck when that is asked for', async () => {
    await takeMoney();

    expect(sumsIn(await statement('&off=1'))).toEqual([71_583, 96_584]);
  });

  it('takes a chargeback from the next sum, and waits when more was returned than taken', async () => {
    const [id] = await takeMoney();
    await yookassa.control({ do: 'chargeback', id, amount: 75_000 });

    expect(sumsIn(await statement())).toEqual([96_584]);
  });
});

describe('a payment order', () => {
  const payee = {
    ...{ name: 'ООО "Лавка"', inn: '7750005725', account: '40702810900000000777', bic: '044525225' },
  };
  const order = { externalId: 'w-1', number: '12', amount: 5000, purpose: 'Выплата W-1. Без НДС', payee };
  const send = (more: object = {}) =>
    askBank('payment-orders', { method: 'POST', body: JSON.stringify({ ...order, ...more }) });
  const state = async (id = 'w-1') =>
    ((await (await askBank(`payment-orders/${id}`)).json()) as { bankStatus: string }).bankStatus;

  it('is accepted once, debited the next day, and stands in the statement', async () => {
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    expect((await send({ amount: 6000 })).status).toBe(409);
    expect(await state()).toBe('ACCEPTED');

    await bank.control({ do: 'move', ms: 86_400_000 });

    expect(await state()).toBe('IMPLEMENTED');
    expect(sumsIn(await statement())).toEqual([5000]);
    expect(await statement()).toContain(`КонечныйОстаток=9950.00`);
  });

  it('that was debited may come back as a line of its own', async () => {
    await send();
    await bank.control({ do: 'move', ms: 86_400_000 });
    await bank.control({ do: 'order', id: 'w-1', end: 'return' });

    const text = await statement();

    expect(sumsIn(text)).toEqual([5000, 5000]);
    expect(text).toMatch(/НазначениеПлатежа=Возврат по п\/п 12/);
    expect(text).toContain('КонечныйОстаток=10000.00');
  });

  it.each([
    ['refuse', 'REFUSEDBYBANK'],
    ['requisites', 'REQUISITEERROR'],
  ])('ends by %s without money', async (end, expected) => {
    await send();
    await bank.control({ do: 'order', id: 'w-1', end });
    await bank.control({ do: 'move', ms: 86_400_000 });

    expect(await state()).toBe(expected);
    expect(sumsIn(await statement())).toEqual([]);
  });

  it('of more than the account has waits for money', async () => {
    await send({ amount: 1_000_001 });
    await bank.control({ do: 'move', ms: 86_400_000 });

    expect(await state()).toBe('CARD2');
  });

  it.each([
    { number: '000' },
    { number: '1234567' },
    { amount: 0.5 },
    { purpose: 'x'.repeat(211) },
    { payee: { ...payee, account: '1' } },
  ])('with %j is refused', async (more) => {
    expect((await send(more)).status).toBe(400);
  });
});
