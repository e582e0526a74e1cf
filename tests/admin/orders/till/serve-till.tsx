import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import type { ShiftReport, TillGood, TillQuote, TillSale } from '@/contract/orders/till';
import { TillPage } from '@/features/orders/till/till-page';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

export const good = (id: number, more: Partial<TillGood> = {}): TillGood => ({
  product_id: id,
  variation_option_id: null,
  name: `Чай ${id}`,
  variation: null,
  sku: `TEA-${id}`,
  unit: 'шт.',
  image: null,
  price: 100,
  left: 5,
  ...more,
});

export const shift: ShiftReport = {
  ...{ id: 5, cashier: 'Анна', opened_at: '2026-03-10T06:02:00.000Z', closed_at: null, opening_cash: 1000 },
  ...{ expected_cash: 1420, counted_cash: null, note: null, closed_by: null, sales: 2, revenue: 840 },
  ...{ shop: 'Лавка', discounts: 0, moves: [], refunds: [], refunded_cash: 0 },
  payments: [
    { gateway: 'CASH', sales: 1, sum: 420 },
    { gateway: 'CARD', sales: 1, sum: 420 },
  ],
};

interface TillRequests {
  quotes: Record<string, unknown>[];
  sales: { body: Record<string, unknown>; key: string | null }[];
}

interface TillAnswers {
  goods?: TillGood[];
  /** Pieces left in stock, by product. */
  left?: Record<number, number>;
  gateways?: string[];
  isShiftOpen?: boolean;
  sell?: (place: number) => Response | undefined;
}

/** A server of one shop's till, which calculates quotes. */
export function serveTill({
  goods = [good(1), good(2)],
  left = {},
  gateways = ['CASH'],
  sell,
  isShiftOpen = true,
}: TillAnswers = {}): TillRequests {
  const asked: TillRequests = { quotes: [], sales: [] };
  const of = (id: unknown) => goods.find(({ product_id }) => product_id === id);
  const quoteOf = (body: Record<string, unknown>): TillQuote => {
    const wanted = body.products as { product_id: number; order_quantity: number }[];
    const sum = wanted.reduce(
      (total, line) => total + (of(line.product_id)?.price ?? 0) * line.order_quantity,
      0,
    );
    const discount = body.discount ? (sum * (body.discount as { value: number }).value) / 100 : 0;
    return {
      amount: sum,
      discount,
      total: sum - discount,
      total_tax: 0,
      vat: [{ rate: 22, sum: 18.03 }],
      coupon_refusal: body.coupon_code ? 'INVALID_COUPON_CODE' : null,
      lines: wanted.map(({ product_id, order_quantity }) => {
        const rest = left[product_id] ?? of(product_id)?.left ?? 0;
        const problem = order_quantity > rest ? ('short' as const) : null;
        return {
          product_id,
          variation_option_id: null,
          left: rest,
          problem,
          unit_price: of(product_id)?.price ?? 0,
        };
      }),
    };
  };
  server.use(
    http.get(api('till/lavka/refunds'), () => HttpResponse.json([])),
    http.get(api('till/lavka'), () =>
      HttpResponse.json({
        shop: { id: 7, name: 'Лавка', slug: 'lavka' },
        gateways,
        has_coupons: true,
        categories: [{ id: 3, name: 'Травы' }],
        shift: isShiftOpen ? shift : null,
      }),
    ),
    http.get(api('till/lavka/goods'), ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      return HttpResponse.json({
        data: goods.filter(({ name }) => name.includes(search)),
        has_more: false,
      });
    }),
    http.get(api('till/lavka/scan'), ({ request }) => {
      const code = new URL(request.url).searchParams.get('code');
      return HttpResponse.json(goods.filter(({ sku }) => sku === code));
    }),
    http.post(api('till/lavka/quote'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      asked.quotes.push(body);
      return HttpResponse.json(quoteOf(body));
    }),
    http.post(api('till/lavka/sales'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      asked.sales.push({ body, key: request.headers.get('idempotency-key') });
      const own = sell?.(asked.sales.length);
      if (own) return own;
      const { total, discount, amount } = quoteOf(body);
      const sale: TillSale = {
        id: 90,
        number: '20260310123456',
        at: '2026-03-10T09:00:00.000Z',
        tax: 0,
        vat: [],
        total,
        discount,
        amount,
        cashier: 'Анна',
        payment_url: null,
        status: body.payment_gateway === 'SBP' ? 'waiting' : 'paid',
        payment_gateway: body.payment_gateway as TillSale['payment_gateway'],
        lines: [{ name: 'Чай 1', variation: null, quantity: 2, unit_price: 100, subtotal: 200 }],
        seller: { name: 'ООО «Лавка»', inn: '7707083893' },
      };
      return HttpResponse.json(sale, { status: 201 });
    }),
  );
  return asked;
}

/** The till of the shop, ready to scan. */
export const open = async () => {
  renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
  const field = await screen.findByRole('searchbox');
  await screen.findByRole('button', { name: /Чай 1/ });
  return field;
};
export const receipt = () => within(screen.getByRole('region', { name: 'Чек' }));
export const lines = () =>
  receipt()
    .queryAllByRole('listitem')
    .map((line) => line.textContent?.replace(/\s/g, ' '));
/** Types like a scanner: the code and Enter. */
export const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);
