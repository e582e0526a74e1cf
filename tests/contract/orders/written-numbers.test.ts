import { describe, expect, it } from 'vitest';
import { findOrderNumbers, parseOrderNumber, parseShortNumber } from '@/contract/orders/written-number';

const numbersIn = (text: string) => findOrderNumbers(text).map(({ number }) => number);

describe('the numbers in a text', () => {
  it.each([
    ...[
      '2611-482',
      '2611–482',
      '2611—482',
      '2611‑482',
      '2611−482',
      '2611﹣482',
      '2611－482',
      '2611\u00ad482',
    ],
    ...['2611 - 482', '2611 – 482', '2611/482', '2611 / 482', '2611\\482', '2611_482', '2611 482', '2611482'],
    ...[
      '2611\u00a0482',
      '№2611-482',
      '№ 2611482',
      'N 2611-482',
      'N2611482',
      'No. 2611-482',
      '#2611482',
      '# 2611/482',
    ],
    ...['٢٦١١-٤٨٢', '２６１１－４８２', '\u200e2611-482\u200f'],
  ])('are read when one is written as «%s»', (text) => {
    expect(numbersIn(`Оплата заказа ${text}. НДС не облагается`)).toEqual(['2611-482']);
    expect(numbersIn(text)).toEqual(['2611-482']);
  });

  it.each<[string, string[]]>([
    ['Заказы 2611-482, 2611-483 и 2612/7', ['2611-482', '2611-483', '2612-7']],
    ['2611-482,2611-483;2611-484', ['2611-482', '2611-483', '2611-484']],
    ['2611-482/2611-483', ['2611-482', '2611-483']],
    ['Заказ 20261127000482 (2611-482)', ['20261127000482', '2611-482']],
    ['Заказ 20261127-000482', ['20261127000482']],
    ['Заказ 2026 11 27 000482', ['20261127000482']],
    ['Заказ 2611-4821', ['2611-4821']],
    ['Счёт 2611 2611-482', ['2611-482']],
    ['Оплата по счету 17 2611-482', ['2611-482']],
    ['Оплата 2611-482.', ['2611-482']],
    ['Заказ2611-482', []],
    ['2611-482А', []],
    ['Договор 12-2611-482', []],
    ['2611-482-5', []],
    ['Счет 40702810138000123458', []],
    ['тел. 89262611482', []],
    ['В т.ч. НДС 20% 2611-50', []],
    ['НДС (22%) - 2611-50', []],
    ['на сумму 2611-50 за товар', []],
    ['2611 482,50 по договору', []],
    ['2611482.00', []],
    ['2611 482 руб.', []],
    ['Заказ 2611-50, в том числе НДС 2612-40', ['2611-50']],
    ['2613-482', []],
    ['2611-0482', []],
  ])('of «%s» are %j', (text, expected) => {
    expect(numbersIn(text)).toEqual(expected);
  });

  it('are certain with a sign or a dash, and uncertain when they may be something else', () => {
    expect(findOrderNumbers('2611482 №2611483 2611-484 2611 485').map(({ isCertain }) => isCertain)).toEqual([
      ...[false, true, true, false],
    ]);
  });

  it.each(['2', '2611-482 ', '№', 'N', '-', '/', ' ', '2611', '\u2212', '20261127', 'ндс', '%'])(
    'are found in 100,000 of «%s» at once',
    (piece) => {
      const began = performance.now();
      expect(findOrderNumbers(piece.repeat(Math.ceil(100_000 / piece.length))).length).toBeLessThanOrEqual(
        100,
      );
      expect(performance.now() - began).toBeLessThan(1000);
    },
  );
});

describe('a typed number', () => {
  it.each([
    '2611-482',
    ' 2611 482',
    '№2611−482',
    'заказ № 2611/482',
    'Order #2611-482',
    'N 2611482',
    '٢٦١١-٤٨٢',
  ])('is read from «%s»', (text) => expect(parseShortNumber(text)?.number).toBe('2611-482'));

  it.each(['Заказ 20261127000482', '20261127-000482', '№ 20261127 000482'])(
    'is the long one in «%s»',
    (text) => {
      expect(parseOrderNumber(text)).toEqual({ number: '20261127000482', isLong: true, isCertain: true });
      expect(parseShortNumber(text)).toBeUndefined();
    },
  );

  it.each(['Иванов', '2611-482 Иванов', '89262611482', '', '2613-1', '2'.repeat(90)])(
    'is not «%s»',
    (text) => {
      expect(parseOrderNumber(text)).toBeUndefined();
    },
  );
});
