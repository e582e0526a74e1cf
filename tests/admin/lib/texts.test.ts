import { beforeEach, expect, it, vi } from 'vitest';

// Each test is a separate browser tab: texts stay in the module.
beforeEach(() => vi.resetModules());

it('a family keeps the texts of its page when its title comes with the menu, and vice versa', async () => {
  const { addWords, createTexts } = await import('@/lib/i18n/i18n');
  addWords('resources', { withdraws: { title: 'Вывод средств', status: 'Ждёт' } });
  const texts = createTexts('ru');
  expect(texts.t('resources:withdraws.status')).toBe('Ждёт');

  addWords('resources', { withdraws: { title: 'Вывод средств' }, tags: { title: 'Метки' } });
  addWords('resources', { tags: { add: 'Добавить метку' } });

  for (const one of [texts, createTexts('ru')]) {
    expect(one.t('resources:withdraws.status')).toBe('Ждёт');
    expect(one.t('resources:withdraws.title')).toBe('Вывод средств');
    expect(one.t('resources:tags.title')).toBe('Метки');
    expect(one.t('resources:tags.add')).toBe('Добавить метку');
  }
});

it('a name in quotation marks gets inner quotes inside others', async () => {
  const { addWords, createTexts } = await import('@/lib/i18n/i18n');
  addWords('resources', { scissors: { gone: '«{{title}}» удалён' } });
  const { t } = createTexts('ru');

  expect(t('resources:scissors.gone', { title: 'Ножницы «Соня»' })).toBe('«Ножницы „Соня“» удалён');
  expect(t('resources:scissors.gone', { title: 'Ножницы' })).toBe('«Ножницы» удалён');
});
