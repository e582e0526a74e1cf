import { knownValue } from './bodies';
import { largeFile } from './files';
import type { Knowledge } from './learn';
import type { Draft } from './requests';
import { type Dice, nastyTexts, oneOf } from './values';

/** A picture of one pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const contents: readonly (string | Buffer)[] = [
  png,
  'name;price;quantity;sku;unit;type\r\nЧашка;100;5;FUZZ-1;шт.;Посуда\r\n',
  'Название,Цена\r\nЧашка,abc\r\n',
  'attribute;values\r\nЦвет;"синий,белый"\r\n',
  'language,name,shop_id,values,meta\r\nru,Цвет,1,"a,b","c,d"\r\n',
  '',
  '\u0000',
  'PK\u0003\u0004broken',
  '"',
  'a'.repeat(3000),
  `a${',b'.repeat(3000)}\r\n1`,
];

/** A statement that is taken: of another number each time, as the same file is stored once. */
const statementOf = (roll: Dice) =>
  [
    '1CClientBankExchange\nВерсияФормата=1.03\nКодировка=UTF-8\nДатаНачала=20.11.2026\nДатаКонца=20.11.2026',
    'РасчСчет=40702810100000000001\nСекцияДокумент=Платежное поручение',
    `Номер=${roll(100_000)}\nДата=20.11.2026\nСумма=1.00\nПлательщикСчет=40702810900000000777`,
    'ПолучательСчет=40702810100000000001\nДатаПоступило=20.11.2026\nНазначениеПлатежа=Заказ\nКонецДокумента\nКонецФайла\n',
  ].join('\n');

/** An upload, valid or corrupted in one of several ways. */
export function formOf(roll: Dice, known: Knowledge, path: string): Pick<Draft, 'raw' | 'headers' | 'body'> {
  const form = Buffer.concat([fieldsOf(roll, known), fileOf(roll, path), Buffer.from('--b--\r\n')]);
  const type = roll(8) ? 'multipart/form-data; boundary=b' : oneOf(roll, types);
  const raw = roll(3) ? form : broken(roll, form);
  return { raw, headers: { 'content-type': type }, body: undefined };
}

const types = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=b; boundary=c',
  'multipart/mixed; boundary=b',
];

function fieldsOf(roll: Dice, known: Knowledge): Buffer {
  const shop = String(knownValue(roll, 'shop_id', known) ?? 1);
  const value = roll(4) ? shop : oneOf(roll, nastyTexts);
  const names = ['shop_id', 'shop_id', 'shop_id', 'provider', 'dry_run', '__proto__', 'toString'];
  const name = oneOf(roll, names);
  return Buffer.from(
    field(name, name === 'provider' ? 'yookassa' : value) + (roll(3) ? '' : field('dry_run', '1')),
  );
}

const field = (name: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function fileOf(roll: Dice, path: string): Buffer {
  const [, own = 'csv'] = fileFields.find(([part]) => path.includes(part)) ?? [];
  const name = roll(4) ? own : oneOf(roll, ['csv', 'file', 'attachment[]', 'zip', '__proto__']);
  const fileName = oneOf(roll, ['a.csv', 'a.csv', 'a.xlsx', 'a.png', 'a.zip', '', '../../x', '\u0000']);
  const head = `--b\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\n\r\n`;
  const small = path.includes('reconciliation') && roll(2) ? statementOf(roll) : oneOf(roll, contents);
  const content = roll(3) ? Buffer.from(small) : largeFile(roll);
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n')]);
}

/** The field of the file, by a part of the address. */
const fileFields = [
  ['reconciliation', 'file'],
  ['attachments', 'attachment[]'],
  ['pictures', 'zip'],
] as const;

function broken(roll: Dice, form: Buffer): Buffer | string {
  const text = form.toString('latin1');
  const made = oneOf(roll, [
    () => text.slice(0, -7),
    () => text.slice(0, roll(text.length)),
    () => text.replaceAll('--b', '--c'),
    () => text.replace('content-disposition', 'content-nothing'),
    () => text.replace('form-data; name', 'form-data; nome'),
    () => `--b\r\n${'x-header: 1\r\n'.repeat(3000)}\r\n`,
    () => field('a'.repeat(2000), 'b') + text,
    () => Array.from({ length: 30 }, (_, index) => field(`f${index}`, 'x')).join('') + text,
    () => '',
    () => '--b--',
  ])();
  return Buffer.from(made, 'latin1');
}
