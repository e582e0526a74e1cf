import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { Product } from '@/contract/catalogue/products/schema';
import { flashSale, shopFlashSale } from '@/contract/promotions/flash-sale';
import type { FlashSale, FlashSaleRequest, SaleProduct } from '@/contract/promotions/flash-sale/schema';
import { resourcePage } from '@/crud/resource-page';
import { MyProducts } from '@/features/promotions/flash-sale/my-products';
import { SaleDetails } from '@/features/promotions/flash-sale/sale-details';
import { SaleForm } from '@/features/promotions/flash-sale/sale-form';
import { ShopSaleDetails } from '@/features/promotions/flash-sale/shop-sale-details';
import { api, listenToToasts, pageOf, phoneScreen, renderScreen } from '../crud/render-screen';
import { holdFrames } from '../hold-frames';
import { server } from '../server';

/** Flash sales: products with sale prices in the form, vendor requests and decisions, a shop's products. */
const Sales = resourcePage(flashSale, { Form: SaleForm, Details: SaleDetails });

let sent: { path: string; body: Record<string, unknown> }[] = [];
let asked: URLSearchParams[] = [];
beforeEach(() => {
  sent = [];
  asked = [];
});

const moments = { created_at: '2026-01-02T10:00:00.000Z', updated_at: '2026-01-02T10:00:00.000Z' };

function product(id: number, name: string, price: number): SaleProduct {
  return {
    id,
    name,
    slug: `p-${id}`,
    price,
    min_price: price,
    max_price: price,
    product_type: 'simple',
    image: null,
  };
}
const cup = product(1, 'Чашка', 1000);
const spoon = product(2, 'Ложка', 200);

const sale: FlashSale = {
  id: 7,
  version: 3,
  slug: 'nedelya',
  title: 'Неделя керамики',
  description: 'Посуда со скидкой',
  start_date: '2031-04-01T00:00:00.000Z',
  end_date: '2031-04-08T00:00:00.000Z',
  type: 'fixed_rate',
  rate: 300,
  sale_status: true,
  sale_builder: { data_type: 'handpicked_products', product_ids: [1], category_ids: [] },
  image: null,
  cover_image: null,
  status: 'scheduled',
  products_count: 1,
  max_discount: 70,
  terms: 'Магазин соглашается продавать товары со скидкой.',
  products: [{ ...cup, has_consent: false }],
  ...moments,
};

const request: FlashSaleRequest = {
  id: 4,
  version: 1,
  title: 'Наши чашки',
  note: 'Двести штук',
  flash_sale_id: 7,
  shop_id: 5,
  requested_product_ids: [1, 2],
  status: 'waiting',
  request_status: false,
  decided_at: null,
  is_invitation: false,
  needs_consent: false,
  flash_sale: {
    id: 7,
    name: sale.title,
    slug: sale.slug,
    status: 'scheduled',
    type: 'fixed_rate',
    rate: 300,
    start_date: sale.start_date,
    end_date: sale.end_date,
    max_discount: 70,
    terms: sale.terms,
  },
  shop: { id: 5, name: 'Лавка', slug: 'lavka' },
  creator: { id: 9, name: 'Борис' },
  products: [cup, spoon],
  ...moments,
};

const text = (node: HTMLElement) => (node.textContent ?? '').replace(/\s/g, ' ');

function answer({ requests = [request], products = [cup, spoon] } = {}) {
  server.use(
    http.get(api('flash-sale/nedelya'), () => HttpResponse.json(sale)),
    http.get(api('products'), ({ request: { url } }) => {
      asked.push(new URL(url).searchParams);
      return HttpResponse.json(pageOf(products));
    }),
    http.get(api('vendor-requests-for-flash-sale'), () => HttpResponse.json(pageOf(requests))),
    http.get(api('products-by-flash-sale'), () => HttpResponse.json(pageOf([]))),
    http.get(api('shops/lavka'), () => HttpResponse.json({ id: 5, slug: 'lavka', name: 'Лавка' })),
  );
}

function listen(method: 'post' | 'put', path: string, status = 200, body: object = {}) {
  server.use(
    http[method](api(path), async ({ request: call }) => {
      sent.push({ path, body: (await call.json()) as Record<string, unknown> });
      return HttpResponse.json(body, { status });
    }),
  );
}

it('previews each price down to the floor, and the shops without consent', async () => {
  answer();
  renderScreen(<Sales />, '/flash-sale/nedelya/edit');

  const line = await screen.findByText('Чашка');
  const list = line.closest('ul') as HTMLElement;
  expect(text(list)).toContain('$1,000→$700');
  await userEvent.click(screen.getByRole('combobox', { name: /Товары/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Ложка/ }));

  expect(text(list)).toContain('$200→$60');
  expect(within(list).getByText('Ждёт согласия магазина')).toBeInTheDocument();
  expect(screen.getByText('Выбрано 2 товара')).toBeInTheDocument();
  // Only products free in that period, except this sale's own.
  expect(asked.at(-1)?.get('free_from')).toBe(sale.start_date);
  expect(asked.at(-1)?.get('except_flash_sale')).toBe('7');
});

it('sends the chosen products and marks the one that the server refuses', async () => {
  answer();
  const errors = { 'sale_builder.product_ids.1': ['error-product-in-sale'] };
  listen('put', 'flash-sale/7', 422, { message: 'VALIDATION_FAILED', errors, request_id: 'x' });
  renderScreen(<Sales />, '/flash-sale/nedelya/edit');

  await screen.findByText('Чашка');
  await userEvent.click(screen.getByRole('combobox', { name: /Товары/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Ложка/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  const refused = await screen.findByText('В эти дни товар участвует в другой распродаже');
  expect(refused.closest('li')).toHaveTextContent('Ложка');
  expect(sent[0]?.body).toMatchObject({ version: 3, rate: 300, sale_builder: { product_ids: [1, 2] } });
  await userEvent.click(screen.getByRole('button', { name: 'Убрать: Ложка' }));
  expect(screen.queryByText('В эти дни товар участвует в другой распродаже')).not.toBeInTheDocument();
});

it('adds all products of a category', async () => {
  answer();
  server.use(
    http.get(api('categories'), () =>
      HttpResponse.json(pageOf([{ id: 11, name: 'Посуда', slug: 'posuda' }])),
    ),
    http.get(api('categories/11'), () => HttpResponse.json({ id: 11, name: 'Посуда', slug: 'posuda' })),
  );
  listen('put', 'flash-sale/7', 200, sale);
  renderScreen(<Sales />, '/flash-sale/nedelya/edit');

  await userEvent.click(await screen.findByRole('radio', { name: 'По категориям' }));
  await userEvent.click(screen.getByRole('button', { name: /Категория/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Посуда' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Добавить все товары категории' }));
  await screen.findByText('Выбрано 2 товара');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.sale_builder).toEqual({
    data_type: 'handpick_category',
    product_ids: [1, 2],
    category_ids: [11],
  });
  expect(asked.at(-1)?.get('categories')).toBe('11');
});

it('lets the administrator decide, and names the product that cannot join', async () => {
  answer();
  const errors = { 'requested_product_ids.1': ['error-product-unpublished'] };
  listen('post', 'approve-flash-sale-requested-products', 422, { message: 'VALIDATION_FAILED', errors });
  listen('post', 'disapprove-flash-sale-requested-products', 200, { ...request, status: 'rejected' });
  const toasts = listenToToasts();
  renderScreen(<Sales />, '/flash-sale/nedelya');

  expect(await screen.findByText('Ждёт решения')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Одобрить: Наши чашки' }));
  const reason = await screen.findByText('Товар не опубликован');
  expect(reason.closest('li')).toHaveTextContent('Ложка');
  await userEvent.click(screen.getByRole('button', { name: 'Отклонить: Наши чашки' }));

  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ kind: 'success', text: 'Заявка отклонена' }));
  expect(sent.map(({ body }) => body)).toEqual([{ id: 4 }, { id: 4 }]);
});

it('lets a shop offer its products, once it has chosen some', async () => {
  answer({ requests: [] });
  listen('post', 'vendor-requests-for-flash-sale', 201, request);
  const toasts = listenToToasts();
  renderScreen(<ShopSaleDetails resource={shopFlashSale} id="nedelya" shop="lavka" />, '/flash-sale/nedelya');

  await userEvent.click(await screen.findByRole('button', { name: 'Предложить товары' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'Наши чашки');
  await userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));
  expect(await screen.findByText('Выберите хотя бы один товар')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('combobox', { name: /Товары/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Чашка/ }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Не дешевле: Чашка' }), '800');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Согласен с условиями' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));

  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ text: 'Заявка отправлена' }));
  expect(sent[0]?.body).toMatchObject({
    title: 'Наши чашки',
    flash_sale_id: 7,
    shop_id: 5,
    requested_product_ids: [1],
    accepted_terms: sale.terms,
    price_floors: [{ product_id: 1, min_price: 800 }],
  });
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ shop_id: '5', searchedByUser: 'vendor' });
});

it('keeps a price floor that is typed before the page has drawn the choice', async () => {
  answer({ requests: [] });
  listen('post', 'vendor-requests-for-flash-sale', 201, request);
  const drawFrames = holdFrames();
  renderScreen(<ShopSaleDetails resource={shopFlashSale} id="nedelya" shop="lavka" />, '/flash-sale/nedelya');
  await userEvent.click(await screen.findByRole('button', { name: 'Предложить товары' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Название/ }), 'Наши чашки');
  await userEvent.click(screen.getByRole('combobox', { name: /Товары/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Чашка/ }));

  await userEvent.click(screen.getByRole('textbox', { name: 'Не дешевле: Чашка' }));
  drawFrames();
  await userEvent.keyboard('800');

  await userEvent.click(screen.getByRole('checkbox', { name: 'Согласен с условиями' }));
  await userEvent.click(screen.getByRole('button', { name: 'Отправить заявку' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body.price_floors).toEqual([{ product_id: 1, min_price: 800 }]);
});

it('keeps an unsent offer, with the chosen products', async () => {
  answer({ requests: [] });
  const offer = async () => {
    const page = <ShopSaleDetails resource={shopFlashSale} id="nedelya" shop="lavka" />;
    renderScreen(page, '/flash-sale/nedelya');
    await userEvent.click(await screen.findByRole('button', { name: 'Предложить товары' }));
  };
  await offer();
  await userEvent.click(await screen.findByRole('combobox', { name: /Товары/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Чашка/ }));
  await waitFor(() => expect(Object.keys(localStorage)).toHaveLength(1));
  cleanup();

  await offer();
  await userEvent.click(await screen.findByRole('button', { name: /^Восстановить черновик/ }));

  expect(await screen.findByRole('textbox', { name: 'Не дешевле: Чашка' })).toBeInTheDocument();
});

const soldCup = {
  ...cup,
  ...moments,
  sku: 'GZ-1',
  quantity: 3,
  low_at: 10,
  sold_quantity: 8,
  status: 'publish',
  flash_sale: { ...sale, price: 700, max_price: 700 },
} as unknown as Product;

it('shows the price of a shop’s product in a campaign', async () => {
  answer({ products: [soldCup] });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products');

  const line = await screen.findByRole('row', { name: 'Чашка' });
  expect(text(line)).toContain('$1,000→$700');
  expect(text(line)).toContain('Неделя керамики');
  expect(within(line).getByText('Мало')).toBeInTheDocument();
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ flash_sale_builder: 'true', shop_id: '5' });
});

it('calls the stock of a product low at the threshold of the settings', async () => {
  const product: Product = { ...soldCup, low_at: 3 };
  answer({ products: [product] });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products');
  const line = await screen.findByRole('row', { name: 'Чашка' });
  expect(within(line).queryByText('Мало')).not.toBeInTheDocument();
});

it('sorts the products of a shop from a menu on a phone, where cards have no headings', async () => {
  phoneScreen();
  answer({ products: [soldCup] });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products');
  await userEvent.click(await screen.findByRole('button', { name: /^Сортировка/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Остаток' }));
  await waitFor(() => expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ orderBy: 'quantity' }));
});

it('names the shop of a product only in a list of several shops', async () => {
  const product = { ...soldCup, shop: { ...soldCup.shop, name: 'Гжель и Ко' } } as Product;
  answer({ products: [product] });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products');
  const own = await screen.findByRole('row', { name: 'Чашка' });
  expect(within(own).getByText('GZ-1')).toBeInTheDocument();
  cleanup();

  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={null} />, '/flash-sale/my-products');
  const one = await screen.findByRole('row', { name: 'Чашка' });
  expect(within(one).getByText('Гжель и Ко · GZ-1')).toBeInTheDocument();
});

it('shows a product of a campaign on a phone in lines without headings, with its action next to them', async () => {
  phoneScreen();
  answer({ products: [soldCup] });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products', {
    role: 'store_owner',
  });

  const card = await screen.findByRole('listitem', { name: 'Чашка' });
  expect(text(card)).toContain('$1,000→$700');
  expect(text(card)).toContain('Неделя керамики');
  expect(text(card)).toContain('3 шт.');
  expect(text(card)).not.toContain('Остаток');
  expect(within(card).getByRole('button', { name: /Чашка/ })).toHaveTextContent('Отозвать');
});

const invitation: FlashSaleRequest = { ...request, is_invitation: true, needs_consent: true };

it('lets a shop read the terms of an invitation, name a floor and agree', async () => {
  answer({ requests: [invitation], products: [] });
  listen('post', 'answer-flash-sale-invitation', 200, { ...invitation, status: 'approved' });
  const toasts = listenToToasts();
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products', {
    role: 'store_owner',
  });

  const list = await screen.findByRole('region', { name: 'Приглашения' });
  expect(text(list)).toContain('Неделя керамики');
  expect(text(list)).toContain('Магазин соглашается продавать товары со скидкой.');
  await userEvent.type(within(list).getByRole('textbox', { name: 'Не дешевле: Ложка' }), '150');
  await userEvent.click(within(list).getByRole('checkbox', { name: 'Согласен с условиями' }));
  await userEvent.click(within(list).getByRole('button', { name: 'Участвовать' }));

  await waitFor(() => expect(toasts.at(-1)).toMatchObject({ text: 'Согласие записано' }));
  expect(sent.at(-1)?.body).toEqual({
    id: 4,
    is_accepted: true,
    accepted_terms: sale.terms,
    price_floors: [{ product_id: 2, min_price: '150' }],
  });
});

it('reports missing consent at the checkbox', async () => {
  answer({ requests: [invitation], products: [] });
  const errors = { accepted_terms: ['error-terms-required'] };
  listen('post', 'answer-flash-sale-invitation', 422, { message: 'VALIDATION_FAILED', errors });
  renderScreen(<MyProducts path="/flash-sale/my-products" shopId={5} />, '/flash-sale/my-products', {
    role: 'store_owner',
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Участвовать' }));
  expect(await screen.findByText('Отметьте, что согласны с условиями')).toBeInTheDocument();
});

it('offers the administrator no approval without consent, and withdraws an invitation', async () => {
  answer({ requests: [{ ...invitation, products: [{ ...cup, has_consent: false }] }] });
  let removed = 0;
  server.use(
    http.delete(api('vendor-requests-for-flash-sale/4'), () => {
      removed += 1;
      return HttpResponse.json(true);
    }),
  );
  renderScreen(<Sales />, '/flash-sale/nedelya');

  expect(await screen.findByText('Ждёт согласия магазина')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Одобрить/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать приглашение: Лавка' }));
  await waitFor(() => expect(removed).toBe(1));
});
