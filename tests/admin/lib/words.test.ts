import { expect, test } from 'vitest';
import { addWords, createTexts, ruTexts } from '@/lib/i18n/i18n';

test('the title of a family that comes with the menu leaves the texts of its page', () => {
  const { t } = createTexts('ru');
  addWords('resources', { snowflakes: { title: 'Снежинки', fields: { rays: 'Лучи' } } });
  addWords('resources', { snowflakes: { title: 'Снежинки' } });
  expect(t('resources:snowflakes.fields.rays')).toBe('Лучи');
  // What the server draws the next page from.
  expect(ruTexts.resources).toMatchObject({ snowflakes: { fields: { rays: 'Лучи' } } });
});

test('texts of a page that come after the title stand beside it', () => {
  addWords('resources', { snowdrops: { title: 'Подснежники' } });
  addWords('resources', { snowdrops: { fields: { petals: 'Лепестки' } } });
  const { t } = createTexts('ru');
  expect(t('resources:snowdrops.title')).toBe('Подснежники');
  expect(t('resources:snowdrops.fields.petals')).toBe('Лепестки');
});
