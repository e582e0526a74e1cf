import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { refunds, refundsInShop } from '@/contract/refunds';
import type { RefundDetails as Details, Refundable } from '@/contract/refunds/schema';
import { resourcePage } from '@/crud/resource-page';
import { RefundDetails } from '@/features/refunds/refund-details';
import { RefundList } from '@/features/refunds/refund-list';
import { linkRenewalMs } from '@/lib/hooks/use-link-renewal';
import { ModalHost } from '@/shell/dialogs/modal-host';
import { useModalActions } from '@/state/modal';
import { api, listenToToasts, pageOf, renderScreen } from '../crud/render-screen';
import { server } from '../server';
import { buildRefund, picture } from './build-refund';

const Page = resourcePage(refunds, { List: RefundList, Details: RefundDetails });
const ShopPage = resourcePage(refundsInShop, { Details: RefundDetails });

/** Details of a stored refund; decisions are recorded, the first may be rejected. */
function openDetails(first: Partial<Details> = {}, refusal?: object) {
  let refund = buildRefund(first);
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.get(api('refunds/7'), () => HttpResponse.json(refund)),
    http.get(api('audit'), () => HttpResponse.json(pageOf([]))),
    http.get(api('refunds/7/marks'), () => HttpResponse.json([])),
    http.put(api('refunds/7'), async ({ request }) => {
      const body = (await request.json()) as { status: Details['status'] };
      sent.push(body);
      if (refusal && sent.length === 1) return HttpResponse.json(refusal, { status: 409 });
      refund = { ...refund, status: body.status, moves: [], version: refund.version + 1 };
      return HttpResponse.json(refund);
    }),
  );
  renderScreen(
    <>
      <Page />
      <ModalHost />
    </>,
    '/refunds/7',
  );
  return sent;
}

/** Button that opens the dialog on the order's page. */
function Opener() {
  const { open } = useModalActions();
  return (
    <button type="button" onClick={() => open('CREATE_REFUND', { orderId: 5 })}>
      Открыть
    </button>
  );
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = () => screen.findByRole('dialog');

describe('a refund', () => {
  it('shows the returned goods, the reason, and the pictures one by one', async () => {
    openDetails();

    expect(await screen.findByText('Чашка')).toBeVisible();
    expect(screen.getByText('Коробка была мятая')).toBeVisible();
    expect(screen.getByRole('link', { name: '№\u00a020260301111111' })).toHaveAttribute('href', '/orders/5');
    await userEvent.click(await button('Фотография 2 из 2'));
    const box = within(await dialog());
    expect(await box.findByAltText('Фотография 2 из 2')).toBeVisible();
    await userEvent.click(box.getByRole('button', { name: 'Следующая' }));
    expect(box.getByAltText('Фотография 1 из 2')).toBeVisible();
  });

  it('renews the links to its pictures before they expire', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    openDetails();
    const list = await screen.findByRole('list', { name: 'Фотографии' });
    const renewed = { ...picture(1), thumbnail: '/uploads/renewed.webp' };
    server.use(http.get(api('refunds/7'), () => HttpResponse.json(buildRefund({ images: [renewed] }))));

    const renewal = timers.mock.calls.find(([, delay]) => delay === linkRenewalMs)?.[0];
    await act(async () => renewal?.());

    await waitFor(() =>
      expect(list.querySelector('img')).toHaveAttribute('src', expect.stringContaining('renewed')),
    );
    timers.mockRestore();
  });

  it('is approved with a method, the stock and a note', async () => {
    const toasts = listenToToasts();
    const sent = openDetails();

    await userEvent.click(await button('Одобрить'));
    const box = within(await dialog());
    await userEvent.click(await box.findByLabelText('Товар вернулся и снова годится для продажи'));
    await userEvent.click(box.getByRole('radio', { name: /wallet|кошел/i }));
    await userEvent.click(box.getByRole('button', { name: 'Одобрить' }));

    await waitFor(() =>
      expect(sent).toEqual([
        { version: 3, status: 'approved', decision_note: null, method: 'wallet', restock: true },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(toasts.map(({ text }) => text)).toContain('Возврат одобрен');
    expect(await screen.findByText(/Деньги возвращены/)).toBeVisible();
  });

  it('is rejected only with a reason', async () => {
    const sent = openDetails();

    await userEvent.click(await button('Отклонить'));
    const box = within(await dialog());
    await userEvent.click(await box.findByRole('button', { name: 'Отклонить' }));
    expect(await box.findByText('Напишите покупателю, почему')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(box.getByLabelText(/Комментарий/), 'Следы носки');
    await userEvent.click(box.getByRole('button', { name: 'Отклонить' }));
    await waitFor(() => expect(sent).toMatchObject([{ status: 'rejected', decision_note: 'Следы носки' }]));
  });

  it('stays open with the reason when the server rejects it', async () => {
    openDetails({}, { message: 'WRONG_REFUND', request_id: 'r-1' });

    await userEvent.click(await button('Одобрить'));
    const box = within(await dialog());
    await userEvent.click(await box.findByRole('button', { name: 'Одобрить' }));

    expect(await box.findByText(/уже вернули по другой заявке/)).toBeVisible();
  });

  it('is handed over by the customer’s code', async () => {
    openDetails();
    const codes: unknown[] = [];
    server.use(
      http.post(api('refunds/7/code'), () => HttpResponse.json({ success: true, retry_after: 60 })),
      http.post(api('refunds/7/complete'), async ({ request }) => {
        codes.push(await request.json());
        if (codes.length > 1) return HttpResponse.json(buildRefund({ status: 'approved' }));
        const body = { message: 'INVALID_CODE', errors: { code: ['error-otp-wrong'] }, attempts_left: 4 };
        return HttpResponse.json({ ...body, request_id: 'r' }, { status: 422 });
      }),
    );

    await userEvent.click(await button(/по коду/));
    const box = within(await dialog());
    await userEvent.click(await box.findByRole('button', { name: 'Отправить код' }));
    await userEvent.type(box.getByLabelText(/Код от покупателя/), '123456');
    await userEvent.click(box.getByRole('button', { name: 'Деньги выданы' }));
    expect(await box.findByText(/Осталось 4 попытки/)).toBeVisible();
    await userEvent.click(box.getByRole('button', { name: 'Деньги выданы' }));
    await waitFor(() => expect(codes).toEqual([{ code: '123456' }, { code: '123456' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is read-only in a shop', async () => {
    server.use(http.get(api('refunds/7'), () => HttpResponse.json(buildRefund({ moves: [] }))));
    renderScreen(<ShopPage />, '/refunds/7?shop=lavka', { role: 'store_owner' });

    expect(await screen.findByText('Ждёт ответа магазина или решения площадки.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Одобрить' })).toBeNull();
    expect(screen.queryByRole('link', { name: '№\u00a020260301111111' })).toBeNull();
  });
});

describe('the consent of a shop', () => {
  it('is given after the sum, the way and the goods are read, and not by one click', async () => {
    const of = {
      ...{ shop: { id: 1, name: 'Лавка', slug: 'lavka' }, answer: null, note: null, images: [] },
      ...{ answered_at: null, stage: 'none' as const, stage_at: null, can_answer: true, stages: [] },
    };
    const sent: unknown[] = [];
    server.use(
      http.get(api('refunds/7'), () => HttpResponse.json(buildRefund({ moves: [], shops: [of] }))),
      http.post(api('refunds/7/answer'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(buildRefund());
      }),
    );
    renderScreen(
      <>
        <ShopPage />
        <ModalHost />
      </>,
      '/refunds/7?shop=lavka',
      { role: 'store_owner' },
    );

    await userEvent.click(await button('Согласиться'));
    const box = within(await dialog());
    expect(await box.findByText('$2,320, из них баллами $500')).toBeVisible();
    expect(box.getByText('Тем же способом')).toBeVisible();
    expect(box.getByText(/Остаток не изменится, пока вы не проверите товар/)).toBeVisible();
    expect(sent).toEqual([]);

    await userEvent.click(box.getByRole('button', { name: 'Согласиться' }));
    await waitFor(() => expect(sent).toEqual([{ answer: 'agreed' }]));
  });
});

describe('the list', () => {
  it('lets an administrator decide pending refunds', async () => {
    const rows = [buildRefund(), buildRefund({ id: 8, status: 'approved' })];
    server.use(
      http.get(api('refunds'), () => HttpResponse.json(pageOf(rows))),
      http.get(api('refunds/7'), () => HttpResponse.json(rows[0])),
      http.get(api('saved-views'), () => HttpResponse.json([])),
    );
    renderScreen(
      <>
        <Page />
        <ModalHost />
      </>,
      '/refunds',
    );

    expect(await screen.findAllByText('egor@test.ru')).toHaveLength(2);
    expect(screen.getAllByText('Егор')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Решить.*№\u00a08/ })).toBeNull();
    await userEvent.click(await button(/Решить.*№\u00a07/));
    expect(await within(await dialog()).findByRole('radio', { name: 'Одобрить' })).toBeInTheDocument();
  });
});

describe('the list of refunds', () => {
  it('has tabs with counts, and the decisions of the page in the menu of a row', async () => {
    const asked: string[] = [];
    const rows = [buildRefund(), buildRefund({ id: 8, status: 'approved' })];
    server.use(
      http.get(api('refunds'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('search') ?? '');
        return HttpResponse.json(pageOf(rows));
      }),
      http.get(api('refunds/counts'), () => HttpResponse.json({ all: 2, pending: 1, approved: 1 })),
      http.get(api('refunds/7'), () => HttpResponse.json(rows[0])),
      http.get(api('saved-views'), () => HttpResponse.json([])),
    );
    renderScreen(
      <>
        <Page />
        <ModalHost />
      </>,
      '/refunds',
    );

    await userEvent.click(await screen.findByRole('link', { name: /Ждут решения\s*1/ }));
    await waitFor(() => expect(asked.at(-1)).toBe('status:pending'));
    await userEvent.click(await button(/Другие действия.*№\u00a07/));
    await userEvent.click(await button('Отклонить'));

    expect(await within(await dialog()).findByRole('button', { name: 'Отклонить' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: /Другие действия.*№\u00a08/ })).toBeNull();
  });
});

describe('a request for an order', () => {
  const order: Refundable = {
    order_id: 5,
    tracking_number: '20260301111111',
    refusal: null,
    lines: [
      {
        id: 11,
        order_id: 6,
        name: 'Чашка',
        variation: null,
        image: null,
        shop: null,
        quantity: 2,
        refunded_quantity: 0,
        left: 2,
        total: 2320,
        delivery: 240,
        wallet: 0,
      },
    ],
  };

  async function openRequest(more: Partial<Refundable> = {}) {
    const sent: unknown[] = [];
    server.use(
      http.get(api('orders/5/refundable'), () => HttpResponse.json({ ...order, ...more })),
      http.post(api('refunds'), async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(buildRefund(), { status: 201 });
      }),
    );
    renderScreen(
      <>
        <Opener />
        <ModalHost />
      </>,
      '/orders/5',
    );
    await userEvent.click(await button('Открыть'));
    return { sent, box: within(await dialog()) };
  }

  it('shows the sum of the chosen pieces, with the delivery for the last ones', async () => {
    const { sent, box } = await openRequest();

    await userEvent.click(await box.findByRole('button', { name: 'Создать заявку' }));
    expect(await box.findByText('Выберите хотя бы один товар')).toBeVisible();
    await userEvent.selectOptions(box.getByLabelText(/Вернуть, штук/), '1');
    expect(box.getByText(/1,040/)).toBeVisible();
    await userEvent.click(box.getByRole('button', { name: 'Вернуть всё' }));
    expect(box.getByText(/2,320/)).toBeVisible();
    await userEvent.click(box.getByRole('button', { name: 'Создать заявку' }));
    expect(await box.findByText('Выберите причину или опишите её')).toBeVisible();
    expect(sent).toEqual([]);
    await userEvent.type(box.getByLabelText('Что случилось'), 'Не подошло');
    await userEvent.click(box.getByRole('button', { name: 'Создать заявку' }));

    await waitFor(() =>
      expect(sent).toMatchObject([{ order_id: 5, lines: [{ order_line_id: 11, quantity: 2 }] }]),
    );
  });

  it('explains why nothing can be refunded', async () => {
    const { box } = await openRequest({ refusal: 'open', lines: [] });

    expect(await box.findByText('По этому заказу уже есть заявка на возврат.')).toBeVisible();
  });
});
