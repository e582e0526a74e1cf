import i18next from 'i18next';
import { expect, it } from 'vitest';
import { innerQuotesProcessor } from '@/lib/i18n/i18n';

it('a name in quotation marks gets inner quotes inside others', async () => {
  const texts = i18next.createInstance();
  await texts.use(innerQuotesProcessor).init({
    lng: 'ru',
    postProcess: innerQuotesProcessor.name,
    interpolation: { escapeValue: false },
    resources: { ru: { translation: { gone: '«{{title}}» удалён' } } },
  });

  expect(texts.t('gone', { title: 'Ножницы «Соня»' })).toBe('«Ножницы „Соня“» удалён');
  expect(texts.t('gone', { title: 'Ножницы' })).toBe('«Ножницы» удалён');
});

it('a sentence that ends with an abbreviation has one full stop, and an ellipsis stays', async () => {
  const texts = i18next.createInstance();
  await texts.use(innerQuotesProcessor).init({
    lng: 'ru',
    postProcess: innerQuotesProcessor.name,
    interpolation: { escapeValue: false },
    resources: { ru: { translation: { until: 'Действует до {{at}}.', wait: 'Ждём...' } } },
  });

  expect(texts.t('until', { at: '22 нояб.' })).toBe('Действует до 22 нояб.');
  expect(texts.t('until', { at: '22.11.2026' })).toBe('Действует до 22.11.2026.');
  expect(texts.t('wait')).toBe('Ждём...');
});
