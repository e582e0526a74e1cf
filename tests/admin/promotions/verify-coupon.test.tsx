import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { authorsInShop } from '@/contract/catalogue/authors';
import { coupons } from '@/contract/promotions/coupons';
import type { Coupon } from '@/contract/promotions/coupons/schema';
import { ResourceForm } from '@/crud/form/resource-form';
import { ListScreen } from '@/crud/list/list-screen';
import { resourcePage } from '@/crud/resource-page';
import { CouponDetails } from '@/features/promotions/coupons/coupon-details';
import { CouponForm } from '@/features/promotions/coupons/coupon-form';
import { VerifyCoupon } from '@/features/promotions/coupons/verify-coupon';
import { api, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';

/** Checking a code by hand, and the coupon form. Sums in the default settings' format. */
const Coupons = resourcePage(coupons, { Form: CouponForm, Details: CouponDetails });

let sent: Record<string, unknown>[] = [];
beforeEach(() => {
  sent = [];
});

const coupon: Coupon = {
  id: 7,
  version: 1,
  code: 'VESNA',
  description: 'К весне',
  image: null,
  type: 'percentage',
  amount: 10,
  minimum_cart_amount: 1000,
  usage_limit: 5,
  usage_limit_per_user: null,
  active_from: '2026-03-01T00:00:00.000Z',
  expire_at: '2031-12-31T20:59:00.000Z',
  target: false,
  is_listed: false,
  shop_id: 3,
  shop: { id: 3, name: 'Чайная лавка', slug: 'chay' },
  is_approve: true,
  is_valid: true,
  status: 'valid',
  used_count: 2,
  user_id: 1,
  created_at: '2026-01-02T10:00:00.000Z',
  updated_at: '2026-01-02T10:00:00.000Z',
};

function answerWith(answer: object, status = 200) {
  server.use(
    http.post(api('coupons/verify'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(answer, { status });
    }),
  );
}

async function check(code: string, sum: string) {
  await userEvent.type(screen.getByRole('textbox', { name: /^Код/ }), code);
  await userEvent.type(screen.getByRole('textbox', { name: /^Сумма корзины/ }), sum);
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));
}

it('shows the coupon and what is left to pay', async () => {
  answerWith({ is_valid: true, coupon, discount: 150.05 });
  renderScreen(<VerifyCoupon />, '/coupons/verify');

  await check(' vesna ', '1 500,5');

  expect(await screen.findByRole('heading', { name: 'Купон подходит' })).toBeInTheDocument();
  expect(sent).toEqual([{ code: 'VESNA', sub_total: 1500.5 }]);
  expect(screen.getByText('VESNA')).toBeInTheDocument();
  expect(screen.getByText('−$150.05')).toBeInTheDocument();
  expect(screen.getByText('$1,350.45')).toBeInTheDocument();
  expect(screen.getByText(/магазина «Чайная лавка»/)).toBeInTheDocument();
  expect(screen.getByText('Скидка 10 % от $1,000 до 31.12.2031')).toBeInTheDocument();
});

it('explains why a code is refused, until the next one is checked', async () => {
  answerWith({ is_valid: false, message: 'COUPON_USAGE_LIMIT_REACHED' });
  renderScreen(<VerifyCoupon />, '/coupons/verify');

  await check('VESNA', '100');
  expect(await screen.findByText('Купон не подходит')).toBeInTheDocument();
  expect(screen.getByText(/столько раз, сколько разрешено/)).toBeInTheDocument();

  answerWith({
    is_valid: true,
    coupon: { ...coupon, type: 'free_shipping', amount: 0, shop: null },
    discount: 0,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));
  expect(await screen.findByText('Доставка бесплатно')).toBeInTheDocument();
  expect(screen.queryByText('Купон не подходит')).not.toBeInTheDocument();
});

it('requires both values before it calls the server', async () => {
  answerWith({});
  renderScreen(<VerifyCoupon />, '/coupons/verify');

  await userEvent.click(screen.getByRole('button', { name: 'Проверить' }));

  expect(await screen.findByText('Укажите код')).toBeInTheDocument();
  expect(screen.getByText('Укажите сумму корзины')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('reports too many attempts', async () => {
  answerWith({ message: 'TOO_MANY_REQUESTS', request_id: 'r-1' }, 429);
  renderScreen(<VerifyCoupon />, '/coupons/verify');

  await check('VESNA', '100');

  expect(await screen.findByRole('alert')).toHaveTextContent('r-1');
});

it('previews a coupon while it is entered, and sends no amount with free delivery', async () => {
  server.use(
    http.post(api('coupons'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(coupon, { status: 201 });
    }),
    http.get(api('coupons'), () => HttpResponse.json(pageOf([coupon]))),
    http.get(api('shops'), () => HttpResponse.json(pageOf([]))),
  );
  renderScreen(<Coupons />, '/coupons/create');

  expect(await screen.findByText('Укажите скидку и срок')).toBeInTheDocument();
  await userEvent.type(screen.getByRole('textbox', { name: /^Код/ }), 'vesna');
  await userEvent.click(screen.getByRole('radio', { name: 'Процент' }));
  await userEvent.type(screen.getByRole('textbox', { name: /^Скидка/ }), '12,5');
  expect(screen.getByText('Скидка 12,5 %')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Бесплатная доставка' }));
  expect(screen.queryByRole('textbox', { name: /^Скидка/ })).not.toBeInTheDocument();
  const end = screen.getByRole('textbox', { name: /^Действует до/ });
  await userEvent.type(end, '31.12.2031 23:59');
  await userEvent.tab();
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    code: 'VESNA',
    type: 'free_shipping',
    expire_at: '2031-12-31T20:59:00.000Z',
  });
  expect(sent[0]).not.toHaveProperty('amount', 12.5);
});

it('lists discount, minimum order and state of each coupon', async () => {
  const free = {
    ...coupon,
    id: 8,
    code: 'DAROM',
    type: 'free_shipping' as const,
    amount: 0,
    usage_limit: null,
  };
  const sum = {
    ...coupon,
    id: 9,
    code: 'SUMMA',
    type: 'fixed' as const,
    amount: 300,
    status: 'used_up' as const,
  };
  server.use(http.get(api('coupons'), () => HttpResponse.json(pageOf([coupon, free, sum]))));
  renderScreen(<Coupons />, '/coupons');

  const row = async (code: string) => (await screen.findByText(code)).closest('tr') as HTMLElement;
  expect(within(await row('VESNA')).getByText('10 %')).toBeInTheDocument();
  expect(within(await row('VESNA')).getByText('2 / 5')).toBeInTheDocument();
  expect(within(await row('DAROM')).getByText('Бесплатная доставка')).toBeInTheDocument();
  expect(within(await row('SUMMA')).getByText('$300')).toBeInTheDocument();
  expect(within(await row('SUMMA')).getByText('Израсходован')).toBeInTheDocument();
});

it('shows one coupon as its buyer sees it', async () => {
  server.use(http.get(api('coupons/VESNA'), () => HttpResponse.json(coupon)));
  renderScreen(<Coupons />, '/coupons/VESNA');

  expect(await screen.findByRole('heading', { name: 'VESNA' })).toBeInTheDocument();
  expect(screen.getByText('2 из 5')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Скопировать код' })).toBeInTheDocument();
});

it('shows a shop all authors, without toggles', async () => {
  let search: string | null = '';
  const author = {
    id: 1,
    version: 1,
    name: 'Агния Ложкарёва',
    slug: 'agniya',
    is_approved: true,
    products_count: 4,
  };
  server.use(
    http.get(api('authors'), ({ request }) => {
      search = new URL(request.url).searchParams.get('search');
      return HttpResponse.json(pageOf([author]));
    }),
  );
  renderScreen(<ListScreen resource={authorsInShop} shop="lavka" />, '/lavka/authors', {
    role: 'store_owner',
  });

  expect(await screen.findByText('Агния Ложкарёва')).toBeInTheDocument();
  expect(search).toBeNull();
  expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  expect(screen.queryByText('Одобрен')).not.toBeInTheDocument();
});

it('names the shop when an author is added in one', async () => {
  server.use(
    http.get(api('shops/lavka'), () => HttpResponse.json({ id: 3, name: 'Лавка', slug: 'lavka' })),
    http.post(api('authors'), async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ id: 1, version: 1, slug: 'agniya' }, { status: 201 });
    }),
  );
  renderScreen(<ResourceForm resource={authorsInShop} shop="lavka" />, '/lavka/authors/create');

  await userEvent.type(await screen.findByRole('textbox', { name: /^Имя/ }), 'Агния');
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));

  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ name: 'Агния', shop_id: 3, socials: [] });
});
