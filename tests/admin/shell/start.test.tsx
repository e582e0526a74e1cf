import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime';
import { useTranslation } from 'next-i18next/pages';
import { type ReactElement, type ReactNode, useLayoutEffect } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { PageHeader } from '@/components/page/page-header';
import { defaultSettings, type SettingsOptions } from '@/contract/settings';
import { ClientError, errorText } from '@/lib/api/errors';
import { PageHead } from '@/shell/page-head';
import { SettingsBoot } from '@/shell/settings-boot';
import { useSetSettings, useSettings } from '@/state/settings';
import { server } from '../server';
import { fakeRouter, renderApp } from './render-app';

const settings = '*/rest/settings';

describe('the start', () => {
  it('shows a full-screen loader until the settings have loaded', async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(settings, async () => {
        await waiting;
        return HttpResponse.json({ options: defaultSettings });
      }),
    );
    renderApp(<SettingsBoot>Панель</SettingsBoot>);
    expect(screen.getByRole('status')).toHaveTextContent('Загрузка…');
    expect(screen.getByText('Панель')).not.toBeVisible();

    answer();

    await waitFor(() => expect(screen.getByText('Панель')).toBeVisible());
    expect(screen.queryByRole('status')).toBeNull();
  });

  it.each([
    ['FORBIDDEN', 'На это действие у вас нет прав.'],
    ['Лицензия закончилась', 'Лицензия закончилась'],
  ])('shows the error %s on a full page when the settings fail', async (message, shown) => {
    server.use(http.get(settings, () => HttpResponse.json({ message }, { status: 400 })));

    renderApp(<SettingsBoot>Панель</SettingsBoot>);

    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
    expect(screen.getByText(shown)).toBeVisible();
    expect(screen.queryByText('Панель')).toBeNull();
  });
});

it('switches from a language that was turned off to Russian, on the same page', async () => {
  const offer = (...languages: SettingsOptions['languages']) =>
    server.use(http.get(settings, () => HttpResponse.json({ options: { ...defaultSettings, languages } })));
  offer('ru', 'en');
  const offered = { ...fakeRouter('/tags?page=2'), locale: 'en' };
  const first = renderApp(<SettingsBoot>Панель</SettingsBoot>, offered);
  await waitFor(() => expect(screen.getByText('Панель')).toBeVisible());
  expect(offered.replace).not.toHaveBeenCalled();
  first.unmount();

  offer('ru');
  const left = { ...fakeRouter('/tags?page=2'), locale: 'en' };
  renderApp(<SettingsBoot>Панель</SettingsBoot>, left);
  await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/tags?page=2', undefined, { locale: 'ru' }));
});

it('shows an administrator’s text for an error code, and the usual one without it', async () => {
  const answer = (error_texts?: object) =>
    server.use(
      http.get(settings, () => HttpResponse.json({ language: 'ru', options: defaultSettings, error_texts })),
    );
  const refused = new ClientError('IN_USE', { message: 'IN_USE', status: 409 });
  const foreign = new ClientError('COUPON_IS_OVER', { message: 'COUPON_IS_OVER', status: 409 });
  answer({ IN_USE: 'Сначала освободите запись', COUPON_IS_OVER: 'Купон закончился' });
  const { unmount } = renderApp(<Said errors={[refused, foreign]} />);
  expect(await screen.findByText('Сначала освободите запись; Купон закончился')).toBeInTheDocument();
  unmount();

  answer();
  renderApp(<Said errors={[refused]} />);

  expect(await screen.findByText(/используется/i)).toBeInTheDocument();
});

/** The messages of errors once the settings have loaded. */
function Said({ errors }: { errors: ClientError[] }) {
  return (
    <SettingsBoot>
      <Messages errors={errors} />
    </SettingsBoot>
  );
}

function Messages({ errors }: { errors: ClientError[] }) {
  const { t } = useTranslation('common');
  // Errors come after the start; this one re-renders once the settings are loaded.
  useSettings();
  return <p>{errors.map((error) => errorText(t, error)).join('; ')}</p>;
}

function Head({ options, titleKey }: { options: Partial<SettingsOptions>; titleKey: string | undefined }) {
  const set = useSetSettings();
  useLayoutEffect(() => set(options), [set, options]);
  return <PageHead titleKey={titleKey} firstList={undefined} />;
}

/** HTML that a page puts into its head with these settings, and its title. */
async function headWith(
  options: Partial<SettingsOptions>,
  title: RegExp,
  { titleKey, page }: { titleKey?: string; page?: ReactNode } = {},
): Promise<string> {
  let html = '';
  const updateHead = (elements: ReactElement[]) => {
    html = renderToStaticMarkup(elements);
  };
  const { unmount } = renderApp(
    <HeadManagerContext.Provider value={{ updateHead, mountedInstances: new Set() }}>
      <Head options={options} titleKey={titleKey} />
      {page}
    </HeadManagerContext.Provider>,
  );
  await waitFor(() => expect(html).toMatch(title));
  const found = html;
  // Unmounting empties the head.
  unmount();
  return found;
}

describe('the head of a page', () => {
  it('has the title and the icon of the settings', async () => {
    const options = {
      siteTitle: 'Ярмарка',
      favicon: { id: 1, original: 'https://files.test/icon.png', thumbnail: '' },
      seo: { ...defaultSettings.seo, metaTitle: 'Всё для дома' },
    };

    const html = await headWith(options, /<title>Ярмарка \| Всё для дома<\/title>/);

    expect(html).toContain('rel="icon" href="https://files.test/icon.png"');
  });

  it('names the open record before its family, and the page after leaving', async () => {
    const options = { siteTitle: 'Ярмарка' };
    const titleKey = 'common:sidebar-nav-item-products';
    const page = <PageHeader title="Самовар" parent={{ href: '/products', label: 'Товары' }} />;

    const open = await headWith(options, /<title>Самовар · Товары — Ярмарка \| /, { titleKey, page });
    const left = await headWith(options, /<title>Товары — Ярмарка \| /, { titleKey });

    expect([open, left].map((html) => html.match(/<title>/g)?.length)).toEqual([1, 1]);
  });

  it('falls back to default titles without settings', async () => {
    const options = { siteTitle: '', seo: { ...defaultSettings.seo, metaTitle: '' } };

    const html = await headWith(options, /<title>Гостиный двор \| \S+/);

    expect(html).toContain('href="/admin/favicon.svg"');
  });
});
