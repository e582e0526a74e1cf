import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import type { Me } from '@/contract/accounts/auth';
import { createQueryClient } from '@/lib/api/query-client';
import { useKeptInput } from '@/lib/session/keep-input';
import NotFoundPage from '@/pages/404';
import { AuthGate } from '@/shell/auth-gate';
import { server } from '../server';
import { buildMe, buildShop, fakeRouter, renderApp, signInAs } from './render-app';

const url = 'http://localhost/admin/rest/me';
const page = <p>страница</p>;

const answerMe = (me: Me) => server.use(http.get(url, () => HttpResponse.json(me)));

function Typed({ isTyped }: { isTyped: boolean }) {
  useKeptInput(isTyped);
  return page;
}

describe('the gate', () => {
  it('sends a visitor without a session to login, with the wanted address', async () => {
    const router = fakeRouter('/tags?page=2&search=чай', '/tags/[[...screen]]');

    renderApp(<AuthGate>{page}</AuthGate>, router);

    expect(screen.getByText('Загрузка…')).toBeInTheDocument();
    expect(router.replace).toHaveBeenCalledWith(
      `/login?from_url=${encodeURIComponent('/tags?page=2&search=чай')}`,
    );
  });

  it.each([
    ['/boxes?page=2#row', '/login?from_url=%2Fboxes%3Fpage%3D2'],
    ['/', '/login'],
  ])('writes the from_url of %s as the server does', (address, login) => {
    const router = fakeRouter(address, address === '/' ? '/' : '/boxes/[[...screen]]');

    renderApp(<AuthGate>{page}</AuthGate>, router);

    expect(router.replace).toHaveBeenCalledWith(login);
  });

  it('lets a visitor see a public page', () => {
    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/login'));

    expect(screen.getByText('страница')).toBeInTheDocument();
  });

  it('waits for the address, except on a page that is useful immediately', () => {
    const router = { ...fakeRouter('/login'), isReady: false };
    const { unmount } = renderApp(<AuthGate>{page}</AuthGate>, router);
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
    unmount();

    renderApp(<AuthGate isShownAtOnce>{page}</AuthGate>, router);

    expect(screen.getByText('страница')).toBeInTheDocument();
  });

  it('shows the page to a permitted user without waiting for the server', async () => {
    signInAs('super_admin');
    answerMe(buildMe('super_admin'));

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/tags', '/tags/[[...screen]]'));

    expect(await screen.findByText('страница')).toBeInTheDocument();
  });

  it.each([
    ['keeps a form with unsaved text open for whoever loses the right meanwhile', true],
    ['closes a page without unsaved text at once', false],
  ])('%s', async (_what, isTyped) => {
    const client = createQueryClient(vi.fn());
    signInAs('super_admin');
    answerMe(buildMe('super_admin'));
    renderApp(
      <AuthGate>
        <Typed isTyped={isTyped} />
      </AuthGate>,
      fakeRouter('/tags', '/tags/[[...screen]]'),
      client,
    );
    await screen.findByText('страница');
    await waitFor(() => expect(client.isFetching({ queryKey: ['me'] })).toBe(0));

    answerMe(buildMe('staff'));
    await client.invalidateQueries({ queryKey: ['me'] });

    if (isTyped) expect(screen.getByText('страница')).toBeInTheDocument();
    else expect(await screen.findByRole('heading', { name: 'Доступ закрыт' })).toBeInTheDocument();
  });

  it('shows the unauthorised screen with the menu and a link home to anybody else', async () => {
    signInAs('staff');
    answerMe(buildMe('staff'));

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/tags', '/tags/[[...screen]]'));

    expect(await screen.findByRole('heading', { name: 'Доступ закрыт' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Вернуться на главную' })).toBeInTheDocument();
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
    expect(await screen.findByRole('navigation', { name: 'Меню' })).toBeInTheDocument();
  });

  const term = { id: 1, title: 'Соглашение', description: 'Текст' };

  it('asks for the consents that a shop front has left out, then shows the page', async () => {
    signInAs('store_owner');
    const given: unknown[] = [];
    let mustConsent = true;
    server.use(
      http.get(url, () => HttpResponse.json({ ...buildMe('store_owner'), must_consent: mustConsent })),
      http.get('http://localhost/admin/rest/terms-and-conditions', () => HttpResponse.json({ data: [term] })),
      http.post('http://localhost/admin/rest/consents', async ({ request }) => {
        given.push(await request.json());
        mustConsent = false;
        return HttpResponse.json({ message: 'CONSENTS_GIVEN', success: true });
      }),
    );
    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/profile-update'));

    expect(await screen.findByRole('heading', { name: 'Осталось дать согласия' })).toBeInTheDocument();
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
    const button = screen.getByRole('button', { name: 'Продолжить' });
    await userEvent.click(screen.getByRole('checkbox', { name: /персональных данных/ }));
    await userEvent.click(button);
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(given).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: /условия/ }));
    await userEvent.click(button);

    expect(await screen.findByText('страница')).toBeInTheDocument();
    expect(given).toEqual([{ accepts_personal_data: true, accepts_terms: true }]);
  });

  it('trusts the server over the cookie', async () => {
    signInAs('super_admin');
    answerMe(buildMe('store_owner'));

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/settings'));

    expect(await screen.findByRole('heading', { name: 'Доступ закрыт' })).toBeInTheDocument();
  });

  it('opens an own shop and hides a foreign one', async () => {
    signInAs('store_owner');
    answerMe(buildMe('store_owner', { shops: [buildShop('own')] }));

    const { unmount } = renderApp(
      <AuthGate>{page}</AuthGate>,
      fakeRouter('/own/faqs', '/[shop]/faqs/[[...screen]]'),
    );
    expect(await screen.findByText('страница')).toBeInTheDocument();
    unmount();

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/other/faqs', '/[shop]/faqs/[[...screen]]'));
    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
    expect(await screen.findByRole('navigation', { name: 'Меню' })).toBeInTheDocument();
  });

  it('opens to staff the shop they work in', async () => {
    signInAs('staff');
    answerMe(buildMe('staff', { managed_shop: buildShop('work') }));

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/work', '/[shop]'));

    expect(await screen.findByText('страница')).toBeInTheDocument();
  });

  it('shows an unknown shop as not found to an administrator, too', async () => {
    signInAs('super_admin');
    answerMe(buildMe('super_admin'));
    server.use(
      http.get('http://localhost/admin/rest/shops/nowhere', () =>
        HttpResponse.json({ message: 'NOT_FOUND', request_id: 'r1' }, { status: 404 }),
      ),
    );

    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/nowhere', '/[shop]'));

    expect(await screen.findByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
    expect(screen.queryByText('страница')).not.toBeInTheDocument();
  });

  it('shows the not-found page for an unknown address', () => {
    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/tags/1/2/3', '/tags/[[...screen]]'));

    expect(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
  });

  it.each([
    ['/questions/7/translate', '/404', '/questions/7'],
    ['/message/9/edit?tab=1', '/404', '/message/9'],
    ['/own/boxes/7/edit', '/404', '/boxes/7/edit'],
    ['/refund-policies/7/edit/more', '/404', undefined],
    ['/nothing/at/all', '/404', undefined],
  ])('redirects %s as the server does', async (address, pattern, target) => {
    const router = fakeRouter(address, pattern);

    renderApp(<NotFoundPage />, router);

    if (target) expect(router.replace).toHaveBeenCalledWith(target);
    else expect(screen.getByRole('heading', { name: 'Страница не найдена' })).toBeInTheDocument();
    expect(router.replace).toHaveBeenCalledTimes(target ? 1 : 0);
  });

  it.each([
    ['store_owner', '/message/7', '/shop-message/7'],
    ['store_owner', '/message/conversations', '/owner-message'],
    ['staff', '/store-notices/read', '/notice'],
    ['customer', '/message/7', undefined],
    ['store_owner', '/tags', undefined],
  ] as const)('redirects a %s from %s to the page of shops: %s', async (role, address, target) => {
    signInAs(role);
    answerMe(buildMe(role));
    const router = fakeRouter(address, address);

    renderApp(<AuthGate>{page}</AuthGate>, router);

    if (target) await waitFor(() => expect(router.replace).toHaveBeenCalledWith(target));
    else expect(await screen.findByRole('heading', { name: 'Доступ закрыт' })).toBeInTheDocument();
    expect(router.replace).toHaveBeenCalledTimes(target ? 1 : 0);
  });

  it.each([
    ['/boxes?page=2', '/boxes?page=2'],
    ['https://evil.example/x', '/'],
    ['//evil.example', '/'],
  ])('redirects a signed-in user from login with from_url %s to %s', async (fromUrl, target) => {
    signInAs('super_admin');
    answerMe(buildMe('super_admin'));
    const router = fakeRouter('/login', '/login', { from_url: fromUrl });

    renderApp(<AuthGate>{page}</AuthGate>, router);

    await waitFor(() => expect(router.replace).toHaveBeenCalledWith(target));
  });

  it('shows why the user could not be loaded, retries, and offers to sign out', async () => {
    signInAs('store_owner');
    server.use(http.get(url, () => HttpResponse.json({ message: 'INTERNAL' }, { status: 500 })));
    const { unmount } = renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/my-shop'));
    const retry = await screen.findByRole('button', { name: 'Повторить' });
    expect(screen.getByText(/ответил неожиданно/)).toBeInTheDocument();

    answerMe(buildMe('store_owner'));
    retry.click();

    expect(await screen.findByText('страница')).toBeInTheDocument();
    unmount();
    server.use(http.get(url, () => HttpResponse.json({ message: 'INTERNAL' }, { status: 500 })));
    renderApp(<AuthGate>{page}</AuthGate>, fakeRouter('/logout'));
    expect(screen.getByText('страница')).toBeInTheDocument();
  });
});
