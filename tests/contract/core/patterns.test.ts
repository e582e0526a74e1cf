/**
 * Specification §5, its lines in order:
 *  5.1  adding zero or less to the cart fails with a message      tests/admin/state/cart-math.test.ts
 *  5.2  in stock only when the quantity is below the stock        tests/admin/state/cart-math.test.ts
 *  5.3  payable total                                             tests/admin/state/cart-math.test.ts
 *  5.4  phone                                                     here
 *  5.5  free text: allowed characters                             here
 *  5.6  text does not start with punctuation                      here
 *  5.7  no three punctuation characters in a row                  here
 *  5.8  date                                                      here
 *  5.9  website address                                           here
 *  5.10 password                                                  here
 *  5.11 upload types                                              here
 *  5.12 messages of the patterns ("not shown"): keys of ours      here
 */

import form from '@locales/ru/form.json';
import { describe, expect, it } from 'vitest';
import { ValidationError } from 'yup';
import { datePattern } from '@/contract/core/day';
import { uploadTypes } from '@/contract/core/files/upload-types';
import {
  freeTextPattern,
  passwordPattern,
  phonePattern,
  repeatedPunctuation,
  startsWithPunctuation,
  websitePattern,
} from '@/contract/core/patterns';
import { amount, calendarDay, freeText, password, phone, slug, website } from '@/contract/core/rules';

describe('§5.4 phone', () => {
  it.each(['+7 (999) 123-45-67', '+7(999)123-45-67', '+7-(999)-123-45-67', '+ (999) 123-45-67'])(
    '§5.4 takes %s',
    (text) => {
      expect(text).toMatch(phonePattern);
    },
  );

  it.each([
    '7 (999) 123-45-67',
    '8 (999) 123-45-67',
    '+7 999 123-45-67',
    '+7 (999) 1234567',
    '+7 (99) 123-45-67',
    '+7 (999) 123-45-678',
    '+1 (999) 123-45-67',
    '',
  ])('§5.4 refuses «%s»', (text) => {
    expect(text).not.toMatch(phonePattern);
  });
});

describe('§5.5 free text', () => {
  it.each([
    'Basic text 123',
    'Обычный текст, со знаками: да! нет? 50% #1 @имя & $5 * a_b = c/d (e)',
    'Ёлка для Семёна и Фёдора',
    '«Хлеб „Бородинский“ №5» — свежий',
    'It\'s a 12" screen; + case',
    'مرحبا، كيف الحال؟ ١٢٣',
    'две\nстроки',
    '',
  ])('§5.5 takes «%s»', (text) => {
    expect(text).toMatch(freeTextPattern);
  });

  it.each(['<b>жирный</b>', 'a{b}', 'a|b', 'a\\b', 'a`b', 'smile 😀', '日本', 'a~b', 'a^b', 'a[0]'])(
    '§5.5 refuses «%s»',
    (text) => {
      expect(text).not.toMatch(freeTextPattern);
    },
  );
});

describe('§5.6 start of a text', () => {
  it.each(['.точка', ', запятая', '-дефис', '!', '  ?вопрос', '#тег', '=1+1', '@имя'])(
    '§5.6 refuses «%s»',
    (text) => {
      expect(text).toMatch(startsWithPunctuation);
    },
  );

  it.each(['Слово.', '(скобка) сначала', '«кавычка»', '1. пункт'])('§5.6 takes «%s»', (text) => {
    expect(text).not.toMatch(startsWithPunctuation);
  });
});

describe('§5.7 punctuation in a row', () => {
  it.each(['Правда?!!', 'и так далее...', 'a --- b', 'a(.,)b'])('§5.7 refuses «%s»', (text) => {
    expect(text).toMatch(repeatedPunctuation);
  });

  it.each(['Правда?!', 'а.. б', 'a, b, c.'])('§5.7 takes «%s»', (text) => {
    expect(text).not.toMatch(repeatedPunctuation);
  });
});

describe('§5.8 date', () => {
  it.each(['01.01.2026', '31.12.1999', '29.02.2024'])('§5.8 takes %s', (text) => {
    expect(text).toMatch(datePattern);
  });

  it.each(['1.1.2026', '32.01.2026', '01.13.2026', '2026-01-01', '01/01/2026', '01.01.26', '00.01.2026'])(
    '§5.8 refuses %s',
    (text) => {
      expect(text).not.toMatch(datePattern);
    },
  );
});

describe('§5.9 website address', () => {
  it.each([
    'example.ru',
    'www.example.ru',
    'https://example.ru',
    'http://www.shop.example.ru/path/to?a=1&b=2',
    'магазин.рф',
    'https://пример.рф/путь',
    'example.com:8080/x',
  ])('§5.9 takes %s', (text) => {
    expect(text).toMatch(websitePattern);
  });

  it.each([
    'example',
    'javascript:alert(1)',
    'ftp://example.ru',
    '//example.ru',
    'https://',
    'exa mple.ru',
    'a..ru',
    '-a.ru',
  ])('§5.9 refuses %s', (text) => {
    expect(text).not.toMatch(websitePattern);
  });

  it('§5.9 resists catastrophic backtracking', () => {
    const start = performance.now();
    websitePattern.test(`${'a-'.repeat(5000)}!`);
    websitePattern.test(`${'a.'.repeat(5000)}!`);

    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('§5.10 password', () => {
  it.each(['Demo12345', 'aA1aaaaa', 'Пароль12', 'Ёжик2026'])('§5.10 takes %s', (text) => {
    expect(text).toMatch(passwordPattern);
  });

  it.each(['Demo123', 'demo12345', 'DEMO12345', 'DemoDemoDemo', ''])('§5.10 refuses «%s»', (text) => {
    expect(text).not.toMatch(passwordPattern);
  });
});

it('§5.11 accepts jpeg, png, pdf, zip, rar, epub and psd uploads only', () => {
  expect(Object.keys(uploadTypes)).toEqual(['jpeg', 'png', 'pdf', 'zip', 'rar', 'epub', 'psd']);
});

it('§5.8 a date may be written dd.mm.yyyy, and is stored in ISO 8601', async () => {
  expect(await calendarDay().validate('05.03.2026')).toBe('2026-03-05');
  expect(await calendarDay().validate('2026-03-05T10:00:00Z')).toBe('2026-03-05');
});

describe('§5.12 messages', () => {
  it.each([
    ['phone', phone(), '123', 'error-phone-format'],
    ['characters', freeText(), 'a|b', 'error-text-characters'],
    ['start', freeText(), '.a', 'error-text-start'],
    ['row', freeText(), 'a!!!', 'error-text-punctuation'],
    ['date', calendarDay(), '31.02.2026', 'error-date-format'],
    ['website', website(), 'nowhere', 'error-website-format'],
    ['password', password(), 'short', 'error-password-format'],
    ['number', amount(), 'many', 'error-number-format'],
    ['number', amount(), '1e999', 'error-number-format'],
    ['number', amount(), Number.POSITIVE_INFINITY, 'error-number-format'],
    ['slug', slug(), 'Не слаг', 'error-slug-format'],
    ['day', calendarDay(), '2026-13-01', 'error-date-format'],
  ])('§5.12 %s has a message in Russian', async (_name, schema, value, key) => {
    const error: unknown = await schema.validate(value).catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).message).toBe(key);
    expect(form).toHaveProperty(key);
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-03-10T21:00:00.000Z', '2026-03-10'],
    ['2026-03-10 21:00:00', '2026-03-10'],
    ['', ''],
  ])('§5.12 a calendar day may be sent as «%s»', async (sent, day) => {
    expect(await calendarDay().validate(sent)).toBe(day);
  });

  it.each(['2026-02-30', '2025-02-29', '2026-13-01', '2026-03-00', '0000-01-01', '2026-03-10nonsense'])(
    '§5.12 %s is not a calendar day',
    async (sent) => {
      await expect(calendarDay().validate(sent)).rejects.toThrow('error-date-format');
    },
  );

  it.each([
    ['1 234,50', 1234.5],
    ['1 234.5', 1234.5],
    ['', null],
    [7, 7],
  ])('§5.12 a number may be typed as «%s»', async (typed, number) => {
    expect(await amount().validate(typed)).toBe(number);
  });
});
