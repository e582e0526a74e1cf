import { describe, expect, it } from 'vitest';
import { parseStatement } from '@/server/modules/payments/reconciliation/statement/parse-statement';
import { readInn, splitPartyName } from '@/server/modules/payments/reconciliation/statement/party-name';
import { crlf, documentLines, statementLines } from '../../server/payments/reconciliation/files';

/** Fields of a statement as banks fill them in, each with what a person reads in it. */
const documentWith = async (change: (line: string) => string | string[]) => {
  const lines = statementLines({
    income: '100.00',
    closing: '1100.00',
    documents: [documentLines({ sum: '100.00', purpose: 'Оплата заказа 2611-482' })],
  });
  return (await parseStatement(crlf(lines.flatMap(change)))).documents[0];
};

describe('a purpose in parts', () => {
  it.each([
    ['the first where the whole one belongs', 'Оплата', ['Оплата', 'заказа 2611-482']],
    ['beside the whole one', 'Оплата заказа 2611-482', ['Оплата заказа', '2611-482']],
    ['that are cut', 'Оплата заказа 2611-482', ['Оплата']],
    ['without the whole one', '', ['Оплата', 'заказа 2611-482']],
  ])('%s keeps the number of the order', async (_title, whole, parts) => {
    const found = await documentWith((line) =>
      line.startsWith('НазначениеПлатежа=')
        ? [`НазначениеПлатежа=${whole}`, ...parts.map((text, at) => `НазначениеПлатежа${at + 1}=${text}`)]
        : line,
    );

    expect(found?.purpose).toBe('Оплата заказа 2611-482');
  });
});

describe('a sum of a document', () => {
  it.each(['100', '100.', '100.00', '100,00', '100-00', '100=00', '100.0000', '1 00,00'])(
    '«%s» is a hundred roubles',
    async (sum) => {
      expect((await documentWith((line) => line.replace('Сумма=100.00', `Сумма=${sum}`)))?.amount).toBe(
        10_000,
      );
    },
  );

  it.each(['100-0', '100-000', '1,000', '100 USD', ''])('«%s» is none', async (sum) => {
    await expect(documentWith((line) => line.replace('Сумма=100.00', `Сумма=${sum}`))).rejects.toMatchObject({
      problem: 'field',
    });
  });
});

it('a day with two digits of the year is one of this century', async () => {
  expect((await documentWith((line) => line.replace('Дата=27.11.2026', 'Дата=27.11.26')))?.day).toBe(
    '2026-11-27',
  );
});

describe('a name with its ИНН', () => {
  const known = { name: 'НКО ЮМани (ООО)', inn: '7750005725' };
  it.each([
    'ИНН-7750005725 НКО ЮМани (ООО)',
    '(7750005725) НКО ЮМани (ООО)',
    'ИНН 7750005725 КПП 770501001 НКО ЮМани (ООО)',
    'ИНН 7750005725, КПП: 770501001, НКО ЮМани (ООО)',
    '7750005725\\770501001 НКО ЮМани (ООО)',
    'НКО ЮМани (ООО), ИНН 7750005725, КПП 770501001',
  ])('«%s»', (written) => {
    expect(splitPartyName(written)).toEqual(known);
  });

  it('in a field of its own may be printed in groups', () => {
    expect(['7750 005 725', '7750005725 / 770501001', '7750 005 72'].map(readInn)).toEqual([
      '7750005725',
      '7750005725',
      null,
    ]);
  });
});
