import { describe, expect, it } from 'vitest';
import { readStatement } from '@/server/modules/payments/reconciliation/statement/read-statement';
import { StatementFault } from '@/server/modules/payments/reconciliation/statement/statement';
import {
  account,
  cp1251,
  crlf,
  documentLines,
  encode,
  otherAccount,
  sectionLines,
  settledStatement,
  statementLines,
} from './files';

/** Statements of the bank, with every deviation that real ones have. */
const read = (content: Buffer | string[]) =>
  readStatement(Array.isArray(content) ? cp1251(content) : content, '1c');

const faultOf = async (content: Buffer | string[]) => {
  try {
    await read(content);
    return null;
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error;
    const { problem, line, expected, found } = error;
    return { problem, line, expected, found };
  }
};

const usual = await read(settledStatement());
const party = { inn: '7700000000', name: 'ООО Ромашка', account: '40702810500000000777' };

describe('a statement', () => {
  it('has its account with the sums and its lines', async () => {
    expect(usual.accounts).toEqual([
      {
        ...{ account, firstDay: '2026-11-27', lastDay: '2026-11-27' },
        ...{ opening: 100_000, income: 95_730, outgo: 0, closing: 195_730 },
      },
    ]);
    expect(usual.lines).toMatchObject([
      {
        ...{ direction: 'in', amount: 95_730, number: '17', day: '2026-11-27', ordinal: 1 },
        ...{ party: 'ООО НКО "ЮМани"', partyInn: '7750005725', partyBic: '044525444' },
        ...{ partyAccount: '30232810600000000010', purpose: 'Перевод по реестру' },
      },
    ]);
  });

  const text = crlf(settledStatement());
  const dos = crlf(settledStatement()).replace('Кодировка=Windows', 'Кодировка=DOS');
  it.each<[string, Buffer]>([
    ['UTF-8 under the name of Windows', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-8 under the name of DOS', Buffer.from(dos)],
    ['cp866', encode(dos, 'ibm866')],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['line feeds only', Buffer.from(text.replaceAll('\r', ''))],
    ['blank lines and trailing spaces', Buffer.from(text.replaceAll('\r\n', '   \r\n\r\n'))],
    ['spaces around the equals sign', encode(text.replaceAll('=', ' = '), 'windows-1251')],
  ])('reads the same of %s', async (_title, content) => {
    expect((await read(content)).lines.map(({ line: _line, ...more }) => more)).toEqual(
      usual.lines.map(({ line: _line, ...more }) => more),
    );
  });

  it.each(['1234567.89', '1 234 567.89', "1'234'567.89", '1234567,89', '1\u00a0234\u00a0567,89'])(
    'reads the sum %s to the kopeck',
    async (sum) => {
      const documents = [documentLines({ sum })];
      const file = statementLines({ income: '1234567.89', closing: '1235567.89', documents });

      expect((await read(Buffer.from(crlf(file)))).lines[0]?.amount).toBe(123_456_789);
    },
  );

  it.each(['12.345', '-5', 'сто', '', '0'])('refuses the sum «%s» and names the line', async (sum) => {
    expect(await faultOf(statementLines({ documents: [documentLines({ sum })] }))).toMatchObject({
      problem: 'field',
      line: expect.any(Number),
    });
  });

  it('keeps the letters and zeros of a number, and what stands behind a second equals sign', async () => {
    const file = settledStatement('957.30', { number: '000123А', purpose: 'Реестр=5; сумма=957' });

    expect((await read(file)).lines[0]).toMatchObject({ number: '000123А', purpose: 'Реестр=5; сумма=957' });
  });

  it.each<[string, string[], object]>([
    [
      'the name in the second field',
      ['ПлательщикСчет=1', 'Плательщик1=ООО Ромашка', 'НазначениеПлатежа=Оплата'],
      { party: 'ООО Ромашка' },
    ],
    [
      'the ИНН within the name',
      ['Плательщик=ИНН 7700000000 ООО Ромашка', 'НазначениеПлатежа=Оплата'],
      { party: 'ООО Ромашка', partyInn: '7700000000' },
    ],
    [
      'the account in the second field, while the first has the bank’s',
      ['ПлательщикСчет=30101810400000000225', `ПлательщикРасчСчет=${party.account}`],
      { partyAccount: party.account },
    ],
    [
      'a purpose in six parts',
      ['НазначениеПлатежа1=Оплата', 'НазначениеПлатежа2=по договору', 'НазначениеПлатежа3=5'],
      { purpose: 'Оплата по договору 5' },
    ],
    [
      'a purpose wrapped onto lines without a key',
      ['НазначениеПлатежа=Оплата по счёту', 'за ноябрь. НДС 22% = 10-00', 'без доставки'],
      { purpose: 'Оплата по счёту за ноябрь. НДС 22% = 10-00 без доставки' },
    ],
    [
      'a purpose whose key repeats',
      ['НазначениеПлатежа=Оплата', 'НазначениеПлатежа=по счёту'],
      { purpose: 'Оплата по счёту' },
    ],
    ['both dates', ['ДатаСписано=26.11.2026', 'ДатаПоступило=27.11.2026'], { day: '2026-11-27' }],
    ['neither date', ['ДатаСписано=', 'ДатаПоступило='], { day: '2026-11-27' }],
  ])('reads %s', async (_title, lines, expected) => {
    expect((await read(settledStatement('957.30', { lines }))).lines[0]).toMatchObject(expected);
  });

  it('takes the direction from whose account it is', async () => {
    const documents = [documentLines({ sum: '10', direction: 'out', party })];
    const { lines } = await read(statementLines({ outgo: '10', closing: '990', documents }));

    expect(lines).toMatchObject([{ direction: 'out', party: 'ООО Ромашка', partyAccount: party.account }]);
  });

  it('has a transfer between two of our accounts as a line of both', async () => {
    const sums = { opening: '0', income: '10', outgo: '0', closing: '10', day: '27.11.2026' };
    const documents = [
      sectionLines({ ...sums, of: otherAccount }),
      documentLines({ sum: '10', direction: 'out', party: { ...party, account: otherAccount } }),
    ];
    const { lines, accounts } = await read(statementLines({ outgo: '10', closing: '990', documents }));

    expect(lines.map((line) => [line.account, line.direction, line.partyAccount])).toEqual([
      [account, 'out', otherAccount],
      [otherAccount, 'in', account],
    ]);
    expect(accounts).toHaveLength(2);
  });

  it('sums the sections of several days, in whatever order they stand', async () => {
    const second = { opening: '1010', income: '5', outgo: '0', closing: '1015', day: '28.11.2026' };
    const documents = [
      documentLines({ sum: '10', party }),
      documentLines({ sum: '5', day: '28.11.2026', party }),
    ];
    const file = statementLines({ income: '10', closing: '1010', documents });
    file.splice(7, 0, ...sectionLines(second));

    expect((await read(file)).accounts).toMatchObject([
      { opening: 100_000, income: 1500, closing: 101_500, firstDay: '2026-11-27', lastDay: '2026-11-28' },
    ]);
  });

  it('tells equal lines of one file apart', async () => {
    const documents = [documentLines({ sum: '5', party }), documentLines({ sum: '5', party })];
    const { lines } = await read(statementLines({ income: '10', closing: '1010', documents }));

    expect(lines.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    expect(lines[0]?.key).toBe(lines[1]?.key);
  });

  const one = [documentLines({ sum: '957.30' })];
  it.each<[string, string[], object]>([
    ['a missing end', settledStatement().slice(0, -1), { problem: 'truncated' }],
    [
      'an end within a document',
      [...settledStatement().slice(0, -2), 'КонецФайла'],
      { problem: 'truncated' },
    ],
    ['no account', ['1CClientBankExchange', 'КонецФайла'], { problem: 'empty' }],
    [
      'a closing balance that is one kopeck off',
      statementLines({ income: '957.30', closing: '1957.31', documents: one }),
      { problem: 'balance', expected: '1957.30', found: '1957.31' },
    ],
    [
      'documents that are one kopeck less than the turnover',
      statementLines({ income: '957.31', closing: '1957.31', documents: one }),
      { problem: 'income', expected: '957.31', found: '957.30' },
    ],
    [
      'a document of neither of our accounts',
      settledStatement().map((line) => line.replace(`ПолучательСчет=${account}`, 'ПолучательСчет=1')),
      { problem: 'foreign' },
    ],
    [
      'a key of money that says two things',
      settledStatement().flatMap((line) => (line === 'Сумма=957.30' ? [line, 'Сумма=957.31'] : [line])),
      { problem: 'field', expected: '957.30', found: '957.31' },
    ],
    [
      'an impossible day',
      settledStatement('957.30', { day: '31.02.2026' }),
      { problem: 'field', found: '31.02.2026' },
    ],
  ])('goes to quarantine with %s', async (_title, file, expected) => {
    expect(await faultOf(file)).toMatchObject(expected);
  });

  it('goes to quarantine when a day does not begin where the day before ended', async () => {
    const second = { opening: '1010.01', income: '0', outgo: '0', closing: '1010.01', day: '28.11.2026' };
    const file = statementLines({
      ...{ income: '10', closing: '1010' },
      documents: [sectionLines(second), documentLines({ sum: '10', party })],
    });

    expect(await faultOf(file)).toMatchObject({ problem: 'gap', expected: '1010.00', found: '1010.01' });
  });

  it('reads 30,000 lines', async () => {
    const documents = Array.from({ length: 30_000 }, (_, place) =>
      documentLines({ sum: '1', number: String(place), party }),
    );
    const content = cp1251(statementLines({ income: '30000', closing: '31000', documents }));

    expect((await read(content)).lines).toHaveLength(30_000);
  });
});
