import { rawBook } from '../bench/upload/books';
import { zipOf } from '../support/zip';
import { type Dice, nastyTexts, oneOf } from './values';

/** Files of rows, statements and archives, with size as a dimension: each part of them is sometimes long, or there many times. */
export function largeFile(roll: Dice): Buffer {
  const count = oneOf(roll, counts);
  const made = oneOf(roll, makers)(roll, count);
  return roll(4) ? made : spoilt(roll, made);
}

const counts = [1, 2, 40, 600, 5000, 30_000];
/** What all of a kind together has, whatever the count: larger ones are measured by `bench:uploads`. */
const most = 4 * 1024 * 1024;

function many(count: number, part: (at: number) => string): string {
  const parts: string[] = [];
  for (let [at, length] = [0, 0]; at < count && length < most; at += 1) {
    const one = part(at);
    parts.push(one);
    length += one.length;
  }
  return parts.join('');
}

/** A value of a cell or field: mostly a usual one, sometimes nasty or a run of one sign. */
function value(roll: Dice, usual: string): string {
  const kind = roll(60);
  if (kind === 0) return oneOf(roll, nastyTexts);
  if (kind === 1) return oneOf(roll, grains).repeat(oneOf(roll, [100, 5000, 100_001]));
  return usual;
}

const grains = ['(', ' ', '"', ',', '.', '0', 'а', '\u00a0', '=', '-', '№', '«', "'", '&amp;', '<'];

const headings = {
  goods: ['Артикул', 'Название', 'Цена', 'Остаток', 'Группа', 'Единица измерения', 'Характеристика: Цвет'],
  attributes: ['name', 'language', 'values', 'metas'],
  registry: ['Идентификатор платежа', 'Сумма платежа', 'Комиссия', 'НДС с комиссии', 'Дата платежа'],
  statement: ['Дата операции', 'Номер документа', 'Дебет', 'Кредит', 'Контрагент', 'Назначение платежа'],
};
const usual = {
  goods: (at: number) => [`FUZZ-${at}`, 'Чашка', '100', '5', 'Посуда', 'шт.', 'синий'],
  attributes: (at: number) => [`Признак ${at}`, 'ru', 'a', 'b'],
  registry: (at: number) => [`2d8f4c00-000f-5000-9000-${at}`, '100.00', '2.80', '0.00', '2026-11-20'],
  statement: (at: number) => ['20.11.2026', String(at), '', '100,00', 'ООО «Ромашка»', `Заказ ${at}`],
};
const kinds = ['goods', 'attributes', 'registry', 'statement'] as const;

function rowsOf(roll: Dice): (at: number) => string[] {
  const kind = oneOf(roll, kinds);
  const more = Array.from({ length: oneOf(roll, [0, 0, 0, 3, 300, 16_384]) }, () => '1');
  return (at) => [...(at === 0 ? headings[kind] : usual[kind](at)).map((cell) => value(roll, cell)), ...more];
}

function csv(roll: Dice, count: number): Buffer {
  const row = rowsOf(roll);
  const [separator, end] = [oneOf(roll, [';', ',', '\t']), oneOf(roll, ['\n', '\r\n', '\r', '\n\n\n'])];
  return Buffer.from(
    many(count, (at) => row(at).join(separator) + end),
    roll(5) ? 'utf8' : 'utf16le',
  );
}

function book(roll: Dice, count: number): Buffer {
  const row = rowsOf(roll);
  const escaped = (text: string) => text.replace(/[<&]/g, '_');
  const cells = (at: number) =>
    row(at).map((text, column) =>
      roll(40)
        ? `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`
        : `<c r="${oneOf(roll, ['XFD1', 'AAA9', 'A1'])}"><v>${column}</v></c>`,
    );
  const sheet = () => many(count, (at) => (roll(50) ? `<row>${cells(at).join('')}</row>` : '<row/>'));
  return rawBook(Array.from({ length: oneOf(roll, [1, 1, 1, 2, 20]) }, sheet));
}

function archive(roll: Dice, count: number): Buffer {
  const content = Buffer.from(value(roll, 'x'));
  return zipOf(
    Object.fromEntries(Array.from({ length: Math.min(count, 12_000) }, (_, at) => [`${at}.jpg`, content])),
  );
}

const account = '40702810100000000001';
const other = '40702810900000000777';

function oneC(roll: Dice, count: number): Buffer {
  const document = (at: number) =>
    [
      `СекцияДокумент=Платежное поручение\nНомер=${value(roll, String(at))}\nДата=20.11.2026`,
      `Сумма=${value(roll, '1.00')}\nПлательщикСчет=${other}\nПолучательСчет=${account}`,
      `НазначениеПлатежа=${value(roll, `Заказ ${at}`)}\nКонецДокумента\n`,
    ].join('\n');
  return Buffer.from(
    `1CClientBankExchange\nДатаНачала=20.11.2026\nДатаКонца=20.11.2026\nРасчСчет=${account}\n${many(count, document)}КонецФайла\n`,
  );
}

function mt940(roll: Dice, count: number): Buffer {
  const entry = (at: number) =>
    `:61:${value(roll, `2611201120CR1,00NTRF${at}`)}\n:86:${value(roll, `/REMI/Заказ ${at}`)}\n`;
  return Buffer.from(
    `:20:1\n:25:${account}\n:60F:C261120RUB0,00\n${many(count, entry)}:62F:C261120RUB${count},00\n-\n`,
  );
}

function camt(roll: Dice, count: number): Buffer {
  const detail = () => `<TxDtls><Amt Ccy="RUB">1.00</Amt><X ${value(roll, 'a="1"')}/></TxDtls>`;
  const entry = (at: number) =>
    `<Ntry><Amt Ccy="RUB">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt><NtryDtls>${many(roll(20) ? 1 : count, detail)}</NtryDtls><AddtlNtryInf>${at}</AddtlNtryInf></Ntry>`;
  return Buffer.from(
    `<?xml version="1.0"?><Document xmlns="camt.053.001.02"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${account}</IBAN></Id></Acct>${many(count, entry)}</Stmt></BkToCstmrStmt></Document>`,
  );
}

const makers = [csv, csv, csv, book, book, archive, oneC, mt940, camt];

/** Cut, doubled, or with a run of one byte in the middle. */
function spoilt(roll: Dice, file: Buffer): Buffer {
  const at = roll(file.length + 1);
  const run = Buffer.alloc(
    oneOf(roll, [1, 1000, 300_000]),
    oneOf(roll, ['\n', '\r', '"', '(', '\0', '<', ';', '\xff']),
    'latin1',
  );
  return oneOf(roll, [
    () => file.subarray(0, at),
    () => Buffer.concat([file.subarray(0, at), run, file.subarray(at)]),
    () => Buffer.concat([file, file]),
  ])();
}
