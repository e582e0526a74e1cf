import { render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ValueCell } from '@/crud/list/value-cell';
import { currencySign } from '@/lib/format/currency-sign';
import { formatMoney, formatPercent, setPanelLanguage } from '@/lib/format/format';

afterEach(() => setPanelLanguage(undefined));

const roubles = { currency: 'RUB', formation: 'ru-RU', fractions: 2 };

describe.each([
  ['ru', '−1\u00a0234,50\u00a0₽', '4,5\u00a0%'],
  ['en', '−₽1,234.50', '4.5%'],
  ['ar', '‏‎−1,234.50\u00a0₽', '4.5‎%‎'],
])('in a panel that speaks %s', (language, amount, percent) => {
  it('amounts and percentages are written in its language', () => {
    setPanelLanguage(language);
    const cell = { word: String, money: roubles, t: String, language };
    const { container } = render(
      <>
        <ValueCell kind="money" value={-1234.5} {...cell} />
        <ValueCell kind="money" value="4.5 %" {...cell} />
      </>,
    );

    expect(formatMoney(-1234.5, roubles)).toBe(amount);
    expect(formatPercent(4.5, language)).toBe(percent);
    expect(container.textContent).toBe(amount + percent);
    expect(currencySign('RUB', 'ru-RU')).toBe('₽');
  });
});

it('the settings say which kind of the language it is, and how sums are written elsewhere', () => {
  setPanelLanguage('en');
  expect(formatMoney(1234.5, { ...roubles, formation: 'en-IN' })).toBe('₽1,234.50');
  expect(formatMoney(1_234_567, { ...roubles, formation: 'en-IN' })).toBe('₽12,34,567');
  expect(formatMoney(1234.5, roubles, roubles.formation)).toBe('1\u00a0234,50\u00a0₽');
});
