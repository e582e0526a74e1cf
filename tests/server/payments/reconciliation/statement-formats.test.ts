import { describe, expect, it } from 'vitest';
import { formatOf } from '@/server/modules/payments/reconciliation/statement/decode';
import { splitPartyName } from '@/server/modules/payments/reconciliation/statement/party-name';
import { readStatement } from '@/server/modules/payments/reconciliation/statement/read-statement';
import {
  maxStatementBytes,
  StatementFault,
} from '@/server/modules/payments/reconciliation/statement/statement';
import { account, cp1251, crlf, documentLines, encode, settledStatement, statementLines } from './files';

/** The shapes of public samples (docs/formats.md) with invented data. */
const read = (content: Buffer) => {
  const format = formatOf(content);
  if (!format) throw new Error('Not a statement');
  return readStatement(content, format);
};
const problemOf = async (content: Buffer) =>
  read(content).then(
    () => null,
    (error: unknown) => (error instanceof StatementFault ? error.problem : error),
  );

const other = '40702810900000000017';

function camt(version: string, entries: string, { currency = 'RUB', prefix = '' } = {}): string {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>
<Stmt><Id>S</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">1100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><DtTm>2026-11-27T23:59:59+03:00</DtTm></Dt></Bal>
${entries}</Stmt></BkToCstmrStmt></Document>`;
  return prefix === ''
    ? text
    : text.replace(/<(\/?)([A-Z])/g, `<$1${prefix}:$2`).replace('xmlns=', `xmlns:${prefix}=`);
}

const entry = (sum: string, details: string, more = '<CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="RUB">${sum}</Amt>${more}<BookgDt><Dt>2026-11-27</Dt></BookgDt>
   <NtryDtls>${details}</NtryDtls></Ntry>`;
const detail = (purpose: string, more = '') =>
  `<TxDtls><Refs><EndToEndId>17</EndToEndId></Refs>${more}<RltdPties><Dbtr><Nm>Иванов &amp; Ко</Nm>
   <Id><OrgId><Othr><Id>7736050003</Id></Othr></OrgId></Id></Dbtr><DbtrAcct><Id><Othr><Id>${other}</Id></Othr></Id></DbtrAcct>
   </RltdPties><RmtInf><Ustrd>${purpose}</Ustrd></RmtInf></TxDtls>`;

describe('camt.053', () => {
  it.each([
    ['version 2', camt('02', entry('100.00', detail('Заказ 2611-482')))],
    [
      'version 8, where parties stand deeper',
      camt(
        '08',
        entry(
          '100.00',
          detail('Заказ 2611-482').replace('<Dbtr>', '<Dbtr><Pty>').replace('</Dbtr>', '</Pty></Dbtr>'),
          '<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>',
        ),
      ),
    ],
    ['a prefix of names', camt('02', entry('100.00', detail('Заказ 2611-482')), { prefix: 'ns2' })],
    [
      'an entry that waits beside it',
      camt(
        '02',
        entry('100.00', detail('Заказ 2611-482')) +
          entry('5.00', '', '<CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts>'),
      ),
    ],
  ])('is read with %s', async (_title, text) => {
    const { accounts, lines } = await read(Buffer.from(text));
    expect(accounts).toMatchObject([
      { account, opening: 100_000, income: 10_000, closing: 110_000, firstDay: '2026-11-27' },
    ]);
    expect(lines).toMatchObject([
      {
        ...{ direction: 'in', amount: 10_000, day: '2026-11-27', number: '17', purpose: 'Заказ 2611-482' },
        ...{ party: 'Иванов & Ко', partyInn: '7736050003', partyAccount: other },
      },
    ]);
  });

  it('has each payment of a batch as a line, when their sums are that of the entry', async () => {
    const amount = (sum: string) => `<Amt Ccy="RUB">${sum}</Amt>`;
    const batch = entry('100.00', detail('Один', amount('60.00')) + detail('Два', amount('40.00')));
    expect(
      (await read(Buffer.from(camt('08', batch)))).lines.map((line) => [line.amount, line.purpose]),
    ).toEqual([
      [6000, 'Один'],
      [4000, 'Два'],
    ]);
    const whole = entry('100.00', detail('Один') + detail('Два'));
    expect((await read(Buffer.from(camt('08', whole)))).lines).toMatchObject([
      { amount: 10_000, purpose: 'Один Два' },
    ]);
  });

  it('has a reversal in the direction that the entry says', async () => {
    const text = entry(
      '100.00',
      detail('Выплата V-12'),
      '<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd>',
    );
    expect((await read(Buffer.from(camt('02', text)))).lines).toMatchObject([
      { direction: 'in', amount: 10_000, purpose: 'Возврат. Выплата V-12' },
    ]);
  });

  it.each([
    [
      'another currency',
      camt('02', '', { currency: 'EUR' }).replace(account, 'DE89370400440532013000'),
      'currency',
    ],
    [
      'an entity of its own',
      camt('02', '').replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'),
      'field',
    ],
    ['a broken end', camt('02', '').slice(0, -30), 'field'],
    ['a balance that is off', camt('02', entry('99.00', detail('x'))), 'balance'],
  ])('is refused with %s', async (_title, text, problem) => {
    expect(await problemOf(Buffer.from(text))).toBe(problem);
  });
});

const mt940 = (
  rows: string[],
  { opening = 'C261127RUB1000,00', closing = 'C261127RUB1100,00', own = account } = {},
) =>
  [':20:START', `:25:${own}`, ':28C:1/1', `:60F:${opening}`, ...rows, `:62F:${closing}`, '-', ''].join(
    '\r\n',
  );

describe('MT940', () => {
  it.each<[string, string[], object]>([
    [
      'plain text',
      [':61:2611271127C100,NTRFNONREF//B17', ':86:Оплата заказа 2611-482', 'ИНН 7736050003'],
      { number: 'B17', purpose: 'Оплата заказа 2611-482 ИНН 7736050003', partyInn: '7736050003' },
    ],
    [
      'numbered fields, broken within a number',
      [
        ':61:261127C100,0NTRF17',
        `:86:166?00UEBERW?20Oplata zakaza 2611-4?2182?30044525225?31${other}?32Ivanov?33 Ivan`,
      ],
      {
        number: '17',
        purpose: 'Oplata zakaza 2611-482',
        party: 'Ivanov Ivan',
        partyAccount: other,
        partyBic: '044525225',
      },
    ],
    [
      'numbered fields, broken between two words',
      [':61:261127C100,0NTRF17', ':86:166?20Oplata za zakaz nomer?212611-482?22ot 27.11.2026'],
      { purpose: 'Oplata za zakaz nomer 2611-482 ot 27.11.2026' },
    ],
    [
      'words between slashes',
      [':61:2611271127CR100,00NTRFREF', `:86:/NAME/Иванов/IBAN/${other}/REMI/Заказ 2611-482`],
      { purpose: 'Заказ 2611-482', party: 'Иванов', partyAccount: other },
    ],
    [
      'a reversed debit',
      [':61:2611271127RD100,00NTRFREF', ':86:Выплата V-12'],
      { direction: 'in', purpose: 'Возврат. Выплата V-12' },
    ],
    [
      'a day of the entry in the year before',
      [':61:2701021127C100,00NTRFREF', ':86:x'],
      { day: '2026-11-27' },
    ],
  ])('is read with %s', async (_title, rows, expected) => {
    const { accounts, lines } = await read(Buffer.from(mt940(rows)));
    expect(accounts).toMatchObject([{ account, opening: 100_000, closing: 110_000 }]);
    expect(lines).toMatchObject([{ direction: 'in', amount: 10_000, ...expected }]);
  });

  it('is read within the blocks of its network, in windows-1251, and with a BIC before the account', async () => {
    const rows = [':61:2611271127C100,00NTRF17', ':86:Заказ 2611-482'];
    const text = `{1:F01SABRRUMM}{2:O940}{4:\r\n${mt940(rows, { own: `SABRRUMM/${account}` })}`;
    expect((await read(encode(text, 'windows-1251'))).lines).toMatchObject([
      { account, purpose: 'Заказ 2611-482' },
    ]);
  });

  it.each([
    [
      'another currency',
      mt940([], { opening: 'C261127USD1,00', closing: 'C261127USD1,00', own: 'US-12345' }),
      'currency',
    ],
    ['no last balance', mt940([]).replace(/:62F:.*\r\n/, ''), 'truncated'],
    ['a sum that is none', mt940([':61:2611271127Cabc', ':86:x']), 'field'],
    ['a balance that is off', mt940([':61:2611271127C99,00NTRFx', ':86:x']), 'balance'],
  ])('is refused with %s', async (_title, text, problem) => {
    expect(await problemOf(Buffer.from(text))).toBe(problem);
  });
});

describe('1CClientBankExchange', () => {
  it('is read with the account in the heading only, and days of its documents', async () => {
    const file = settledStatement().filter(
      (line) => !/^(?:Секция|Конец)РасчСчет|Остаток|Всего|^Дата(?:Начала|Конца)/.test(line),
    );
    const { accounts, lines } = await read(cp1251([...new Set(file)]));
    expect(accounts).toMatchObject([
      { account, opening: null, closing: null, firstDay: '2026-11-27', income: 95_730 },
    ]);
    expect(lines).toHaveLength(1);
  });

  it.each([
    ['ИНН 7750005725 НКО ЮМани', 'НКО ЮМани', '7750005725'],
    ['ИНН7750005725 НКО ЮМани', 'НКО ЮМани', '7750005725'],
    ['7750005725, НКО ЮМани (ООО)', 'НКО ЮМани (ООО)', '7750005725'],
    ['ООО "Лавка" ИНН/КПП 7736050003/773601001', 'ООО "Лавка"', '7736050003'],
    ['ООО "Лавка", ИНН: 7736050003', 'ООО "Лавка"', '7736050003'],
    ['Иванов Иван (ИНН 500100732259)', 'Иванов Иван', '500100732259'],
    ['Иванов 9261112233', 'Иванов 9261112233', null],
    ['НКО ЮМани (ООО)', 'НКО ЮМани (ООО)', null],
  ])('has the name «%s» without the ИНН', (written, name, inn) => {
    expect(splitPartyName(written)).toEqual({ name, inn });
  });

  it('is refused when it is larger than any statement', async () => {
    const content = Buffer.concat([cp1251(settledStatement()), Buffer.alloc(maxStatementBytes, 32)]);
    expect(await problemOf(content)).toBe('too_many');
  });
});

describe('a large file', () => {
  /** The longest work of this thread between two turns, in ms: what others on the machine do does not count. */
  async function longestWork(work: () => Promise<unknown>): Promise<number> {
    const spent = () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
    let [last, most] = [spent(), 0];
    const timer = setInterval(() => {
      const now = spent();
      most = Math.max(most, now - last);
      last = now;
    }, 5);
    await work();
    clearInterval(timer);
    return Math.max(most, spent() - last);
  }

  const documents = (count: number, purpose: string) =>
    Array.from({ length: count }, (_, place) =>
      documentLines({ sum: '1', number: String(place), purpose, party: { account: other } }),
    );
  const rows = (count: number) =>
    Array.from({ length: count }, (_, place) => [
      `:61:2611271127C1,NTRF${place}`,
      ':86:Заказ 2611-482',
    ]).flat();
  const big: [string, () => Buffer][] = [
    [
      '1C',
      () =>
        Buffer.from(
          crlf(statementLines({ income: '24000', closing: '25000', documents: documents(24_000, 'Оплата') })),
        ),
    ],
    ['1C of line ends', () => Buffer.from(`1CClientBankExchange\r\n${'\n'.repeat(9_000_000)}`)],
    [
      '1C of one purpose',
      () => Buffer.from(crlf(settledStatement('957.30', { purpose: 'а '.repeat(3_000_000) }))),
    ],
    [
      'camt',
      () =>
        Buffer.from(
          camt('02', entry('1.00', detail('Заказ 2611-482')).repeat(17_000)).replace('1100.00', '18000.00'),
        ),
    ],
    ['MT940', () => Buffer.from(mt940(rows(100_000), { closing: 'C261127RUB101000,00' }))],
  ];

  it.each(big)('of %s lets others pass', async (_title, make) => {
    const content = make();
    expect(content.length).toBeGreaterThan(4_000_000);
    expect(content.length).toBeLessThan(maxStatementBytes);
    expect(await longestWork(() => problemOf(content))).toBeLessThan(500);
  });
});
