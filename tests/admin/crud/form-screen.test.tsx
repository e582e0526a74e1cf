import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { tags } from '@/contract/catalogue/tags';
import { boxes } from '@/contract/settings/boxes';
import { resourcePage } from '@/crud/resource-page';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { server } from '../server';
import { api, buildBox, buildTag, listenToToasts, renderScreen } from './render-screen';

const Tags = resourcePage(tags);
const Boxes = resourcePage(boxes);

const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
const field = (name: string | RegExp) => screen.findByRole('textbox', { name });

async function retype(name: string | RegExp, text: string) {
  await userEvent.clear(await field(name));
  await userEvent.type(await field(name), text);
}

describe('the form of a family', () => {
  it('shows errors at their fields and their number in the save bar', async () => {
    renderScreen(<Tags />, '/tags/create');
    await field(/Название/);

    await save();

    expect(await screen.findByText('Укажите название')).toBeInTheDocument();
    expect(await field(/Название/)).toHaveAccessibleDescription('Укажите название');
    expect(await field(/Название/)).toBeInvalid();
    expect(screen.getByText('1 ошибка')).toHaveTextContent('1 ошибка · Название');
  });

  it('leads from the number of errors to each field', async () => {
    renderScreen(<Tags />, '/tags/create');
    await field(/Название/);
    await save();
    const link = await screen.findByRole('button', { name: 'Название' });

    await userEvent.click(await field('Адрес'));
    await userEvent.click(link);

    expect(await field(/Название/)).toHaveFocus();
  });

  it('derives the slug from the name until it is edited', async () => {
    renderScreen(<Tags />, '/tags/create');

    await userEvent.type(await field(/Название/), 'Чай Ёлочка');
    await waitFor(async () => expect(await field('Адрес')).toHaveValue('chay-yolochka'));
    await retype('Адрес', 'tea');
    await userEvent.type(await field(/Название/), ' и щи');

    expect(await field('Адрес')).toHaveValue('tea');
  });

  it('creates with a decimal comma, shows a toast, and opens the list in the default language', async () => {
    let body: unknown;
    const toasts = listenToToasts();
    server.use(
      http.post(api('api/admin/boxes'), async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(buildBox(5), { status: 201 });
      }),
      http.get(api('api/admin/boxes'), () => HttpResponse.json({ data: [] })),
    );
    const { visits } = renderScreen(<Boxes />, '/boxes/create');

    await userEvent.type(await field(/Название/), 'Короб');
    await userEvent.type(await field(/Длина/), '1 000');
    await userEvent.type(await field(/Ширина/), '20,5');
    await userEvent.type(await field(/Высота/), '10');
    await userEvent.type(await field(/Наибольший вес/), '3');
    await save();

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/boxes'));
    expect(visits.locales.at(-1)).toBe('ru');
    expect(body).toEqual({
      name: 'Короб',
      length: 1000,
      width: 20.5,
      height: 10,
      max_weight: 3,
      weight: null,
      price: null,
      is_active: true,
    });
    expect(toasts).toMatchObject([{ kind: 'success', text: 'Создано' }]);
  });

  it('shows server errors at their fields', async () => {
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.put(api('tags/1'), () =>
        HttpResponse.json(
          { message: 'VALIDATION_FAILED', errors: { slug: ['error-taken'] }, request_id: 'r' },
          { status: 422 },
        ),
      ),
    );
    renderScreen(<Tags />, '/tags/metka-1/edit');

    await retype('Адрес', 'novinki');
    await save();

    expect(await screen.findByText('Такое значение уже занято')).toBeInTheDocument();
    expect(await field('Адрес')).toBeInvalid();
    expect(await field('Адрес')).toHaveValue('novinki');
  });

  it('shows any other error in a banner with its request id', async () => {
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.put(api('tags/1'), () =>
        HttpResponse.json({ message: 'FORBIDDEN', request_id: 'req-9' }, { status: 403 }),
      ),
    );
    renderScreen(<Tags />, '/tags/metka-1/edit');

    await retype(/Название/, 'Другое');
    await save();

    expect(await screen.findByText('На это действие у вас нет прав.')).toBeInTheDocument();
    expect(screen.getByText('req-9')).toBeInTheDocument();
  });

  it('sends a changed box by PATCH, without its id', async () => {
    let body: unknown;
    server.use(
      http.get(api('api/admin/boxes'), () => HttpResponse.json({ data: [] })),
      http.get(api('api/admin/boxes/1'), () => HttpResponse.json(buildBox(1))),
      http.patch(api('api/admin/boxes/1'), async ({ request }) => {
        body = await request.json();
        return HttpResponse.json(buildBox(1));
      }),
    );
    const { visits } = renderScreen(<Boxes />, '/boxes/1/edit');

    await retype(/Название/, 'Короб');
    await save();

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/boxes'));
    expect(body).toMatchObject({ name: 'Короб', version: 1 });
    expect(body).not.toHaveProperty('id');
  });

  it('shows both sides of a stale edit and saves the choice with the new version', async () => {
    const bodies: Record<string, unknown>[] = [];
    const theirs = buildTag(1, { version: 2, name: 'Их название', details: 'Их описание' });
    server.use(
      http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))),
      http.get(api('tags'), () => HttpResponse.json({ data: [] })),
      http.put(api('tags/1'), async ({ request }) => {
        bodies.push((await request.json()) as Record<string, unknown>);
        if (bodies.length > 1) return HttpResponse.json({ ...theirs, name: 'Моё название', version: 3 });
        return HttpResponse.json({ message: 'CONFLICT', request_id: 'r', current: theirs }, { status: 409 });
      }),
    );
    renderScreen(<Tags />, '/tags/metka-1/edit');

    await retype(/Название/, 'Моё название');
    await save();
    const panel = await screen.findByRole('alert', { name: 'Пока вы правили, запись изменил кто-то другой' });
    // My changes keep my side, the other person's changes keep theirs, until I choose otherwise.
    const name = within(panel).getByRole('group', { name: 'Название' });
    const details = within(panel).getByRole('group', { name: 'Описание' });
    expect(within(name).getByRole('radio', { name: /У вас.*Моё название/ })).toBeChecked();
    expect(within(details).getByRole('radio', { name: /Уже сохранено.*Их описание/ })).toBeChecked();
    await userEvent.click(within(panel).getByRole('button', { name: 'Сохранить выбранное' }));

    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[0]).toMatchObject({ version: 1, name: 'Моё название' });
    expect(bodies[1]).toMatchObject({ version: 2, name: 'Моё название', details: 'Их описание' });
  });

  it('saves by Ctrl+S and asks before unsaved changes are lost', async () => {
    server.use(http.get(api('tags/metka-1'), () => HttpResponse.json(buildTag(1))));
    const { visits } = renderScreen(
      <>
        <Tags />
        <ModalHost />
      </>,
      '/tags/metka-1/edit',
    );

    await retype(/Название/, '<b>!</b>');
    await userEvent.click(screen.getByRole('link', { name: 'Отмена' }));
    const question = within(await screen.findByRole('dialog', { name: 'Уйти со страницы?' }));
    await userEvent.click(question.getByRole('button', { name: 'Остаться' }));
    expect(visits.addresses).toEqual(['/tags/metka-1/edit']);
    await userEvent.keyboard('{Control>}s{/Control}');

    expect(await screen.findByText(/^Здесь не нужна разметка.* Не подошло: < >$/)).toBeInTheDocument();
  });

  it('shows the not-found screen for a missing row', async () => {
    server.use(
      http.get(api('tags/net'), () =>
        HttpResponse.json({ message: 'NOT_FOUND', request_id: 'r' }, { status: 404 }),
      ),
    );

    renderScreen(<Tags />, '/tags/net/edit');

    expect(await screen.findByRole('heading', { level: 1, name: 'Страница не найдена' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Метки' })).toHaveAttribute('href', '/tags');
  });
});
