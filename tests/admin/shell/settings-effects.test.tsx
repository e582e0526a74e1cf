import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useLayoutEffect } from 'react';
import { describe, expect, it } from 'vitest';
import type { SettingsOptions } from '@/contract/settings';
import { ForgotPassword } from '@/features/accounts/auth/forgot-password';
import { LoginCode } from '@/features/accounts/auth/login-code';
import { LoginForm } from '@/features/accounts/auth/login-form';
import { RegisterForm } from '@/features/accounts/auth/register-form';
import { formatDateTime } from '@/lib/format/format';
import { AuthGate } from '@/shell/auth-gate';
import { menuFor } from '@/shell/menu/menu';
import { SiteBrand } from '@/shell/menu/site-brand';
import { useSetSettings } from '@/state/settings';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, ours, renderApp, signInAs } from './render-app';

/** Effects of the settings on the panel itself. */

const picture = (id: number, name: string) => ({
  id,
  file_name: name,
  original: `/admin/rest/uploads/${name}`,
  thumbnail: `/admin/rest/uploads/${name}`,
});

function Given({ options, children }: { options: Partial<SettingsOptions>; children: ReactNode }) {
  const set = useSetSettings();
  useLayoutEffect(() => set(options), [set, options]);
  return children;
}

describe('signing in by a code', () => {
  it('is offered, unless it is switched off', () => {
    const { unmount } = renderApp(<LoginForm />);
    expect(screen.getByRole('link', { name: /по коду/i })).toBeVisible();
    unmount();

    renderApp(
      <Given options={{ useOtp: false }}>
        <LoginForm />
        <LoginCode />
      </Given>,
    );
    expect(screen.queryByRole('link', { name: /по коду/i })).toBeNull();
    expect(screen.getByText('Вход по коду сейчас выключен. Войдите с паролем.')).toBeVisible();
  });
});

describe('where no service sends', () => {
  it('neither a code by SMS nor a link by e-mail is offered', async () => {
    renderApp(
      <Given options={{ sends: { mail: false, sms: false } }}>
        <LoginForm />
        <ForgotPassword />
        <RegisterForm />
      </Given>,
    );
    expect(await screen.findAllByText('Письма пока не уходят')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: /по коду/i })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Отправить письмо' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Зарегистрироваться' })).toBeNull();
  });
});

describe('terms of shops', () => {
  it('leave the menu of vendors where they are off, never that of administrators', () => {
    const paths = (permissions: string[], hasTerms: boolean, shop?: string) =>
      menuFor({ permissions, hasTerms, capabilities: ours }, shop).flatMap(({ nodes }) =>
        nodes.flatMap(({ links }) => links.map(({ path }) => path)),
      );

    expect(paths(['store_owner'], true, 'own')).toContain('/own/terms-and-conditions');
    expect(paths(['store_owner'], false, 'own')).not.toContain('/own/terms-and-conditions');
    expect(paths(['super_admin'], false, 'own')).toContain('/own/terms-and-conditions');
    expect(paths(['super_admin'], false)).toContain('/terms-and-conditions');
  });

  it('redirect a vendor home from their page', async () => {
    signInAs('store_owner');
    const me = buildMe('store_owner', { shops: [buildShop('own')] });
    server.use(http.get('http://localhost/admin/rest/me', () => HttpResponse.json(me)));
    const router = fakeRouter('/own/terms-and-conditions', '/[shop]/terms-and-conditions/[[...screen]]');

    renderApp(
      <Given options={{ enableTerms: false }}>
        <AuthGate>
          <p>условия</p>
        </AuthGate>
      </Given>,
      router,
    );

    await waitFor(() => expect(router.replace).toHaveBeenCalledWith('/'));
    expect(screen.queryByText('условия')).toBeNull();
  });
});

describe('logos', () => {
  it('differ for light and dark mode, and for the collapsed menu', () => {
    const options = {
      logo: picture(1, 'light.png'),
      dark_logo: picture(2, 'dark.png'),
      collapseLogo: picture(3, 'small.png'),
    };
    const { container } = renderApp(
      <Given options={options}>
        <SiteBrand />
        <SiteBrand isMini />
      </Given>,
    );
    const shown = [...container.querySelectorAll('img')].map((image) => [
      image.getAttribute('src')?.split('/').at(-1),
      image.className.includes('dark:hidden')
        ? 'light'
        : image.className.includes('dark:block')
          ? 'dark'
          : 'both',
    ]);

    expect(shown).toEqual([
      ['light.png', 'light'],
      ['dark.png', 'dark'],
      ['small.png', 'both'],
    ]);
  });
});

it('times are in the business time zone', () => {
  const moment = () => formatDateTime('2026-03-09T20:30:00Z', 'ru');
  const { unmount } = renderApp(<Given options={{ timeZone: 'Asia/Vladivostok' }}>{null}</Given>);
  expect(moment()).toBe('10.03.2026, 06:30');
  unmount();
  renderApp(<Given options={{ timeZone: 'Europe/Moscow' }}>{null}</Given>);
  expect(moment()).toBe('09.03.2026, 23:30');
});
