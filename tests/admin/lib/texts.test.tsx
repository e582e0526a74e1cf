import { render } from '@testing-library/react';
import type { i18n as I18n } from 'i18next';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeRouter } from '../shell/render-app';

// Each test is a separate browser tab: texts stay in the module.
beforeEach(() => vi.resetModules());

/** The texts of a page in a new tab, or of another page in the same one. */
async function open() {
  const { appWithTranslation, useTranslation } = await import('next-i18next/pages');
  const { addWords, i18nConfig } = await import('@/lib/i18n/i18n');
  const showPage = () => {
    const shown: I18n[] = [];
    const App = appWithTranslation(() => {
      shown.push(useTranslation(['common', 'ledger', 'catalogue', 'insights']).i18n);
      return null;
    }, i18nConfig);
    // next-i18next reads the language of the router alone.
    render(<App {...({ pageProps: {}, router: fakeRouter('/') } as unknown as Parameters<typeof App>[0])} />);
    const [texts] = shown;
    if (!texts) throw new Error('The page was not rendered');
    return texts;
  };
  return { addWords, showPage };
}

it('a family keeps the texts of its page when its title comes with the menu, and vice versa', async () => {
  const { addWords, showPage } = await open();
  addWords('resources', { withdraws: { title: 'Вывод средств', status: 'Ждёт' } });
  const texts = showPage();
  expect(texts.t('ledger:withdraws.status')).toBe('Ждёт');

  addWords('resources', { withdraws: { title: 'Вывод средств' }, tags: { title: 'Метки' } });
  addWords('resources', { tags: { add: 'Добавить метку' } });

  for (const one of [texts, showPage()]) {
    expect(one.t('ledger:withdraws.status')).toBe('Ждёт');
    expect(one.t('common:families.withdraws')).toBe('Вывод средств');
    expect(one.t('common:families.tags')).toBe('Метки');
    expect(one.t('catalogue:tags.add')).toBe('Добавить метку');
  }
});

it('a name in quotation marks gets inner quotes inside others', async () => {
  const { addWords, showPage } = await open();
  addWords('resources', { scissors: { gone: '«{{title}}» удалён' } });
  const { t } = showPage();

  expect(t('insights:scissors.gone', { title: 'Ножницы «Соня»' })).toBe('«Ножницы „Соня“» удалён');
  expect(t('insights:scissors.gone', { title: 'Ножницы' })).toBe('«Ножницы» удалён');
});
