import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Each concept has one word on Russian screens and in e-mails: see the table in docs/glossary.md. */

/** The word to use, and the stems of its synonyms. */
const rules: [word: string, others: RegExp][] = [
  [
    'работает',
    /магазин[а-яё]*( «[^»]*»)?( пока| сейчас)? (не ?)?(актив|включ|выключен|отключ|закрыт|открыт)/,
  ],
  ['не работает', /неактивн|не актив/],
  ['выключить', /отключ|деактив/],
  ['площадка', /маркетплейс/],
  ['администратор', /(?<![а-яё])админ(?!истра)/],
  ['продавец', /вендор|поставщик/],
  ['сотрудник', /персонал(?!ьн)|(?<![а-яё])работник/],
  ['покупатель', /клиент/],
  ['аккаунт', /учётн[а-яё]+ запис/],
  ['баллы', /бонус|(?<![а-яё])очк(и|ов|ам|ами)(?![а-яё])/],
  ['товар', /(?<![а-яё])продукт/],
  ['тип товаров', /(?<![а-яё])групп/],
  ['категория', /рубрик|входит в раздел/],
  ['метка', /(?<![а-яё])тег(?![а-яё]{4})/],
  ['характеристика', /свойств|атрибут|(?<![а-яё])опци[яийюе]/],
  ['вариант', /вариаци|модификац/],
  ['артикул', /(?<![a-z{.])sku(?![a-z}])|(?<!qr-)код[а-яё]* товар/],
  ['производитель', /бренд|изготовител/],
  ['купон', /промокод/],
  ['распродажа', /флеш-/],
  ['заявка на вывод', /заяв[а-яё]+ на выплат/],
  ['уведомление', /оповещ|(?<![а-яё])извещ/],
  ['SMS', /(?<![а-яё])смс(?![а-яё])/],
  ['почта', /(?<![а-яё])эл(\.|ектронн[а-яё]+) ?(почт|адрес)/],
  // In decisions about a request, a product or a complaint; a person who does not take part has отказался.
  ['отклонена', /(?<![а-яё])отказан/],
  ['картинка', /изображен/],
  ['фотография', /(?<![а-яё])снимк/],
  ['колонка', /столб(ец|ц)/],
];

/** Users and other programs may use any word; the others have another meaning. */
const exceptions = [
  'catalogue.imports.headings.',
  'catalogue.imports.cells.',
  'insights.search.words.',
  'insights.search.synonyms.',
  // Groups of characters in a key.
  'form.error-license-format',
  // A word of the law.
  'receipts.receipts.paper.supplier',
  'settings.settings.receipts-table.online.why',
  // A trade mark, not the manufacturer.
  'catalogue.products.moderation.template.marks.',
];

type Words = { [key: string]: string | Words };

const texts = (words: Words, path: string): [path: string, text: string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : texts(value, `${path}.${key}`),
  );

const locales = 'public/locales/ru';
const screens = readdirSync(locales)
  .flatMap((file) => texts(JSON.parse(readFileSync(`${locales}/${file}`, 'utf8')), file.replace('.json', '')))
  .filter(([path]) => !exceptions.some((start) => path.startsWith(start)));

const modules = 'src/server/modules';
const emails = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('emails.ts'))
  .flatMap((file) =>
    readFileSync(`${modules}/${file}`, 'utf8')
      .split('\n')
      .filter((line) => /[а-яё]/i.test(line))
      .map((line): [string, string] => [file, line.trim()]),
  );

/** Possible breaks in a long word. */
const softHyphen = '\u00ad';

const withOtherWords = (written: [path: string, text: string][], others: RegExp) =>
  written
    .filter(([, text]) => others.test(text.toLowerCase().replaceAll(softHyphen, '')))
    .map((one) => one.join(': '));

describe('the Russian words', () => {
  it('are read from screens and e-mails', () => {
    expect(screens.length).toBeGreaterThan(1000);
    expect(emails.length).toBeGreaterThan(100);
  });

  it.each(rules)('for «%s» have no synonym on the screens', (_, others) => {
    expect(withOtherWords(screens, others)).toEqual([]);
  });

  it.each(rules)('for «%s» have no synonym in the e-mails', (_, others) => {
    expect(withOtherWords(emails, others)).toEqual([]);
  });
});
