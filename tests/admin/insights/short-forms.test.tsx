import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: lazy imports during a test may exceed its timeout on a busy machine.
import '@/contract/shops/schema';
import '@/features/catalogue/products/form/product-check';
import '@/shell/first-step/short-forms';
import '@/shell/dialogs/dialog-frame';
import '@hookform/resolvers/yup';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ShortStep } from '@/contract/insights/vendor-start';
import type { Shop } from '@/contract/shops/schema';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { buildProduct } from '../catalogue/products/product-scene';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { answer, buildShop, listenTo, refuse, requisites } from '../shops/scene';

beforeEach(() => localStorage.clear());

const shop = { id: 7, slug: 'chay' };

function Opener({ step, isNew }: { step: ShortStep; isNew: boolean }) {
  const { open } = useModalActions();
  return (
    <>
      <button type="button" onClick={() => open('FIRST_STEP', { step, shop: isNew ? undefined : shop })}>
        Открыть шаг
      </button>
      <ModalHost />
    </>
  );
}

/** Opens the short form of a step. */
async function open(step: ShortStep, stored?: Shop) {
  const isNew = step === 'shop';
  const view = renderScreen(<Opener {...{ step, isNew }} />, '/', { role: 'store_owner' });
  const me = { id: 2, name: 'Марина', email: 'm@demo.ru', shops: [], managed_shop: null, permissions: [] };
  server.use(
    http.get(api('suggest/address'), () => HttpResponse.json([])),
    http.get(api('me'), () => HttpResponse.json(me)),
    http.get(api('vendor/settings'), () => HttpResponse.json({ company: null })),
    http.get(api('*'), () => HttpResponse.json({ data: [] })),
  );
  if (stored) answer('shops/chay', stored);
  await openAgain();
  return view;
}

async function openAgain() {
  await userEvent.click(screen.getByRole('button', { name: 'Открыть шаг' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Все поля' });
}

async function write(label: RegExp, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const fields = () => within(screen.getByRole('dialog')).getAllByRole('textbox').length;

describe('the short form of a new shop', () => {
  it('asks for a name and a phone, and creates the shop as the long form does', async () => {
    const { visits } = await open('shop');
    const sent = listenTo('post', 'shops', buildShop({ is_active: false }));

    await press('Создать магазин');
    expect(await screen.findByText('Укажите название')).toBeVisible();
    expect(sent).toEqual([]);

    await write(/^Название магазина/, 'Кузница');
    await write(/^Телефон/, '89123302518');
    await write(/^Город/, 'Тула');
    await press('Создать магазин');

    await isClosed();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      name: 'Кузница',
      address: { city: 'Тула' },
      settings: { contact: '+7 (912) 330-25-18' },
      requisites: null,
    });
    // The guide stays open instead of the shop's page.
    expect(visits.addresses).toEqual(['/']);
  });

  it('keeps what was typed, also for the long form', async () => {
    const { visits } = await open('shop');
    await write(/^Название магазина/, 'Кузница');
    await userEvent.keyboard('{Escape}');
    await isClosed();

    await openAgain();
    await userEvent.click(await screen.findByRole('button', { name: /^Восстановить/ }));
    expect(screen.getByLabelText(/^Название магазина/)).toHaveValue('Кузница');

    await press('Все поля');
    await isClosed();
    expect(visits.addresses).toEqual(['/', '/shops/create']);
    expect(Object.values(localStorage).join()).toContain('Кузница');
  });
});

describe('the short form of requisites', () => {
  it('has five fields, and asks for the others only when no register knew them', async () => {
    await open('requisites', buildShop({ requisites: null, balance: undefined as never }));
    const sent = listenTo('put', 'shops/7', buildShop({ version: 4 }));
    expect(fields()).toBe(3);

    await press('Сохранить');
    expect(await screen.findByText('Укажите ИНН')).toBeVisible();
    // They are found by the numbers that are still missing.
    expect(screen.queryByLabelText(/^Юридический адрес/)).toBeNull();

    await write(/^ИНН/, requisites.inn);
    await write(/^БИК/, requisites.bic);
    await write(/^Расчётный счёт/, requisites.account);
    await press('Сохранить');
    expect(await screen.findByLabelText(/^Юридический адрес/)).toBeVisible();
    await write(/^Название/, requisites.legal_name);
    await write(/^КПП/, String(requisites.kpp));
    await write(/^ОГРН/, String(requisites.ogrn));
    await write(/^Юридический адрес/, requisites.legal_address);
    await write(/^Банк/, requisites.bank_name);
    await write(/^Корр/, requisites.correspondent_account);
    await userEvent.selectOptions(screen.getByLabelText(/^Система налогообложения/), 'osn');
    await userEvent.selectOptions(screen.getByLabelText(/НДС/), 'vat22');
    await press('Сохранить');

    await isClosed();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ version: 3, name: 'Чайная лавка', requisites });
  });
});

describe('the short form of hours and delivery', () => {
  const bare = () => buildShop({ settings: { ...buildShop().settings, schedule: [], handling_days: null } });

  it('sends the whole shop with the changed fields and its version', async () => {
    await open('delivery', bare());
    const sent = listenTo('put', 'shops/7', buildShop({ version: 4 }));
    await userEvent.click(screen.getByLabelText('Понедельник'));
    await write(/^Дней до отправки/, '-1');
    await press('Сохранить');
    expect(await screen.findByText(/^Такое значение/)).toBeVisible();
    expect(sent).toEqual([]);

    await write(/^Дней до отправки/, '2');
    await press('Сохранить');

    await isClosed();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      version: 3,
      requisites,
      address: { city: 'Казань' },
      settings: { schedule: [{ day: 'mon', open: '10:00', close: '20:00' }], handling_days: 2 },
    });
  });

  it('puts the server’s error at its field, and shows both sides of a conflict', async () => {
    await open('delivery', bare());
    await write(/^Дней до отправки/, '2');
    refuse('put', 'shops/7', 422, {
      message: 'VALIDATION_FAILED',
      errors: { 'settings.handling_days': ['error-too-big'] },
      request_id: 'r1',
    });
    await press('Сохранить');
    await waitFor(() =>
      expect(screen.getByLabelText(/^Дней до отправки/)).toHaveAttribute('aria-invalid', 'true'),
    );

    const { settings } = bare();
    const theirs = { ...bare(), version: 9, settings: { ...settings, handling_days: 5 } };
    refuse('put', 'shops/7', 409, { message: 'CONFLICT', current: theirs, request_id: 'r2' });
    await press('Сохранить');
    const conflict = await screen.findByRole('alert', { name: /измен/i });
    expect(conflict).toHaveTextContent(/Дней до отправки: 2.*Дней до отправки: 5/s);

    const sent = listenTo('put', 'shops/7', { ...theirs, version: 10 });
    await userEvent.click(within(conflict).getAllByRole('button').at(-1) as HTMLElement);
    await isClosed();
    expect(sent[0]).toMatchObject({ version: 9, settings: { handling_days: 2 } });
  });
});

describe('the short form of a product', () => {
  it('has five fields, and publishes the product where nobody reviews it', async () => {
    await open('products');
    answer('types', { data: [{ id: 1, name: 'Посуда', slug: 'posuda' }] });
    const sent = listenTo('post', 'products', buildProduct({ attributes: [] }));

    await press('Опубликовать');
    expect(await screen.findByText('Укажите название')).toBeVisible();
    expect(sent).toEqual([]);

    await write(/^Название/, 'Подкова');
    await write(/^Цена/, '1700');
    await write(/^Единица/, 'шт.');
    await write(/^Остаток/, '12');
    await userEvent.click(screen.getByLabelText(/^Тип товаров/));
    await userEvent.click(await screen.findByRole('option', { name: 'Посуда' }));
    await press('Опубликовать');

    await isClosed();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      ...{ name: 'Подкова', price: 1700, unit: 'шт.', quantity: 12, shop_id: 7 },
      ...{ type_id: 1, status: 'publish', product_type: 'simple' },
    });
  });
});
