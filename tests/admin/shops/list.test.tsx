import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
// Preloaded: loading during a test may exceed its timeout on a busy machine.
import '@/contract/shops/schema';
import '@/features/shops/approve-dialog';
import '@/shell/dialogs/dialog-frame';
import { describe, expect, it } from 'vitest';
import { newShops, shops } from '@/contract/shops';
import { resourcePage } from '@/crud/resource-page';
import { ShopsList } from '@/features/shops/shops-list';
import { ToShop } from '@/features/shops/to-shop';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { api, listenToToasts, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { answer, buildShop, listenTo, refuse } from './scene';

const Page = resourcePage(shops, { List: ShopsList, Details: ToShop });
const NewPage = resourcePage(newShops, { List: ShopsList });

const waiting = buildShop({ id: 8, slug: 'sad', name: 'Сад', is_active: false, balance: undefined });

async function open(page = <Page />, address = '/shops') {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(api(address === '/new-shops' ? 'new-shops' : 'shops'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf([buildShop(), waiting]));
    }),
  );
  const { client } = renderScreen(
    <>
      {page}
      <ModalHost />
    </>,
    address,
  );
  await screen.findByRole('link', { name: 'Чайная лавка' });
  return Object.assign(asked, { client });
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('the list of shops', () => {
  it('links by name into the shop, and shows owner and state', async () => {
    await open();

    expect(screen.getByRole('link', { name: 'Чайная лавка' })).toHaveAttribute('href', '/chay');
    const row = screen.getByRole('row', { name: 'Сад' });
    expect(within(row).getByText('Пётр Ильин')).toBeVisible();
    expect(within(row).getByText('Не работает')).toBeVisible();
    expect(within(row).getByRole('button', { name: 'Одобрить: Сад' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Одобрить: Чайная лавка' })).toBeNull();
  });

  it('shows waiting shops under a separate title', async () => {
    const asked = await open(<NewPage />, '/new-shops');

    expect(screen.getByRole('heading', { name: 'Ждут одобрения' })).toBeVisible();
    expect(asked[0]?.get('is_active')).toBe('false');
  });
});

describe('approving a shop', () => {
  it('accepts a comma, marks the rate as custom, and closes', async () => {
    const toasts = listenToToasts();
    await open();
    answer('shops/8', buildShop({ ...waiting, balance: undefined }));
    const sent = listenTo('post', 'approve-shop', waiting);

    await press('Одобрить: Сад');
    const rate = await screen.findByLabelText(/Комиссия площадки/);
    expect(rate).toHaveValue('10');
    expect(screen.getByText('7707083893')).toBeVisible();
    await userEvent.clear(rate);
    await userEvent.type(rate, '7,5');
    await press('Одобрить');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ id: 8, admin_commission_rate: 7.5, isCustomCommission: true }]);
    expect(toasts.map(({ text }) => text)).toEqual(['Магазин одобрен']);
  });

  it('keeps the typed rate when the shop is read again', async () => {
    const { client } = await open();
    answer('shops/8', waiting);
    const sent = listenTo('post', 'approve-shop', waiting);

    await press('Одобрить: Сад');
    const rate = await screen.findByLabelText(/Комиссия площадки/);
    await userEvent.clear(rate);
    await userEvent.type(rate, '12');
    answer('shops/8', { ...waiting, version: waiting.version + 1 });
    await client.invalidateQueries({ queryKey: ['shops'] });
    expect(screen.getByLabelText(/Комиссия площадки/)).toHaveValue('12');
    await press('Одобрить');

    await waitFor(() => expect(sent).toMatchObject([{ id: 8, admin_commission_rate: 12 }]));
  });

  it('reports an impossible rate at the field', async () => {
    await open();
    answer('shops/8', waiting);
    const sent = listenTo('post', 'approve-shop', waiting);

    await press('Одобрить: Сад');
    const rate = await screen.findByLabelText(/Комиссия площадки/);
    await userEvent.clear(rate);
    await userEvent.type(rate, '101');
    await press('Одобрить');

    await waitFor(() => expect(rate).toHaveAccessibleDescription('Комиссия — от 0 до 100 %'));
    expect(sent).toEqual([]);
  });

  it('reports missing requisites before sending', async () => {
    await open();
    answer('shops/8', { ...waiting, requisites: null });

    await press('Одобрить: Сад');

    expect(await screen.findByText(/Реквизиты не заполнены/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Одобрить' })).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Открыть реквизиты' })).toHaveAttribute(
      'href',
      '/sad/edit#requisites',
    );
  });

  it('warns of other shops with the same requisites, and still approves', async () => {
    await open();
    answer('shops/8', waiting);
    const twin = { id: 9, name: 'Сад-2', slug: 'sad-2', owner: 'Пётр Садов', is_active: true };
    answer('shops/8/twins', [
      { ...twin, same: ['inn', 'account'] },
      { ...twin, id: 10, name: 'Дача', slug: 'dacha', is_active: false, same: ['inn'] },
    ]);

    await press('Одобрить: Сад');

    const warning = await screen.findByRole('alert');
    expect(warning).toHaveTextContent('Такие же реквизиты ещё у 2 магазинов');
    expect(warning).toHaveTextContent('Сад-2 те же ИНН и счёт · Пётр Садов · работает');
    expect(warning).toHaveTextContent('Дача тот же ИНН · Пётр Садов · не работает');
    expect(within(warning).getByRole('link', { name: 'Сад-2' })).toHaveAttribute('href', '/sad-2');
    expect(screen.getByRole('button', { name: 'Одобрить' })).toBeEnabled();
  });

  it('stays open with the reason when the server rejects it', async () => {
    await open();
    answer('shops/8', waiting);
    refuse('post', 'approve-shop', 409, {
      message: 'ACTION_NOT_VALID',
      errors: { requisites: ['error-requisites-required'] },
      request_id: 'r1',
    });

    await press('Одобрить: Сад');
    await screen.findByLabelText(/Комиссия площадки/);
    await press('Одобрить');

    expect(await screen.findByText('У магазина не заполнены реквизиты')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Одобрить магазин?' })).toBeVisible();
  });
});

it('switches a shop off with a template reason', async () => {
  await open();
  const sent = listenTo('post', 'disapprove-shop', buildShop());

  await press('Другие действия: Чайная лавка');
  await press('Выключить');
  await press('Много жалоб покупателей на магазин');
  await press('Выключить');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ id: 7, reason: 'Много жалоб покупателей на магазин' }]);
});

it('shows the QR code with its address, and no close button', async () => {
  await open();

  await press('Другие действия: Чайная лавка');
  await press('QR-код');

  const url = `${window.location.origin}/shops/chay`;
  expect(await screen.findByRole('img', { name: `QR-код: ${url}` })).toBeVisible();
  expect(screen.getByText(url)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Закрыть' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Скачать PNG' })).toBeVisible();
});

describe('the address of a shop among the shops', () => {
  it.each([
    ['/shops/7', '/chay', ['7']],
    ['/shops/chay', '/chay', []],
  ])('%s leads an owner to %s, whose page knows the shop by its slug', async (address, shop, reads) => {
    const asked: unknown[] = [];
    server.use(
      http.get(api('shops'), () => HttpResponse.json(pageOf([]))),
      http.get(api('shops/:key'), ({ params }) => {
        asked.push(params.key);
        return HttpResponse.json(buildShop());
      }),
    );
    const { visits } = renderScreen(<Page />, address, { role: 'store_owner' });

    await waitFor(() => expect(visits.addresses.at(-1)).toBe(shop));
    expect(asked).toEqual(reads);
  });
});
