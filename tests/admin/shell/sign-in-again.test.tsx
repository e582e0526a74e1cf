import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Cookies from 'js-cookie';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { resourcePage } from '@/crud/resource-page';
import { api as client } from '@/lib/api/client';
import { readCredentials, replaceReload } from '@/lib/session/session';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, buildTag, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const Tags = resourcePage(tags);
const reload = vi.fn();
const session = { permissions: ['super_admin', 'store_owner', 'customer'], role: 'super_admin' };

beforeEach(() => {
  reload.mockClear();
  replaceReload(reload);
});

/** A server whose session `token` has ended; records the saves and the sign-ins. */
function endedSession(number: number) {
  const seen = { saves: [] as [token: string, name: unknown][], signIns: [] as unknown[] };
  const fresh = `fresh-${number}`;
  server.use(
    http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
    http.get(api('tags'), () => HttpResponse.json({ data: [] })),
    http.put(api('tags/1'), async ({ request }) => {
      const token = (request.headers.get('authorization') ?? '').replace(/^Bearer ?/, '');
      const { name } = (await request.json()) as { name: string };
      seen.saves.push([token, name]);
      if (token !== fresh) return HttpResponse.json({ message: 'NOT_AUTHENTICATED' }, { status: 401 });
      return HttpResponse.json(buildTag(1, { name, version: 2 }));
    }),
    http.post(api('token'), async ({ request }) => {
      const input = (await request.json()) as { password: string };
      seen.signIns.push(input);
      if (input.password === 'second')
        return HttpResponse.json({ token: null, challenge: 'c', permissions: [] });
      return HttpResponse.json({ ...session, token: input.password === 'right' ? fresh : null });
    }),
    http.post(api('token/second-factor'), () => HttpResponse.json({ ...session, token: fresh })),
  );
  return seen;
}

/** Types into the form and saves it. */
async function saveForm() {
  const view = renderScreen(
    <>
      <Tags />
      <ModalHost />
    </>,
    '/tags/metka-1/edit',
  );
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' новая');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  return view;
}

async function enter(password: string) {
  await userEvent.type(await screen.findByLabelText('Пароль'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }));
}

describe('a session that ends in the middle of a form', () => {
  it('asks the same person for the password in place, and the save goes on by itself', async () => {
    const seen = endedSession(1);
    await saveForm();

    expect(await screen.findByRole('dialog', { name: 'Сеанс закончился' })).toBeInTheDocument();
    expect(await screen.findByDisplayValue('anna@demo.ru')).toHaveAttribute('readonly');
    await enter('wrong');
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    await userEvent.clear(screen.getByLabelText('Пароль'));
    await enter('right');

    expect(await screen.findByRole('heading', { name: 'Метка 1 новая' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(seen.saves).toEqual([
      ['token', 'Метка 1 новая'],
      ['fresh-1', 'Метка 1 новая'],
    ]);
    expect(seen.signIns).toEqual([
      { email: 'anna@demo.ru', password: 'wrong' },
      { email: 'anna@demo.ru', password: 'right' },
    ]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('asks for the second factor as the login does', async () => {
    const seen = endedSession(2);
    await saveForm();

    await enter('second');
    await userEvent.type(await screen.findByLabelText('Код'), '123456');

    expect(await screen.findByRole('heading', { name: 'Метка 1 новая' })).toBeInTheDocument();
    expect(seen.saves.at(-1)).toEqual(['fresh-2', 'Метка 1 новая']);
  });

  it('is not closed by Escape; another account ends it, and the draft stays', async () => {
    endedSession(3);
    await saveForm();
    await screen.findByText(/Под другим аккаунтом введённое не сохранится/);

    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Сеанс закончился' })).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Другой аккаунт' }));

    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(readCredentials()).toBeNull();
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith('gostiny-draft:tags'));
    expect(localStorage.getItem(drafts[0] ?? '')).toContain('Метка 1 новая');
  });

  it('asks in place when the cookie is gone, and what was typed stays', async () => {
    const seen = endedSession(5);
    renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags/metka-1/edit',
    );
    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' новая');
    Cookies.remove('AUTH_CRED', { path: '/admin' });
    await userEvent.type(screen.getByRole('textbox', { name: /Название/ }), '!');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    expect(await screen.findByRole('dialog', { name: 'Сеанс закончился' })).toBeInTheDocument();
    expect(screen.getByDisplayValue('Метка 1 новая!')).toBeInTheDocument();
    await enter('right');

    expect(await screen.findByRole('heading', { name: 'Метка 1 новая!' })).toBeInTheDocument();
    expect(seen.saves).toEqual([
      ['', 'Метка 1 новая!'],
      ['fresh-5', 'Метка 1 новая!'],
    ]);
    expect(reload).not.toHaveBeenCalled();
  });

  it('ends for another account when the cookie is gone', async () => {
    endedSession(6);
    renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags/metka-1/edit',
    );
    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' новая');
    Cookies.remove('AUTH_CRED', { path: '/admin' });
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Другой аккаунт' }));

    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  });

  it('asks for a read, too, and repeats it', async () => {
    endedSession(4);
    const { client: queries } = renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags/metka-1/edit',
    );
    await waitFor(() => expect(queries.getQueryData(['me'])).toBeDefined());
    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' новая');
    server.use(
      http.get(api('taxes'), ({ request }) =>
        request.headers.get('authorization') === 'Bearer fresh-4'
          ? HttpResponse.json([])
          : HttpResponse.json({ message: 'NOT_AUTHENTICATED' }, { status: 401 }),
      ),
    );
    const rows = client.list('taxes');

    await enter('right');

    expect(await rows).toEqual([]);
    expect(screen.getByRole('textbox', { name: /Название/ })).toHaveValue('Метка 1 новая');
  });
});

describe('a session that ends with nothing to lose', () => {
  it('removes the credentials and reloads the page', async () => {
    server.use(
      http.get(api('tags'), () => HttpResponse.json({ message: 'NOT_AUTHENTICATED' }, { status: 401 })),
    );
    renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags',
    );

    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(readCredentials()).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('does so when the cookie is gone, at the next request', async () => {
    server.use(
      http.get(api('tags'), ({ request }) =>
        request.headers.get('authorization') === 'Bearer token'
          ? HttpResponse.json({ data: [] })
          : HttpResponse.json({ message: 'NOT_AUTHENTICATED' }, { status: 401 }),
      ),
    );
    renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags',
    );
    await screen.findByRole('heading', { level: 1 });
    Cookies.remove('AUTH_CRED', { path: '/admin' });

    await expect(client.list('tags')).rejects.toThrow();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
