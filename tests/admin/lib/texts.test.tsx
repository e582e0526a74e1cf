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
