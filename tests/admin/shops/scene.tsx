import { HttpResponse, http } from 'msw';
import type { Requisites } from '@/contract/shops/requisites';
import type { Shop, ShopBalance } from '@/contract/shops/schema';
import { api } from '../crud/render-screen';
import { server } from '../server';

export const requisites: Requisites = {
  legal_form: 'organisation',
  legal_name: 'ООО «Лавка»',
  inn: '7707083893',
  kpp: '773601001',
  ogrn: '1027700132195',
  legal_address: 'Москва, ул. Вавилова, 19',
  bic: '044525225',
  bank_name: 'ПАО Сбербанк',
  correspondent_account: '30101810400000000225',
  account: '40702810438000060473',
  payment_email: null,
  tax_system: 'osn',
  vat_rate: 'vat22',
};

const balance: ShopBalance = {
  id: 7,
  shop_id: 7,
  admin_commission_rate: 7.5,
  is_custom_commission: true,
  total_earnings: 120_000,
  withdrawn_amount: 40_000,
  on_hold_amount: 5000,
  current_balance: 75_000.5,
  payment_info: { account: '40702810438000060473', name: 'ООО «Лавка»', email: null, bank: 'ПАО Сбербанк' },
};

/** A shop as the API returns it to its owner or an administrator. */
export function buildShop(more: Partial<Shop> = {}): Shop {
  return {
    id: 7,
    version: 3,
    name: 'Чайная лавка',
    slug: 'chay',
    description: 'Чай и посуда',
    logo: null,
    cover_image: null,
    categories: [],
    address: {
      country: 'Россия',
      state: 'Татарстан',
      city: 'Казань',
      zip: '420000',
      street_address: 'ул. Баумана, 12',
    },
    settings: {
      contact: '+7 (999) 123-45-67',
      website: null,
      location: null,
      socials: [],
      notifications: { email: null, enable: false },
      schedule: [{ day: 'mon', open: '10:00', close: '20:00' }],
      handling_days: 2,
      delivery_note: null,
    },
    requisites,
    is_active: true,
    owner_id: 2,
    owner: { id: 2, name: 'Пётр Ильин', email: 'owner@demo.ru', profile: { avatar: null, contact: null } },
    orders_count: 0,
    products_count: 4,
    balance,
    approved_at: '2026-01-02T10:00:00.000Z',
    disapproved_reason: null,
    ownership_history: null,
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    ...more,
  };
}

/** Request bodies of a path, in order; every response is `answer`. */
export function listenTo(
  method: 'post' | 'put' | 'delete',
  path: string,
  answer: object | boolean = true,
): unknown[] {
  const sent: unknown[] = [];
  server.use(
    http[method](api(path), async ({ request }) => {
      const text = await request.text();
      sent.push(text === '' ? undefined : JSON.parse(text));
      return HttpResponse.json(answer);
    }),
  );
  return sent;
}

/** Serves GET of a path. */
export function answer(path: string, body: object): void {
  server.use(http.get(api(path), () => HttpResponse.json(body)));
}

export function refuse(method: 'post' | 'put', path: string, status: number, body: object): void {
  server.use(http[method](api(path), () => HttpResponse.json(body, { status })));
}
