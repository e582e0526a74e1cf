import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Role } from '@/contract/core/permissions';
import '@/features/catalogue/products/lists/own-products';
import '@/features/orders/lists/own-orders';
import '@/features/refunds/own-refunds';
import { ListOverShops } from '@/shell/own-shops/own-list';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { order } from '../orders/order-rows';
import { server } from '../server';
import { buildMe, buildShop } from './render-app';

const shops = [buildShop('chay', 1), buildShop('myod', 2)];

function open(address: string, { role = 'store_owner' as Role, own = shops } = {}) {
  const family = address.split(/[/?]/)[2] ?? '';
  const asked: string[] = [];
  const view = renderScreen(<ListOverShops family={family} />, address, { role });
  server.use(
    http.get(api('me'), () => HttpResponse.json(buildMe(role, { shops: own }))),
    http.get(api(family), ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('search') ?? '');
      const rows = own.map(({ id, name, slug }) =>
        order({ id: 70 + id, shop_id: id, shop: { id, name, slug } }),
      );
      return HttpResponse.json(pageOf(family === 'orders' ? rows : []));
    }),
  );
  return { ...view, asked };
}

describe('lists over all shops of an owner', () => {
  it('ask for the own shops, name the shop of each row and open it there', async () => {
    const { asked } = open('/my-shop/orders');

    const table = await screen.findByRole('table', { name: 'Заказы моих магазинов' });
    expect(await within(table).findByText('Лавка myod')).toBeInTheDocument();
    const links = within(table).getAllByRole('link', { name: /0007/ });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/chay/orders/71', '/myod/orders/72']);
    expect(asked).toEqual(['shop.slug:chay,myod']);
    expect(await screen.findByRole('button', { name: 'Магазин' })).toBeInTheDocument();
  });

  it('narrow to one of the own shops, and to no other that an address names', async () => {
    const one = open('/my-shop/orders?shop=myod');
    await screen.findByRole('table');
    expect(one.asked).toEqual(['shop.slug:myod']);
    one.unmount();

    const other = open('/my-shop/products?shop=chuzhaya');
    await waitFor(() => expect(other.asked).toEqual(['shop.slug:chay,myod']));
  });

  it('lead others to the list that they have', async () => {
    const cases: [Role, typeof shops, string][] = [
      ['super_admin', [], '/refunds'],
      ['super_admin', shops, '/refunds'],
      ['store_owner', shops.slice(0, 1), '/chay/refunds'],
      ['store_owner', [], '/my-shop'],
    ];
    for (const [role, own, target] of cases) {
      const { visits, asked, unmount } = open('/my-shop/refunds', { role, own });
      await waitFor(() => expect(visits.addresses.at(-1)).toBe(target));
      expect(asked).toEqual([]);
      unmount();
    }
  });
});
