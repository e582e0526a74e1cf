import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PostalAddress } from '@/contract/accounts/addresses/schema';
import type { OrderDetails } from '@/contract/orders/wire';
import { DeliveryCard } from '@/features/orders/details/delivery-card';
import { renderScreen } from '../crud/render-screen';

const order = { id: 8, parent_id: 7, shipping_address: null, billing_address: null } as OrderDetails;

const show = (more: Partial<OrderDetails>) =>
  renderScreen(<DeliveryCard order={{ ...order, ...more }} isAdmin={false} />, '/lavka/orders/8');

it('says that goods were handed over in the shop, instead of reporting a missing address', () => {
  show({});
  expect(screen.getByText('В магазине')).toBeInTheDocument();
  expect(screen.queryByText('Адрес не указан')).toBeNull();
});

it('reports a missing address for the courier', () => {
  show({ shipping_address: {} as PostalAddress });
  expect(screen.getByText('Адрес не указан')).toBeInTheDocument();
});

it('names a city that is its own region only once', () => {
  const city = { zip: '101000', city: 'Москва', state: 'Москва', country: 'Россия' };
  show({ shipping_address: { street_address: 'ул. Маросейка, 7', ...city } as PostalAddress });
  expect(screen.getByText('ул. Маросейка, 7, 101000 Москва, Россия')).toBeInTheDocument();
});
