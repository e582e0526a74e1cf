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
const t = (key: string, options: { count?: number; uses?: string }) => i18next.t(key, { ...options });

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

    expect(await screen.findByText(/Сервер не отвечает/)).toBeVisible();
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
});
