import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShiftReport, TillGood, TillQuote, TillSale } from '@/contract/orders/till';
import { ShiftsPage } from '@/features/orders/till/shifts/shifts-page';
import { TillPage } from '@/features/orders/till/till-page';
import { api, renderScreen } from '../../crud/render-screen';
import { server } from '../../server';

const print = vi.fn();
beforeEach(() => {
  localStorage.clear();
  print.mockClear();
  vi.stubGlobal('print', print);
});

const good = (id: number, more: Partial<TillGood> = {}): TillGood => ({
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

const shift: ShiftReport = {
  ...{ id: 5, cashier: 'Анна', opened_at: '2026-03-10T06:02:00.000Z', closed_at: null, opening_cash: 1000 },
  ...{ expected_cash: 1420, counted_cash: null, note: null, closed_by: null, sales: 2, revenue: 840 },
  ...{ shop: 'Лавка', discounts: 0, moves: [] },
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
  /** Pieces that somebody else left, by product. */
  left?: Record<number, number>;
  gateways?: string[];
  isShiftOpen?: boolean;
  sell?: (place: number) => Response | undefined;
}

/** A server of one shop's till: it adds up what it is asked. */
function serveTill({
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

const open = async () => {
  renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
  const field = await screen.findByRole('searchbox');
  await screen.findByRole('button', { name: /Чай 1/ });
  return field;
};
const receipt = () => within(screen.getByRole('region', { name: 'Чек' }));
const lines = () =>
  receipt()
    .queryAllByRole('listitem')
    .map((line) => line.textContent?.replace(/\s/g, ' '));
/** As a scanner does it: the code and Enter. */
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`);

describe('the scanner', () => {
  it('adds a line at once, one more piece for the same code, and keeps the focus', async () => {
    serveTill();
    const field = await open();
    expect(field).toHaveFocus();

    await scan('TEA-1');
    await scan('TEA-2');
    await scan('TEA-1');

    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(await receipt().findByText('3 товара')).toBeVisible();
    expect(lines()[0]).toMatch(/Чай 1.*200/);
    expect(receipt().getAllByRole('listitem')[0]).toHaveAttribute('aria-current', 'true');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
  });

  it('says that a code is unknown, and reads the next one', async () => {
    serveTill();
    const field = await open();

    await scan('4600000000000');

    expect(await screen.findByText(/Код 4600000000000 не найден/)).toBeVisible();
    expect(field).toHaveFocus();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(screen.queryByText(/не найден/)).not.toBeInTheDocument();
  });

  it('reads letters that were typed in the Russian layout', async () => {
    serveTill({ goods: [good(1, { sku: 'tea-1' })] });
    await open();

    await scan('еуф-1');

    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('adds no more than there is', async () => {
    serveTill({ goods: [good(1, { left: 1 })] });
    await open();

    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    await scan('TEA-1');

    expect(await screen.findByText('«Чай 1»: больше нет, остался 1.')).toBeVisible();
    expect(lines()[0]).toMatch(/последний/);
  });

  it('ends with two Enters, and the second one sells nothing', async () => {
    const { sales } = serveTill();
    await open();

    await userEvent.keyboard('TEA-1{Enter}{Enter}');

    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(sales).toEqual([]);
  });
});

describe('the goods', () => {
  it('are found by name and picked by the arrows', async () => {
    serveTill({
      goods: [good(1, { name: 'Чай чёрный' }), good(2, { name: 'Чай 1 сорт' }), good(3, { name: 'Мёд' })],
    });
    await open();

    await userEvent.keyboard('Чай');
    await waitFor(() => expect(screen.queryByRole('button', { name: /Мёд/ })).not.toBeInTheDocument());
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');

    await waitFor(() => expect(lines()[0]).toMatch(/Чай 1 сорт/));
  });

  it('are touched, and those that are out of stock are not', async () => {
    serveTill({ goods: [good(1), good(2, { left: 0 })] });
    await open();

    expect(screen.getByRole('button', { name: /Чай 2.*нет/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));

    expect(lines()).toHaveLength(1);
  });
});

describe('the receipt', () => {
  it('is changed by keys, and survives a reload', async () => {
    serveTill();
    await open();
    await scan('TEA-1');
    await scan('TEA-2');
    await waitFor(() => expect(lines()).toHaveLength(2));

    await userEvent.keyboard('++{ArrowUp}-');

    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(lines()[0]).toMatch(/Чай 2.*300/);
    const kept = JSON.parse(localStorage.getItem('gostiny-till') ?? '{}');
    expect(kept.lavka.lines).toMatchObject([{ product_id: 2, quantity: 3 }]);
  });

  it('says what somebody else bought meanwhile, and sells when it is corrected', async () => {
    const { sales } = serveTill({ left: { 1: 1 } });
    await open();
    await userEvent.click(screen.getByRole('button', { name: /Чай 1/ }));
    await userEvent.click(screen.getByRole('button', { name: /Чай 1.*осталось|Чай 1.*шт/ }));

    expect(await screen.findByText('Остался только 1, уменьшите количество')).toBeVisible();
    expect(screen.getByRole('button', { name: /Пробить чек/ })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Убрать один: Чай 1' }));
    await userEvent.click(await screen.findByRole('button', { name: /Пробить чек/ }));

    await waitFor(() => expect(sales).toHaveLength(1));
  });

  it('takes a discount by F4, and says why a coupon does nothing', async () => {
    const { quotes, sales } = serveTill();
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F4}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Скидка или купон' }), '10%{Enter}');

    expect(await screen.findByText('Скидка 10 %')).toBeVisible();
    await waitFor(() => expect(quotes.at(-1)?.discount).toEqual({ type: 'percent', value: 10 }));
    await userEvent.keyboard('{F4}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Скидка или купон' }), 'vesna{Enter}');
    expect(await screen.findByText('Купон VESNA')).toBeVisible();
    await waitFor(() => expect(quotes.at(-1)).toMatchObject({ coupon_code: 'VESNA', discount: null }));
    expect(
      await receipt().findByText('Такого купона нет, или его срок не наступил либо уже вышел.'),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));
    expect(await screen.findByText(/Купон не подходит: уберите его/)).toBeVisible();
    expect(sales).toEqual([]);
  });

  it('takes a customer by phone with F2', async () => {
    serveTill();
    server.use(http.get(api('till/lavka/customers'), () => HttpResponse.json({ name: 'Мария Белова' })));
    await open();

    await userEvent.keyboard('{F2}');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Телефон покупателя' }), '912{Enter}');
    expect(await screen.findByText(/Введите номер целиком/)).toBeVisible();
    const phone = screen.getByRole('textbox', { name: 'Телефон покупателя' });
    await userEvent.clear(phone);
    await userEvent.type(phone, '89123456789{Enter}');

    expect(await receipt().findByText('Мария Белова')).toBeVisible();
  });
});

describe('a sale', () => {
  it('tells the change, prints, and Enter begins the next receipt', async () => {
    const { sales } = serveTill();
    const field = await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));
    await scan('TEA-1');
    expect(await receipt().findByText(/НДС 22 %/)).toBeVisible();

    await userEvent.keyboard('{F8}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Получено' })).toHaveFocus());
    await userEvent.keyboard('500{Enter}');

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(receipt().getByText(/300/)).toBeVisible();
    expect(sales[0]?.body).toMatchObject({ total: 200, payment_gateway: 'CASH' });
    expect(print).toHaveBeenCalledTimes(1);
    const paper = screen.getByTestId('receipt-print');
    expect(paper).toHaveTextContent('ООО «Лавка»');
    expect(paper).toHaveTextContent('ИНН 7707083893');
    await waitFor(() => expect(field).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Отсканируйте товар или выберите его из списка')).toBeVisible();
    expect(sales).toHaveLength(1);
  });

  it('needs enough cash', async () => {
    const { sales } = serveTill();
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.type(screen.getByRole('textbox', { name: 'Получено' }), '50{Enter}');

    expect(await screen.findByText('Не хватает')).toBeVisible();
    expect(sales).toEqual([]);
  });

  it('whose answer is lost is tried again under the same key', async () => {
    const { sales } = serveTill({ sell: (place) => (place === 1 ? HttpResponse.error() : undefined) });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));
    expect(await screen.findByText(/второй продажи не будет/)).toBeVisible();
    expect(lines()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(sales).toHaveLength(2);
    expect(sales[0]?.key).toBe(sales[1]?.key);
    expect(sales[0]?.key).toBeTruthy();
  });

  it('is not made without a network, and nothing is lost', async () => {
    serveTill();
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));

    expect(await screen.findByText(/Чек сохранён/)).toBeVisible();
    expect(screen.getByRole('button', { name: /Пробить чек/ })).toBeDisabled();
    vi.restoreAllMocks();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.getByRole('button', { name: /Пробить чек/ })).toBeEnabled());
  });

  it('by SBP shows the code until the money comes', async () => {
    serveTill({ gateways: ['CASH', 'SBP'] });
    const waiting = {
      id: 90,
      number: '1',
      at: '2026-03-10T09:00:00.000Z',
      amount: 100,
      discount: 0,
      tax: 0,
      total: 100,
      vat: [],
      lines: [],
      seller: { name: 'Лавка', inn: null },
      cashier: null,
      payment_gateway: 'SBP',
    };
    let isPaid = false;
    server.use(
      http.get(api('till/lavka/sales/90'), () =>
        HttpResponse.json({
          ...waiting,
          status: isPaid ? 'paid' : 'waiting',
          payment_url: isPaid ? null : 'https://qr.nspk.ru/X',
        }),
      ),
    );
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F9}');
    await userEvent.click(screen.getByRole('button', { name: /Показать QR-код/ }));
    expect(await screen.findByRole('img', { name: 'QR-код для оплаты' })).toBeVisible();
    isPaid = true;

    expect(await screen.findByText('Оплачено')).toBeVisible();
  });
});

describe('payment by card', () => {
  it('is taken on the terminal, and Enter says that it approved', async () => {
    const { sales } = serveTill({ gateways: ['CASH', 'CARD'] });
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F10}');
    expect(await screen.findByText(/Проведите оплату на терминале/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Получено' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: /Терминал одобрил/ }));

    expect(await screen.findByText('Оплачено')).toBeVisible();
    expect(sales[0]?.body).toMatchObject({ payment_gateway: 'CARD', total: 100 });
    expect(screen.getByTestId('receipt-print')).toHaveTextContent('Карта');
  });
});

describe('the shift', () => {
  const report = () => within(screen.getByRole('region', { name: 'Смена' }));

  it('is opened with the cash in the drawer before anything is sold', async () => {
    serveTill({ isShiftOpen: false });
    const opened: unknown[] = [];
    server.use(
      http.post(api('till/lavka/shifts'), async ({ request }) => {
        opened.push(await request.json());
        return HttpResponse.json(shift);
      }),
    );
    renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
    const field = await screen.findByRole('textbox', { name: 'Наличные в кассе' });
    await waitFor(() => expect(field).toHaveFocus());
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();

    await userEvent.keyboard('много{Enter}');
    expect(await screen.findByText('Укажите сумму')).toBeVisible();
    await userEvent.clear(field);
    await userEvent.keyboard('1000{Enter}');

    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveFocus());
    expect(opened).toEqual([{ opening_cash: 1000 }]);
  });

  it('shows by F7 what came in, prints it, and Escape goes back to the receipt', async () => {
    serveTill();
    server.use(http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)));
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.keyboard('{F7}');

    const row = async (label: string) =>
      (await report().findByText(label)).closest('div')?.textContent?.replace(/\s/g, ' ');
    expect(await row('Карта')).toMatch(/1 чек.*420/);
    expect(await row('Всего')).toMatch(/840/);
    expect(await row('Должно быть в кассе')).toMatch(/1\D?420/);
    await userEvent.click(report().getByRole('button', { name: 'Напечатать отчёт' }));
    expect(print).toHaveBeenCalledTimes(1);
    expect(screen.getByTestId('shift-print')).toHaveTextContent('Не фискальный документ');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(lines()).toHaveLength(1));
  });

  it('takes cash out with a reason', async () => {
    serveTill();
    const moved: unknown[] = [];
    const after = {
      ...shift,
      expected_cash: 920,
      moves: [{ id: 1, at: shift.opened_at, amount: -500, reason: 'В банк' }],
    };
    server.use(
      http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)),
      http.post(api('till/lavka/shifts/5/moves'), async ({ request }) => {
        moved.push([await request.json(), request.headers.get('idempotency-key') !== null]);
        return HttpResponse.json(after);
      }),
    );
    await open();
    await userEvent.keyboard('{F7}');
    await userEvent.click(await report().findByRole('button', { name: 'Внести, забрать' }));

    await userEvent.type(report().getByRole('textbox', { name: 'Сумма' }), '500');
    await userEvent.click(report().getByRole('button', { name: 'Забрать' }));
    expect(await report().findByText('Напишите, откуда деньги или куда')).toBeVisible();
    await userEvent.type(report().getByRole('textbox', { name: 'За что' }), 'В банк');
    await userEvent.click(report().getByRole('button', { name: 'Забрать' }));

    expect(await report().findByText('В банк')).toBeVisible();
    expect(moved).toEqual([[{ amount: -500, reason: 'В банк' }, true]]);
  });

  it('is closed with the counted cash, and says what is missing', async () => {
    serveTill();
    const closed: unknown[] = [];
    server.use(
      http.get(api('till/lavka/shifts/5'), () => HttpResponse.json(shift)),
      http.post(api('till/lavka/shifts/5/close'), async ({ request }) => {
        closed.push(await request.json());
        return HttpResponse.json({
          ...shift,
          closed_at: '2026-03-10T18:00:00.000Z',
          counted_cash: 1400,
          note: 'Ошиблись со сдачей',
        });
      }),
    );
    await open();
    await userEvent.keyboard('{F7}');
    await userEvent.type(
      await report().findByRole('textbox', { name: 'Сколько наличных в кассе сейчас' }),
      '1400',
    );
    expect(await report().findByText('Не хватает')).toBeVisible();
    await userEvent.type(report().getByRole('textbox', { name: 'Почему не сошлось' }), 'Ошиблись со сдачей');
    await userEvent.click(report().getByRole('button', { name: 'Закрыть смену' }));

    expect(await screen.findByText('Смена закрыта')).toBeVisible();
    expect(closed).toEqual([{ counted_cash: 1400, note: 'Ошиблись со сдачей' }]);
    expect(screen.getByRole('textbox', { name: 'Наличные в кассе' })).toBeVisible();
  });

  it('closed by somebody else is asked for anew', async () => {
    let isOpen = true;
    serveTill({
      sell: () => {
        isOpen = false;
        return HttpResponse.json(
          { message: 'VALIDATION_FAILED', errors: { shift: ['error-shift-closed'] } },
          { status: 422 },
        );
      },
    });
    server.use(
      http.get(api('till/lavka'), () =>
        HttpResponse.json({
          ...{ shop: { id: 7, name: 'Лавка', slug: 'lavka' }, gateways: ['CASH'], has_coupons: true },
          ...{ categories: [], shift: isOpen ? shift : null },
        }),
      ),
    );
    await open();
    await scan('TEA-1');
    await waitFor(() => expect(lines()).toHaveLength(1));

    await userEvent.click(screen.getByRole('button', { name: /Пробить чек/ }));

    expect(await screen.findByRole('textbox', { name: 'Наличные в кассе' })).toBeVisible();
  });
});

describe('the shifts of a shop', () => {
  it('say who sold how much and whether the drawer was right, with the report below', async () => {
    const wrong = {
      ...{ ...shift, id: 4, cashier: 'Пётр', closed_at: '2026-03-09T18:00:00.000Z' },
      ...{ expected_cash: 500, counted_cash: 450, closed_by: 'Анна' },
    };
    server.use(
      http.get(api('till/lavka/shifts'), () =>
        HttpResponse.json({ data: [shift, wrong], total: 2, per_page: 20, current_page: 1, last_page: 1 }),
      ),
      http.get(api('till/lavka/shifts/4'), () => HttpResponse.json(wrong)),
    );
    renderScreen(<ShiftsPage />, '/lavka/till/shifts?shop=lavka', { role: 'store_owner' });

    const rows = within(await screen.findByRole('list', { name: 'Смены кассы' }));
    expect(await rows.findByRole('button', { name: /Анна.*Открыта/ })).toBeVisible();
    const row = rows.getByRole('button', { name: /Пётр.*Не хватает \D*50/ });
    await userEvent.click(row);

    expect(row).toHaveAttribute('aria-expanded', 'true');
    expect(await rows.findByText('Закрытие: Анна')).toBeVisible();
    expect(rows.queryByRole('button', { name: 'Закрыть смену' })).not.toBeInTheDocument();
  });
});

it('another shop’s till is not there', async () => {
  server.use(http.get(api('till/lavka'), () => HttpResponse.json({ message: 'NOT_FOUND' }, { status: 404 })));
  renderScreen(<TillPage />, '/lavka/till?shop=lavka', { role: 'store_owner' });
  expect(await screen.findByText('Такой кассы нет: магазин не работает или не ваш')).toBeVisible();
});
