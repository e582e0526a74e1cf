import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import i18next from 'i18next';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { resourcePage } from '@/crud/resource-page';
import { ClientError, errorText } from '@/lib/api/errors';
import { toRefusal } from '@/lib/api/refusal';
import { server } from '../server';
import { api, buildTag, renderScreen } from './render-screen';

const Tags = resourcePage(tags);
const t = (key: string | string[], options: { count?: number; uses?: string }) =>
  i18next.t(key, { ...options });

/** In the shape that the request library throws. */
function refused(data: object) {
  return toRefusal(
    Object.assign(new Error('409'), { isAxiosError: true, response: { status: 409, data, headers: {} } }),
  );
}

describe('the message of a refusal', () => {
  it('names what uses a record that cannot be deleted', () => {
    const error = refused({ message: 'IN_USE', request_id: 'r', uses: { products: 12, categories: 3 } });

    expect(error.uses).toEqual({ products: 12, categories: 3 });
    expect(errorText(t, error)).toBe('Нельзя удалить: используется (товары: 12, категории: 3)');
  });

  it('contains only known details', () => {
    expect(errorText(t, refused({ message: 'IN_USE', request_id: 'r' }))).toBe(
      'Запись используется в других местах, поэтому удалить её нельзя.',
    );
    expect(errorText(t, refused({ message: 'IN_USE', uses: { planets: 2, tags: 0 } }))).toBe(
      'Нельзя удалить: используется (planets: 2)',
    );
    expect(errorText(t, new ClientError('FORBIDDEN'))).toBe('На это действие у вас нет прав.');
  });
});

describe('a refusal for lack of a right', () => {
  it.each([
    [['super_admin', 'store_owner', 'staff:orders'], 'Нужно право «Заказы». Его даёт владелец магазина.'],
    [['super_admin', 'store_owner'], 'Нужна роль владельца магазина. Её даёт администратор площадки.'],
    [['super_admin'], 'Нужны права администратора. Их даёт другой администратор.'],
    [undefined, 'На это действие у вас нет прав.'],
    [['planets'], 'На это действие у вас нет прав.'],
  ])('names what %j asks for and who gives it', (needs, text) => {
    expect(errorText(t, refused({ message: 'FORBIDDEN', request_id: 'r', ...(needs && { needs }) }))).toBe(
      text,
    );
  });

  it('is read in the form whose save was refused', async () => {
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.put(api('tags/1'), () =>
        HttpResponse.json({ message: 'FORBIDDEN', request_id: 'r', needs: ['super_admin'] }, { status: 403 }),
      ),
    );
    renderScreen(<Tags />, '/tags/metka-1/edit');

    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' и ещё');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    expect(await screen.findByText(/^Нужны права администратора/)).toBeVisible();
  });
});

describe('a stale edit', () => {
  it.each([
    ['CONFLICT', 409, []],
    ['FORBIDDEN', 403, ['FORBIDDEN']],
  ])('%s of a form shows these toasts', async (message, status, told) => {
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.put(api('tags/1'), () =>
        HttpResponse.json(
          { message, request_id: 'r', current: buildTag(1, { version: 2, name: 'Их название' }) },
          { status },
        ),
      ),
    );
    const { showError } = renderScreen(<Tags />, '/tags/metka-1/edit');

    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' и ещё');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0));
    expect(showError.mock.calls.map(([error]) => error.code)).toEqual(told);
  });

  it('shows no toast when the server is unavailable: the form waits and says so', async () => {
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.put(api('tags/1'), () =>
        HttpResponse.json({ message: 'UNAVAILABLE', request_id: 'r' }, { status: 503 }),
      ),
    );
    const { showError } = renderScreen(<Tags />, '/tags/metka-1/edit');

    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' и ещё');
    await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

    expect(await screen.findByText(/Нет связи с сервером/)).toBeVisible();
    expect(showError).not.toHaveBeenCalled();
  });

  it('is offered again after a reload, as in every form of more than three fields', async () => {
    server.use(http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))));
    const first = renderScreen(<Tags />, '/tags/metka-1/edit');
    await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), ' и ещё');
    await screen.findByText(/^Черновик сохранён в/);
    first.unmount();

    renderScreen(<Tags />, '/tags/metka-1/edit');
    await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик от/ }));

    expect(screen.getByRole('textbox', { name: /Название/ })).toHaveValue('Метка 1 и ещё');
  });

  it('is offered in one strip with what was typed since, which is newer and stays', async () => {
    server.use(http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1, { details: 'Было' }))));
    const first = renderScreen(<Tags />, '/tags/metka-1/edit');
    const name = () => screen.findByRole('textbox', { name: /Название/ });
    await userEvent.type(await name(), ' из черновика');
    await userEvent.type(screen.getByRole('textbox', { name: /Описание/ }), ' раньше');
    await screen.findByText(/^Черновик сохранён в/);
    first.unmount();

    renderScreen(<Tags />, '/tags/metka-1/edit');
    await userEvent.type(await name(), ' новее');
    const strip = screen.getByRole('region', { name: 'Черновик' });
    await waitFor(() => expect(strip).toHaveTextContent(/Введённое сейчас сохранено в/));
    expect(screen.queryByText(/^Черновик сохранён в/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Восстановить черновик от/ }));

    expect(await name()).toHaveValue('Метка 1 новее');
    expect(screen.getByRole('textbox', { name: /Описание/ })).toHaveValue('Было раньше');
  });
});
