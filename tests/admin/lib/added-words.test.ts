import { expect, it } from 'vitest';
import { addWords, createTexts } from '@/lib/i18n/i18n';

const words = { title: 'Мётлы', fields: { handle: 'Черенок' } };

it('the title of a family, brought by the menu, leaves its other texts', () => {
  addWords('resources', { brooms: words });
  const texts = createTexts('ru');

  addWords('resources', { brooms: { title: 'Мётлы' } });

  expect(texts.t('resources:brooms.fields.handle')).toBe('Черенок');
  // A server starts other languages later.
  expect(createTexts('ru').t('resources:brooms.fields.handle')).toBe('Черенок');
});

it('a name in quotation marks takes inner ones inside of others', () => {
  addWords('resources', { scissors: { gone: '«{{title}}» удалён' } });
  const { t } = createTexts('ru');

  expect(t('resources:scissors.gone', { title: 'Ножницы «Соня»' })).toBe('«Ножницы „Соня“» удалён');
  expect(t('resources:scissors.gone', { title: 'Ножницы' })).toBe('«Ножницы» удалён');
});
