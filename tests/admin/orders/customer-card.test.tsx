import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { OrderDetails } from '@/contract/orders/wire';
import { CustomerCard } from '@/features/orders/details/customer-card';
import { api, renderScreen } from '../crud/render-screen';
import { server } from '../server';

const order = {
  ...{ id: 8, parent_id: 7, shop_id: 1, customer_id: 5, tracking_number: '20260309000008' },
  ...{ customer: null, customer_name: 'Егор', customer_contact: '+7 900 123-45-67' },
  customer_email: 'egor@test.ru',
} as OrderDetails;

/** Renders the card for the owner of these shops. */
function show(more: Partial<OrderDetails>, shops: object[]) {
  const role = 'store_owner';
  const page = <CustomerCard order={{ ...order, ...more }} isAdmin={false} canWork />;
  const screens = renderScreen(page, '/lavka/orders/8', { role });
  const me = { id: 1, name: 'Анна', shops, managed_shop: null, permissions: [{ name: role }] };
  server.use(http.get(api('me'), () => HttpResponse.json(me)));
  return screens;
}

const lavka = { id: 1, name: 'Лавка', slug: 'lavka', logo: null, is_active: true };
const subject = 'mailto:egor@test.ru?subject=%D0%97%D0%B0%D0%BA%D0%B0%D0%B7';

describe('«Написать» on an order', () => {
  it('opens the conversation with the customer; an e-mail is the second way', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post(api('conversations'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ id: 31 });
      }),
    );
    const { visits } = show({}, [lavka]);

    await userEvent.click(await screen.findByRole('button', { name: 'Написать' }));

    await waitFor(() => expect(visits.addresses.at(-1)).toBe('/shop-message/31'));
    expect(sent).toEqual([{ order_id: 8 }]);
    const letter = screen.getByRole('link', { name: 'egor@test.ru' });
    expect(letter.getAttribute('href')).toContain(subject);
  });

  it.each<[string, Partial<OrderDetails>, object[]]>([
    ['the customer is a guest', { customer_id: null }, [lavka]],
    ['the shop is another’s', { shop_id: 2 }, [lavka]],
    ['the shop is closed', {}, [{ ...lavka, is_active: false }]],
    ['it is the whole order', { parent_id: null, shop_id: null }, [lavka]],
  ])('writes an e-mail where %s', async (_case, more, shops) => {
    show(more, shops);

    const link = await screen.findByRole('link', { name: 'Написать' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Написать' })).toBeNull());
    expect(link.getAttribute('href')).toContain(subject);
  });

  it('sends an SMS to a customer without an e-mail address', async () => {
    show({ customer_id: null, customer_email: null }, [lavka]);

    const link = await screen.findByRole('link', { name: 'Написать' });
    expect(link).toHaveAttribute('href', 'sms:+79001234567');
  });

  it('is not offered where a buyer at the till left no contact', async () => {
    show({ customer_id: null, customer_name: null, customer_email: null, customer_contact: '' }, [lavka]);

    expect(await screen.findByText('Гость')).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
