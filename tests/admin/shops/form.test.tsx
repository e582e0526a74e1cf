import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: loading during a test may exceed its timeout on a busy machine.
import '@/contract/shops/schema';
import '@/features/shops/form/shop-form';
import '@hookform/resolvers/yup';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Shop } from '@/contract/shops/schema';
import { EditShop } from '@/features/shops/form/edit-shop';
import { NewShop } from '@/features/shops/form/new-shop';
import { env } from '@/lib/env';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { answer, buildShop, listenTo, refuse, requisites } from './scene';

beforeEach(() => localStorage.clear());

async function openNew(company: object | null = null) {
  const view = renderScreen(<NewShop />, '/shops/create', { role: 'store_owner' });
  answer('vendor/settings', { company });
  answer('categories', { data: [] });
  await screen.findByLabelText(/^Название магазина/);
  return view;
}

async function openEdit(shop: Partial<Shop> = {}) {
  const view = renderScreen(<EditShop />, '/chay?shop=chay', { role: 'store_owner' });
  answer('shops/chay', buildShop(shop));
  await screen.findByLabelText(/^Название магазина/);
  return view;
}

/** A single event instead of one per letter: the form has forty fields. */
async function write(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

describe('the point of a shop', () => {
  const place = (street: string, lat: number) => ({
    ...{ formatted_address: `Россия, Киров, ${street}`, lat, lng: 49.66, precision: 'exact' },
    components: [
      { kind: 'province', name: 'Приволжский федеральный округ' },
      { kind: 'province', name: 'Кировская область' },
      { kind: 'locality', name: 'Киров' },
      { kind: 'street', name: street },
      { kind: 'house', name: '7' },
    ],
  });
  const asked: string[] = [];
  const answerPlaces = (...places: object[]) =>
    server.use(
      http.get(api('geocode'), ({ request }) => {
        asked.push(decodeURIComponent(new URL(request.url).search).replaceAll('+', ' '));
        return HttpResponse.json(places);
      }),
    );
  beforeEach(() => {
    asked.length = 0;
  });

  it('is set from the typed address; of several places people choose', async () => {
    await openNew();
    const find = () => screen.getByRole('button', { name: 'Поставить точку по адресу' });
    expect(find()).toBeDisabled();
    await write(screen.getByLabelText(/^Город/), 'Киров');
    answerPlaces(place('улица Ленина', 58.6));
    await userEvent.click(find());
    await waitFor(() => expect(screen.getByLabelText(/^Широта/)).toHaveValue('58,6'));
    expect(asked).toEqual(['?address=Киров']);

    answerPlaces(place('улица Ленина', 58.6), place('улица Мира', 58.7));
    await userEvent.click(find());
    await userEvent.click(await screen.findByRole('button', { name: /улица Мира/ }));
    expect(screen.getByLabelText(/^Широта/)).toHaveValue('58,7');
    expect(screen.getByLabelText(/^Долгота/)).toHaveValue('49,66');
    // The address stays as typed.
    expect(screen.getByLabelText(/^Город/)).toHaveValue('Киров');

    answerPlaces();
    await userEvent.click(find());
    expect(await screen.findByText(/Такого места не нашли/)).toBeInTheDocument();
    server.use(
      http.get(api('geocode'), () => HttpResponse.json({ message: 'UNAVAILABLE' }, { status: 501 })),
    );
    await userEvent.click(find());
    expect(await screen.findByText(/Подсказки сейчас недоступны/)).toBeInTheDocument();
  });

  it('that was set on the map offers its address, which is used only when accepted', async () => {
    const before = env.hasMaps;
    Object.assign(env, { hasMaps: true });
    onTestFinished(() => void Object.assign(env, { hasMaps: before }));
    await openNew();
    const frame = (await screen.findByTitle(/^Карта/)) as HTMLIFrameElement;
    answerPlaces(place('улица Ленина', 58.6));
    fireEvent(
      window,
      new MessageEvent('message', {
        ...{ origin: window.location.origin, source: frame.contentWindow },
        data: { kind: 'map-point', lat: 58.61, lng: 49.67 },
      }),
    );
    const offer = await screen.findByRole('button', { name: /Взять адрес точки: .*улица Ленина/ });
    expect(asked).toEqual(['?lat=58.61&lng=49.67']);
    expect(screen.getByLabelText(/^Город/)).toHaveValue('');

    await userEvent.click(offer);

    expect(screen.getByLabelText(/^Город/)).toHaveValue('Киров');
    expect(screen.getByLabelText(/^Регион|^Область/)).toHaveValue('Кировская область');
    expect(screen.getByLabelText(/^Улица/)).toHaveValue('улица Ленина, 7');
    expect(screen.getByLabelText(/^Широта/)).toHaveValue('58,61');
  });
});

describe('a new shop', () => {
  it('is sent complete: the phone in stored form, no requisites while they are empty', async () => {
    const { visits } = await openNew();
    const sent = listenTo('post', 'shops', buildShop({ is_active: false }));

    await write(screen.getByLabelText(/^Название магазина/), 'Чайная лавка');
    await write(screen.getByLabelText(/^Телефон/), '89991234567');
    await userEvent.click(screen.getByLabelText('Понедельник'));
    await userEvent.click(screen.getByRole('button', { name: 'Будни — как в понедельник' }));
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      name: 'Чайная лавка',
      slug: 'chaynaya-lavka',
      requisites: null,
      settings: { contact: '+7 (999) 123-45-67', location: null },
    });
    const { settings } = sent[0] as Shop;
    expect(settings.schedule.map(({ day }) => day)).toEqual(['mon', 'tue', 'wed', 'thu', 'fri']);
    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/chay'));
  });

  it('shows errors at the fields and in the bar', async () => {
    await openNew();
    const sent = listenTo('post', 'shops');

    await write(screen.getByLabelText(/ИНН/), '7707083894');
    await save();

    await waitFor(() =>
      expect(screen.getByLabelText(/^Название магазина/)).toHaveAccessibleDescription('Укажите название'),
    );
    expect(screen.getByLabelText(/^Телефон/)).toHaveAccessibleDescription('Укажите телефон магазина');
    expect(screen.getByLabelText(/ИНН/)).toHaveAccessibleDescription(/Контрольная цифра ИНН не сходится/);
    expect(sent).toEqual([]);
  });

  it('is prefilled with the requisites of the owner’s company', async () => {
    await openNew(requisites);

    expect(screen.getByLabelText(/ИНН/)).toHaveValue('7707083893');
    expect(screen.getByText(/Подставили реквизиты из ваших настроек/)).toBeVisible();
  });

  it('is restored from the draft', async () => {
    const { unmount } = await openNew();
    await write(screen.getByLabelText(/^Название магазина/), 'Сад');
    await screen.findByText(/Черновик сохранён/);
    unmount();

    await openNew();

    await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик/ }));
    expect(screen.getByLabelText(/^Название магазина/)).toHaveValue('Сад');
    // Two forms of forty fields: on a busy machine longer than the usual limit.
  }, 40_000);
});

describe('an existing shop', () => {
  it('takes an address from the suggestions', async () => {
    await openEdit();
    server.use(
      http.get(api('suggest/address'), () =>
        HttpResponse.json([
          {
            value: 'Россия, Томск, пр. Ленина, 1',
            country: 'Россия',
            state: 'Томская область',
            city: 'Томск',
            zip: '634050',
            street_address: 'пр. Ленина, 1',
            lat: 56.48,
            lng: 84.95,
          },
        ]),
      ),
    );
    const sent = listenTo('put', 'shops/7', buildShop());

    await write(screen.getByLabelText('Найти адрес'), 'Томск');
    await userEvent.click(await screen.findByRole('option', { name: 'Россия, Томск, пр. Ленина, 1' }));
    expect(screen.getByLabelText('Город')).toHaveValue('Томск');
    expect(screen.getByRole('link', { name: 'Посмотреть на карте' })).toHaveAttribute(
      'href',
      'https://yandex.ru/maps/?pt=84.95,56.48&z=17',
    );
    await save();

    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      version: 3,
      address: { city: 'Томск' },
      settings: { location: { lat: 56.48, lng: 84.95 } },
    });
  });

  it('starts with the account stored by another client, and sends no requisites while it is unchanged', async () => {
    const account = { account: '12345', name: 'Oleg', email: 'pay@test.ru', bank: 'First Bank' };
    const { balance } = buildShop();
    const shop = { requisites: null, balance: balance && { ...balance, payment_info: account } };
    await openEdit(shop);
    const sent = listenTo('put', 'shops/7', buildShop(shop));
    expect(screen.getByLabelText(/Расчётный счёт/)).toHaveValue('12345');
    expect(screen.getByDisplayValue('Oleg')).toBeVisible();
    expect(screen.getByDisplayValue('First Bank')).toBeVisible();
    expect(screen.getByDisplayValue('pay@test.ru')).toBeVisible();

    await write(screen.getByLabelText(/^Название магазина/), '!');
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).not.toHaveProperty('requisites.account');

    await write(screen.getByLabelText(/Расчётный счёт/), '6');
    await save();
    await waitFor(() => expect(screen.getByLabelText(/ИНН/)).toHaveAccessibleDescription(/Укажите ИНН/));
    expect(sent).toHaveLength(1);
  });

  it('shows the server’s errors at their fields', async () => {
    await openEdit();
    refuse('put', 'shops/7', 422, {
      message: 'VALIDATION_FAILED',
      errors: { 'requisites.account': ['error-account-checksum'], slug: ['error-taken'] },
      request_id: 'r1',
    });

    await write(screen.getByLabelText(/^Название магазина/), '!');
    await save();

    const field = await screen.findByLabelText(/Расчётный счёт/);
    await waitFor(() => expect(field).toHaveAccessibleDescription(/не подходит к этому БИК/));
    expect(screen.getByRole('button', { name: 'Расчётный счёт' })).toBeInTheDocument();
  });

  it('asks which version to keep when somebody else has saved', async () => {
    await openEdit();
    const theirs = buildShop({ version: 4, description: 'Посуда и чай' });
    refuse('put', 'shops/7', 409, { message: 'CONFLICT', current: theirs, request_id: 'r1' });

    await write(screen.getByLabelText(/^Название магазина/), ' на углу');
    await save();

    const panel = await screen.findByRole('alert', { name: /изменил кто-то другой/ });
    expect(within(panel).getByText('Посуда и чай')).toBeVisible();
    const sent = listenTo('put', 'shops/7', theirs);
    await userEvent.click(within(panel).getByRole('button', { name: 'Сохранить выбранное' }));
    await waitFor(() =>
      expect(sent[0]).toMatchObject({
        version: 4,
        name: 'Чайная лавка на углу',
        description: 'Посуда и чай',
      }),
    );
  });

  it('goes on from what is stored when a part of the save waits for a second person', async () => {
    await openEdit();
    answer('shops/7', buildShop({ version: 4, name: 'Лавка у моста' }));
    refuse('put', 'shops/7', 202, { approval: { id: 5 } });
    const name = screen.getByLabelText(/^Название магазина/);
    await write(name, ' на углу');
    await save();

    await waitFor(() => expect(name).toHaveValue('Лавка у моста'));
    const sent = listenTo('put', 'shops/7', buildShop({ version: 5 }));
    await write(name, ' и реки');
    await save();
    await waitFor(() => expect(sent[0]).toMatchObject({ version: 4, name: 'Лавка у моста и реки' }));
  });

  it('refuses closing hours before opening hours', async () => {
    await openEdit();

    fireEvent.change(screen.getByLabelText('Понедельник: Закрывается'), { target: { value: '09:00' } });
    await save();

    expect(await screen.findByText('Закрытие должно быть позже открытия')).toBeVisible();
    // The bar names the section by its heading.
    expect(screen.getByText('1 ошибка')).toHaveTextContent('1 ошибка · Часы работы');
  });

  it('asks to choose what is not chosen', async () => {
    await openNew();
    listenTo('post', 'shops');

    await write(screen.getByLabelText(/ИНН/), '7707083893');
    await save();

    expect(await screen.findByText('Выберите систему налогообложения')).toBeVisible();
    expect(screen.getByText('Выберите ставку НДС')).toBeVisible();
    expect(screen.queryByText('Такое значение здесь не подходит')).toBeNull();
  });
});
