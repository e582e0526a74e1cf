import { HttpResponse, http } from 'msw';
import type { User } from '@/contract/accounts/users/schema';
import type { Product } from '@/contract/catalogue/products/schema';
import type { VerifiedCheckout } from '@/contract/orders/wire';
import type { CartItem } from '@/state/cart-math';
import { defaultCheckout } from '@/state/checkout';
import { colourAndSize } from '../../catalogue/products/product-scene';
import { api, pageOf } from '../../crud/render-screen';
import { server } from '../../server';

/** A simple product of the products list. */
export function buildSimple(id: number, more: Partial<Product> = {}): Product {
  return {
    ...colourAndSize(),
    id,
    name: `Чай ${id}`,
    slug: `chay-${id}`,
    sku: `TEA-${id}`,
    product_type: 'simple',
    price: 100,
    effective_price: 100,
    effective_min_price: 100,
    effective_max_price: 100,
    min_price: 100,
    max_price: 100,
    quantity: 3,
    low_at: 0,
    variations_count: 0,
    ...more,
  };
}

export function buildCustomer(more: Partial<User> = {}): User {
  return {
    id: 5,
    version: 1,
    name: 'Мария Белова',
    email: 'maria@test.ru',
    email_verified: true,
    email_verified_at: null,
    is_active: true,
    ban_reason: null,
    shop_id: null,
    profile: {
      avatar: null,
      bio: null,
      contact: '+7 (900) 111-22-33',
      contact_verified: false,
      socials: [],
      notifications: { enable: false, email: null },
    },
    permissions: [],
    wallet: null,
    address: [buildAddress(1, 'billing', 'Дом'), buildAddress(2, 'shipping', 'Дача')],
    created_at: '2026-01-02T10:00:00.000Z',
    updated_at: '2026-01-02T10:00:00.000Z',
    ...more,
  };
}

export function buildAddress(id: number, type: 'billing' | 'shipping', title: string) {
  return {
    id,
    customer_id: 5,
    title,
    type,
    default: false,
    address: {
      country: 'Россия',
      state: 'Тверская',
      city: 'Тверь',
      zip: '170000',
      street_address: `д. ${id}`,
    },
    location: null,
  };
}

export const line = (id: number, more: Partial<CartItem> = {}): CartItem => ({
  id,
  price: 100,
  quantity: 2,
  stock: 5,
  name: `Чай ${id}`,
  productId: id,
  shop_id: 7,
  ...more,
});

/** Fills the cart before rendering. */
export function storeCart(...items: CartItem[]): void {
  localStorage.setItem('gostiny-cart', JSON.stringify({ items }));
}

/** Preselects the customer. */
export function storeCustomer(more: object = {}): void {
  const customer = { value: 5, label: 'Мария Белова' };
  localStorage.setItem('gostiny-checkout', JSON.stringify({ ...defaultCheckout, customer, ...more }));
}

export const kept = (key: 'cart' | 'checkout' | 'order-draft') =>
  JSON.parse(localStorage.getItem(`gostiny-${key}`) ?? '{}');

/** Verification of lines of two pieces at 100 roubles. */
export function buildVerified(ids: number[], more: Partial<VerifiedCheckout> = {}): VerifiedCheckout {
  const amount = ids.length * 200;
  return {
    total_tax: 20,
    shipping_charge: 300,
    unavailable_products: [],
    wallet_amount: 0,
    wallet_currency: 0,
    amount,
    discount: 0,
    total: amount + 320,
    lines: ids.map((id) => ({
      product_id: id,
      variation_option_id: null,
      unit_price: 100,
      left: 5,
      problem: null,
    })),
    ...more,
  };
}

/** Serves the customer and successive answers of `verify`, the last one repeatedly; returns the bodies. */
export function serveCheckout(user: User, ...answers: VerifiedCheckout[]): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = [];
  let turn = 0;
  server.use(
    http.get(api('users/:id'), () => HttpResponse.json(user)),
    http.post(api('orders/checkout/verify'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      const answer = answers[Math.min(turn, answers.length - 1)];
      turn += 1;
      return HttpResponse.json(answer);
    }),
  );
  return sent;
}

/** Serves a product list; returns the queries. */
export function serveProducts(...products: Product[]): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(api('products'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(pageOf(products));
    }),
    http.get(api('types'), () => HttpResponse.json(pageOf([]))),
  );
  return asked;
}
